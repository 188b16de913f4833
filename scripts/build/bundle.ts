import { resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** What begins with the executable. */
export const PROGRAM = `import { main } from './src/cli/program.ts'; void main(process.argv);`;
/** What runs in a thread of its own. */
export const PICTURE_WORKER = `import './src/kernel/files/picture-worker.ts';`;

/**
 * Bundles everything that this begins into one CommonJS file, since nothing but Node's own modules can be asked for inside an executable.
 * The answer says what is in it.
 */
export async function bundleInto(outfile: string, contents: string): Promise<Metafile> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    outfile,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // import() inside an executable finds Node's own modules only, and require does too.
    supported: { 'dynamic-import': false },
    minify: true,
    // A stack trace shows the line it is about.
    lineLimit: 500,
    legalComments: 'none',
    logLevel: 'error',
    define: { 'import.meta.url': 'fileOfExecutable' },
    banner: { js: `const fileOfExecutable = require('node:url').pathToFileURL(process.execPath).href;` },
    plugins: [machineCode, pictureWorker],
  });
  return metafile;
}

/** Packages that look for their machine code beside themselves are given it by src/kernel/natives.ts. */
const machineCode: Plugin = {
  name: 'machine-code',
  setup(builder) {
    const loadNative = `require(${JSON.stringify(resolve('src/kernel/natives.ts'))}).loadNative`;
    const instead = (filter: RegExp, contents: string) => builder.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    instead(/better-sqlite3[\\/]lib[\\/]binding\.js$/, `exports.getBinding = () => ${loadNative}('better-sqlite3');`);
    instead(/node-gyp-build[\\/]index\.js$/, `module.exports = () => ${loadNative}('argon2');`);
    instead(/sharp[\\/]dist[\\/]sharp\.cjs$/, `module.exports = ${loadNative}('sharp');`);
    // Its modules ask by createRequire, which cannot be followed; its CommonJS ones ask plainly.
    builder.onResolve({ filter: /^sharp$/ }, () => ({ path: resolve('node_modules/sharp/dist/index.cjs') }));
  },
};

/** A thread cannot begin with a file inside the executable, but with text. */
const pictureWorker: Plugin = {
  name: 'picture-worker',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/]kernel[\\/]files[\\/]start-worker\.ts$/ }, () => ({
      contents: `
        import { Worker } from 'node:worker_threads';
        import { forThreads } from '../natives.ts';
        import { shipped } from '../shipped.ts';
        export const startWorker = () =>
          new Worker(shipped('picture-worker.js').toString(), { eval: true, execArgv: [], stdin: false, workerData: forThreads() });`,
      resolveDir: resolve('src/kernel/files'),
      loader: 'ts',
    }));
  },
};
