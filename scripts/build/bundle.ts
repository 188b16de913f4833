import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { alias, inOneByte, lean } from '../lean.mjs';
import { serverTexts } from '../texts.mjs';

const PICTURES = 'work-on-pictures';
const DOCUMENTS = 'read-documents';
const TEMPLATES = 'render-templates';
/** The entry point of the executable: Klatch, or a process for images, mails and feeds, or templates. */
export const PROGRAM = `
  import { main } from './src/cli/program.ts';
  import { unpackNativeModules } from './src/kernel/native-modules.ts';
  const [, , word, cache] = process.argv;
  if (word === '${PICTURES}' && process.send) {
    if (cache) unpackNativeModules(cache);
    require('./src/kernel/files/image-worker-process.ts');
  } else if (word === '${DOCUMENTS}' && process.send) require('./src/kernel/reading/reader-process.ts');
  else if (word === '${TEMPLATES}' && process.send)
    require('./src/chat/integrations/incoming-webhooks/templates/template-process.ts');
  else main(process.argv);`;

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
  const plugins = [texts, machineCode, pictureWorker, documentReader, templateRenderer, rarely(rare), lean];
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
  const { metafile } = await build({ ...common, entryPoints, outdir: folder, plugins: [named] });
  return metafile;
}

/** Packages that look for native modules beside themselves get them from src/kernel/native-modules.ts. */
const machineCode: Plugin = {
  name: 'machine-code',
  setup(builder) {
    const loadNative = `require(${JSON.stringify(resolve('src/kernel/native-modules.ts'))}).loadNativeModule`;
    const instead = (filter: RegExp, contents: string) =>
      builder.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    instead(/better-sqlite3[\\/]lib[\\/]binding\.js$/, `exports.getBinding = () => ${loadNative}('better-sqlite3');`);
    instead(/node-gyp-build[\\/]index\.js$/, `module.exports = () => ${loadNative}('argon2');`);
    instead(/sharp[\\/]dist[\\/]sharp\.cjs$/, `module.exports = ${loadNative}('sharp');`);
    // sharp's ES modules use createRequire, which esbuild cannot follow. Its CommonJS ones use plain require.
    builder.onResolve({ filter: /^sharp$/ }, () => ({ path: resolve('node_modules/sharp/dist/index.cjs') }));
  },
};

/** There is no script beside the executable that a process could run, so the executable runs itself. */
const pictureWorker: Plugin = {
  name: 'picture-worker',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/]kernel[\\/]files[\\/]start-worker\.ts$/ }, () => ({
      contents: `
        import { spawn } from 'node:child_process';
        import { unpackNativeModulesTo } from '../native-modules.ts';
        export const startWorker = () =>
          spawn(process.execPath, ['${PICTURES}', unpackNativeModulesTo() ?? ''], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });`,
      resolveDir: resolve('src/kernel/files'),
      loader: 'ts',
    }));
  },
};

/** The same for the process that reads mails and feeds. */
const documentReader: Plugin = {
  name: 'document-reader',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/]kernel[\\/]reading[\\/]start-reader\.ts$/ }, () => ({
      contents: `
        import { spawn } from 'node:child_process';
        export const startReader = () =>
          spawn(process.execPath, ['${DOCUMENTS}'], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });`,
      loader: 'ts',
    }));
  },
};

/** The same for the process that renders templates. */
const templateRenderer: Plugin = {
  name: 'template-renderer',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]templates[\\/]start-renderer\.ts$/ }, () => ({
      contents: `
        import { spawn } from 'node:child_process';
        export const startRenderer = () =>
          spawn(process.execPath, ['${TEMPLATES}'], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });`,
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
