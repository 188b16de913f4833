import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { clientTexts } from './texts.mjs';
import { joined } from './web-first.mjs';
import { icons } from './web-icons.mjs';

const DAY = 86_400_000;
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
/** Its URL must stay the same: see src/chat/web-client/endpoints.ts. */
const WORKER = 'service-worker.js';
/** What the first page needs, and what every conversation loads soon after it is shown. */
const LOADED_TOGETHER = {
  main: ['src/web/main.tsx'],
  conversation: [
    'background/start.ts',
    'compose/toolbar.tsx',
    'compose/send-later.tsx',
    'compose/hint.tsx',
    'compose/command-notices.tsx',
    'compose/text-tools.ts',
    'pins/pins.tsx',
    'search/pills.tsx',
    'feed/feed-notes.tsx',
    'feed/announcer.tsx',
    'feed/empty.tsx',
    'feed/jump-button.tsx',
    'views/time-zone-offer.tsx',
    'views/rare-notices.tsx',
  ],
};
const common = {
  bundle: true,
  write: false,
  minify: true,
  target: ['es2022', 'chrome123', 'firefox128', 'safari17.5'],
  logLevel: 'error',
  // Scripts that are served as they are.
  external: ['/static/client/*'],
};

/**
 * Builds the web client of src/web into `folder`: scripts whose names change with their content, each with its
 * compressed forms, and `client.json`, which tells the server their names. Returns the metafiles. `small` compresses as
 * much as possible, which takes seconds.
 */
export async function buildWeb(root, folder, { small = false } = {}) {
  const web = join(root, 'src/web');
  const formulas = await buildFormulas(root, folder);
  const pdf = pdfScripts(root);
  const libraries = Object.values(pdf).map(({ name }) => name);
  const formulaStyle = basename(formulas.outputFiles.find(({ path }) => path.endsWith('.css')).path);
  const [scripts, styles] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(web, 'main.tsx')],
      outdir: folder,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      metafile: true,
      legalComments: 'none',
      define: {
        KLATCH_FORMULA_STYLE: JSON.stringify(`/static/client/${formulaStyle}`),
        KLATCH_PDF_SCRIPT: JSON.stringify(`/static/client/${pdf.script.name}`),
        KLATCH_PDF_WORKER: JSON.stringify(`/static/client/${pdf.worker.name}`),
      },
      // The style of code that is loaded on use comes with its script; see design/load-style.ts.
      loader: { '.css': 'text' },
      plugins: [icons, clientTexts(root)],
    }),
    build({ ...common, entryPoints: [join(web, 'design/base.css')], outdir: folder }),
  ]);
  mkdirSync(folder, { recursive: true });
  const files = {};
  const first = await joined(scripts.outputFiles, scripts.metafile, LOADED_TOGETHER, {
    ...common,
    outdir: folder,
    legalComments: 'none',
  });
  for (const { name, contents } of [
    ...first.files,
    ...formulas.outputFiles.map(({ path, contents }) => ({ name: basename(path), contents })),
    ...Object.values(pdf),
  ]) {
    // Compressing the library takes seconds, and is done once.
    const best = small && !libraries.includes(name);
    files[name] = { type: TYPES[extname(name)], size: contents.length, ...compressed(folder, name, contents, best) };
  }
  const contents = await buildWorker(root, first.files);
  files[WORKER] = { type: TYPES['.js'], size: contents.length, ...compressed(folder, WORKER, contents, small) };
  const style = styles.outputFiles[0].text.trim();
  const client = {
    entry: first.entry,
    preload: [],
    style,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    files,
  };
  // Written last and atomically: a server of the previous build keeps serving that one.
  writeFileSync(join(folder, `client.json.${process.pid}`), JSON.stringify(client));
  renameSync(join(folder, `client.json.${process.pid}`), join(folder, 'client.json'));
  forgetOld(folder);
  return scripts.metafile;
}

/** The worker caches the scripts for offline use. It contains their names, so a new build is a new worker. */
async function buildWorker(root, scripts) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(root, 'src/web/service-worker/worker.ts')],
    plugins: [clientTexts(root)],
    define: { KLATCH_FILES: JSON.stringify(scripts.map(({ name }) => name).sort()) },
  });
  return outputFiles[0].contents;
}

/** Formulas have their own style and fonts, which are fetched with the first formula. */
function buildFormulas(root, folder) {
  return build({
    ...common,
    entryPoints: { formulas: join(root, 'node_modules/katex/dist/katex.min.css') },
    outdir: folder,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
  });
}

/**
 * The scripts of PDF.js, which draws the first page of PDF files. They are minified already. Their names change only
 * with the library.
 */
function pdfScripts(root) {
  const folder = join(root, 'node_modules/pdfjs-dist/legacy/build');
  const read = (file, name) => {
    const contents = readFileSync(join(folder, file));
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
    return { name: `${name}-${hash}.js`, contents };
  };
  return { script: read('pdf.min.mjs', 'pdf'), worker: read('pdf.worker.min.mjs', 'pdf-worker') };
}

/** Removes files of builds that no server uses anymore. */
function forgetOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { force: true });
  }
}

/**
 * Writes a file and its compressed forms, the file itself last. If it exists already, so do they, and only its
 * modification time changes.
 */
function compressed(folder, name, contents, small) {
  const path = join(folder, name);
  if (!small && existsSync(path) && readFileSync(path).equals(Buffer.from(contents))) {
    const now = new Date();
    for (const suffix of ['', '.br', '.gz']) utimesSync(path + suffix, now, now);
    return { br: statSync(`${path}.br`).size, gzip: statSync(`${path}.gz`).size };
  }
  const br = brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: small ? 11 : 9 } });
  const gzip = gzipSync(contents, { level: small ? 9 : 6 });
  for (const [suffix, bytes] of [
    ['.br', br],
    ['.gz', gzip],
    ['', contents],
  ])
    writeFileSync(path + suffix, bytes);
  return { br: br.length, gzip: gzip.length };
}
