import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeEmoji } from './emoji.ts';
import { alias, inOneByte, lean } from './lean.mjs';
import taskProcesses from './task-processes.json' with { type: 'json' };
import { serverTexts, writeServerTexts } from './texts.mjs';
import { buildWeb } from './web.mjs';

/** Packages with native modules. They stay where npm installed them. */
const NATIVE = ['better-sqlite3', 'argon2', 'sharp'];
/** Packages that most servers never load, or only in parts. They are read from node_modules on first use. */
const RARE = ['highlight.js', 'katex', 'disposable-email-domains-js'];
const DAY = 86_400_000;

/**
 * Bundles src/ into a new folder beside `pointer`, with commands and rarely used code in separate chunks, and makes
 * `pointer` name it and the `sources` that it was made of. Running servers keep an older bundle, which is removed a day
 * later. Returns the folder.
 */
async function bundle(root, pointer, sources) {
  const began = Date.now();
  writeEmoji();
  const bundles = dirname(pointer);
  const folder = join(bundles, `${began}-${process.pid}`);
  const client = join(folder, 'client');
  const texts = join(folder, 'texts');
  writeServerTexts(root, texts);
  const server = build({
    entryPoints: {
      program: join(root, 'src/cli/program.ts'),
      ...Object.fromEntries(Object.entries(taskProcesses).map(([name, path]) => [name, join(root, path)])),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: [...NATIVE, ...RARE],
    alias: alias(root),
    logLevel: 'error',
    // The text of a script stays in memory as long as the server runs.
    minify: true,
    lineLimit: 500,
    legalComments: 'none',
    // For src/kernel/source-maps.ts. Node itself does not read them.
    sourcemap: 'external',
    sourcesContent: false,
    // CommonJS packages load Node's own modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [serverTexts(`(name) => readFileSync(${JSON.stringify(`${texts}/`)} + name)`), sourceAddresses, lean],
    define: {
      KLATCH_WEB_CLIENT: JSON.stringify(client),
      KLATCH_TASK_PROCESSES: JSON.stringify(folder),
    },
  });
  await Promise.all([server, buildWeb(root, client)]);
  writeFileSync(`${pointer}.${process.pid}`, `${sources}\n${folder}`);
  renameSync(`${pointer}.${process.pid}`, pointer);
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    if (path !== folder && path !== pointer && statSync(path).mtimeMs < began - DAY)
      rmSync(path, { recursive: true, force: true });
  }
  return folder;
}

/** A module finds the files beside it (schema.sql, emoji) by its own URL, which must be that of its source. */
const sourceAddresses = {
  name: 'source-addresses',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: inOneByte(readFileSync(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }));
  },
};

process.stdout.write(await bundle(...process.argv.slice(2)));
