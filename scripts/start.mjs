#!/usr/bin/env node
// Runs Klatch from its sources as one bundle, made anew when they changed: it starts in half the time and a sixth less memory than
// from a few hundred modules. Plain JavaScript, so that Node's type stripper is not loaded at all.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Names the folder of the newest bundle, and what it was made of. */
const pointer = join(root, '.cache/klatch/current');

// Compiled once, code loads in half the time. Not in the shared temporary folder, where others might plant it.
enableCompileCache(join(root, '.cache/compiled'));
const sources = sourcesNow();
const folder = freshBundle() ?? bundleApart();
const { main } = await import(pathToFileURL(join(folder, 'program.js')).href);
await main(process.argv);

/** Tells one state of the sources from another: an archive unpacked over them may bring files older than the bundle. */
function sourcesNow() {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  files.push(
    ...[
      'package-lock.json',
      'scripts/bundle.mjs',
      'scripts/lean.mjs',
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

/** Made by a process of its own, which takes its memory with it. The answer is the folder. */
function bundleApart() {
  const bundler = join(root, 'scripts/bundle.mjs');
  return execFileSync(process.execPath, [bundler, root, pointer, sources], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The folder of a bundle that was made of these sources. */
function freshBundle() {
  try {
    const [madeOf, folder] = readFileSync(pointer, 'utf8').split('\n');
    statSync(join(folder, 'program.js'));
    return madeOf === sources ? folder : undefined;
  } catch {
    return undefined;
  }
}
