import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { alias, inOneByte, lean } from '../lean.mjs';
import taskProcesses from '../task-processes.json' with { type: 'json' };
import { serverTexts } from '../texts.mjs';

const tasks = Object.entries(taskProcesses).map(([name, path]) => `'${name}': () => require('./${path}')`);
/** The entry point of the executable: Klatch, or one of its task processes. */
export const PROGRAM = `
  import { main } from './src/cli/program.ts';
  import { unpackNativeModules } from './src/kernel/native-modules.ts';
  const tasks = { ${tasks.join(', ')} };
  const [, , name, cache] = process.argv;
  if (process.send && Object.hasOwn(tasks, name)) {
    if (cache) unpackNativeModules(cache);
    tasks[name]();
  } else main(process.argv);`;

/** Packages that are loaded on first use, as separate scripts: package name → the script's name. */
export type Rare = Map<string, string>;

/**
 * Inside an executable only Node's own modules can be required, so each script is CommonJS and contains everything
 * else.
 */
const common = {
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  supported: { 'dynamic-import': false },
  minify: true,
  // A source line in an error must not fill the screen.
  lineLimit: 500,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'error',
  alias: alias(resolve()),
  define: { 'import.meta.url': 'fileOfExecutable' },
  banner: { js: `const fileOfExecutable = require('node:url').pathToFileURL(process.execPath).href;` },
} satisfies BuildOptions;

/**
 * Bundles the entry point `contents`. Packages that it loads with import() are left out and recorded in `rare`. Returns
 * esbuild's metafile.
 */
export async function bundleInto(outfile: string, contents: string, rare: Rare): Promise<Metafile> {
  const stdin = { contents, resolveDir: '.', loader: 'ts' } as const;
  const inject = [resolve('scripts/build/rarely.ts')];
  const texts = serverTexts("(name) => readAsset('texts/' + name).toString()");
  const plugins = [texts, machineCode, taskProcess, rarely(rare), lean];
  const { metafile } = await build({ ...common, stdin, outfile, inject, sourcemap: 'external', plugins });
  return metafile;
}

/** Bundles each of the rarely used packages separately into `folder`. */
export async function bundleRare(folder: string, rare: Rare): Promise<Metafile> {
  const named: Plugin = {
    name: 'rare',
    setup(builder) {
      builder.onResolve({ filter: /^rare:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'rare' }));
      builder.onLoad({ filter: /.*/, namespace: 'rare' }, ({ path }) => ({
        contents: rare.get(path)!,
        resolveDir: '.',
        loader: 'js',
      }));
    },
  };
  const entryPoints = Object.fromEntries([...rare.keys()].map((name) => [name.replaceAll('/', '__'), `rare:${name}`]));
  const { metafile } = await build({ ...common, entryPoints, outdir: folder, plugins: [named, lean] });
  return metafile;
}

/** Packages that look for native modules beside themselves get them from src/kernel/native-modules.ts. */
const machineCode: Plugin = {
  name: 'machine-code',
  setup(builder) {
    // A name instead of a path, whose length would be in the source map.
    builder.onResolve({ filter: /^native-modules$/ }, () => ({ path: resolve('src/kernel/native-modules.ts') }));
    const loadNative = `require('native-modules').loadNativeModule`;
    const instead = (filter: RegExp, contents: string) =>
      builder.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    instead(/better-sqlite3[\\/]lib[\\/]binding\.js$/, `exports.getBinding = () => ${loadNative}('better-sqlite3');`);
    instead(/node-gyp-build[\\/]index\.js$/, `module.exports = () => ${loadNative}('argon2');`);
    instead(/sharp[\\/]dist[\\/]sharp\.cjs$/, `module.exports = ${loadNative}('sharp');`);
    // sharp's ES modules use createRequire, which esbuild cannot follow. Its CommonJS ones use plain require.
    builder.onResolve({ filter: /^sharp$/ }, () => ({ path: resolve('node_modules/sharp/dist/index.cjs') }));
  },
};

/** There is no script beside the executable that a task process could run, so the executable runs itself. */
const taskProcess: Plugin = {
  name: 'task-process',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]task-process[\\/]start-task-process\.ts$/ }, () => ({
      contents: `
        import { spawn } from 'node:child_process';
        import { unpackNativeModulesTo } from '../native-modules.ts';
        export const startTaskProcess = (name) =>
          spawn(process.execPath, [name, unpackNativeModulesTo() ?? ''], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });`,
      resolveDir: resolve('src/kernel/task-process'),
      loader: 'ts',
    }));
  },
};

/**
 * Leaves out of the main script what our own code loads with import(), and the packages for code and formulas, which
 * are half of all code. What is never read takes no memory. Packages with native modules stay in, because they share
 * their loader.
 */
function rarely(rare: Rare): Plugin {
  const outside = /(?<!typeof )\b(import|require)\('((?!node:|sharp'|argon2')[^.'][^']*)'\)/g;
  return {
    name: 'rarely',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]src[\\/].*\.(ts|cjs)$/ }, ({ path }) => ({
        contents: inOneByte(readFileSync(path, 'utf8')).replace(outside, (_, how: string, name: string) => {
          rare.set(name, `module.exports = ${how}('${name}');`);
          return `loadRarely('${name}')`;
        }),
        loader: extname(path) === '.ts' ? 'ts' : 'js',
      }));
    },
  };
}
