#!/usr/bin/env node
// Runs Klatch from its sources as one bundle, which is rebuilt when they change. It starts in half the time and needs a
// sixth less memory than a few hundred modules. Plain JavaScript, so that Node's type stripper is not loaded.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 24;
if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `klatch: Node.js ${process.version} is too old. It needs Node.js ${NEEDED}, which npm has installed in ` +
      'node_modules/.bin: use npm start, or put that folder first in PATH',
  );
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where bundles and compiled code are. */
let cache = join(root, '.cache');
const folder = namedBundle() ?? bundleOfSources();
// Code with a compile cache loads in half the time.
module.enableCompileCache(join(cache, 'compiled'));
resolveChunks(`${pathToFileURL(folder).href}/`);
const { main } = await import(pathToFileURL(join(folder, 'program.js')).href);
await main(process.argv);

/**
 * Finds the chunks of the bundle by their names alone. Node looks for the kind of each of the hundred or more in the
 * packages above it, which is a seventh of the time of a command.
 */
function resolveChunks(bundle) {
  module.registerHooks({
    resolve(specifier, context, resolveUsually) {
      if (!specifier.startsWith('./') || !context.parentURL?.startsWith(bundle))
        return resolveUsually(specifier, context);
      return { url: bundle + specifier.slice(2), format: 'module', shortCircuit: true };
    },
  });
}

/**
 * Identifies a state of the sources. Modification times alone are not enough: an unpacked archive may contain files
 * older than the bundle.
 */
function sourcesNow() {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  files.push(
    ...[
      'package-lock.json',
      'scripts/bundle.mjs',
      'scripts/lean.mjs',
      'scripts/task-processes.json',
      'scripts/texts.mjs',
      'scripts/web.mjs',
      'scripts/web-first.mjs',
      'scripts/web-icons.mjs',
    ].map((name) => join(root, name)),
  );
  const marks = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return createHash('sha1').update(marks.sort().join('\n')).digest('hex');
}

/** The bundle that the tests made once and name to each of the hundreds of processes that they start. */
function namedBundle() {
  const { BUNDLE } = process.env;
  return BUNDLE?.startsWith(join(root, '.cache/klatch/')) ? BUNDLE : undefined;
}

/** The file that names the newest bundle, and the sources that it was made of. */
function pointer() {
  return join(cache, 'klatch/current');
}

function bundleOfSources() {
  const sources = sourcesNow();
  const fresh = freshBundle(sources);
  if (fresh !== undefined) return fresh;
  if (!isWritable(cache)) cache = privateFolder();
  return freshBundle(sources) ?? bundleApart(sources);
}

/** Whether bundles can be written there. */
function isWritable(cache) {
  try {
    mkdirSync(join(cache, 'klatch'), { recursive: true });
    accessSync(join(cache, 'klatch'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The cache of a user who cannot write to the project: a folder in the shared temporary one, where others must not be
 * able to plant code.
 */
function privateFolder() {
  const user = process.getuid?.();
  const project = createHash('sha1').update(root).digest('hex').slice(0, 8);
  const path = join(tmpdir(), `klatch-${user ?? 'cache'}-${project}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const isPrivate = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
  if (found.isDirectory() && isPrivate) {
    // The bundle loads native modules from the packages of the project.
    const packages = join(path, 'node_modules');
    if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages);
    return path;
  }
  console.error(`klatch: ${path} belongs to another user, or others can write to it. Delete it, or set TMPDIR`);
  process.exit(2);
}

/** Bundles in a separate process, whose memory is freed with it. Returns the folder. */
function bundleApart(sources) {
  const bundler = join(root, 'scripts/bundle.mjs');
  return execFileSync(process.execPath, [bundler, root, pointer(), sources], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The folder of a bundle made of the current sources, if there is one. */
function freshBundle(sources) {
  try {
    const [madeOf, folder] = readFileSync(pointer(), 'utf8').split('\n');
    statSync(join(folder, 'program.js'));
    return madeOf === sources ? folder : undefined;
  } catch {
    return undefined;
  }
}
