// esbuild plugins that put the compiled texts of src/texts into the builds: each part only where its texts are shown.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLIENT_LANGUAGES } from '../src/shared/languages.ts';
import { compileTexts } from '../src/texts/compile.ts';

const read = (root, language) => compileTexts(readFileSync(join(root, `src/texts/${language}.po`), 'utf8'), language);

/** A module that loads one part of a language, each in a script of its own. */
const loader = (part, languages) => `
  const load = {${languages.map((code) => `'${code}': () => import('texts:${part}/${code}')`)}};
  export const loadCatalog = (code) => load[code]().then((module) => module.default);`;

const workerTexts = (root, languages) =>
  `export const TEXTS = ${JSON.stringify(Object.fromEntries(languages.map((code) => [code, read(root, code).worker])))}`;

/** Texts of the web client: one script per language, and another one for error messages. */
export const clientTexts = (root) => ({
  name: 'client-texts',
  setup({ onLoad, onResolve }) {
    const replace = (filter, contents) => onLoad({ filter }, () => ({ contents, loader: 'js', resolveDir: root }));
    const translated = CLIENT_LANGUAGES.filter((code) => code !== 'en');
    replace(/[\\/]src[\\/]web[\\/]i18n[\\/]catalogs\.ts$/, loader('client', translated));
    replace(/[\\/]src[\\/]web[\\/]errors[\\/]catalogs\.ts$/, loader('errors', CLIENT_LANGUAGES));
    replace(/[\\/]src[\\/]web[\\/]service-worker[\\/]texts\.ts$/, workerTexts(root, translated));
    onResolve({ filter: /^texts:/ }, ({ path }) => ({ path: path.slice('texts:'.length), namespace: 'texts' }));
    onLoad({ filter: /.*/, namespace: 'texts' }, ({ path }) => {
      const [part, code] = path.split('/');
      return { contents: `export default ${JSON.stringify(read(root, code)[part])}`, loader: 'js' };
    });
  },
});

/** The parts that the server shows. */
const SERVER_PARTS = ['pages', 'page-errors', 'mails', 'notices'];

/** Writes the server's texts into a folder, one file per language, and returns their names. */
export function writeServerTexts(root, folder) {
  mkdirSync(folder, { recursive: true });
  return CLIENT_LANGUAGES.filter((code) => code !== 'en').map((code) => {
    const texts = read(root, code);
    const own = Object.fromEntries(SERVER_PARTS.map((part) => [part, texts[part]]));
    writeFileSync(join(folder, `${code}.json`), JSON.stringify(own));
    return `${code}.json`;
  });
}

/** A server reads its texts with `readFile`, an expression that takes the file's name and returns its content. */
export const serverTexts = (readFile) => ({
  name: 'server-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]texts[\\/]source\.ts$/ }, ({ path }) => ({
      contents: `
        import { readFileSync } from 'node:fs';
        import { readAsset } from '../kernel/assets.ts';
        export const readTexts = (language) => JSON.parse((${readFile})(language + '.json'));`,
      loader: 'ts',
      resolveDir: dirname(path),
    }));
  },
});
