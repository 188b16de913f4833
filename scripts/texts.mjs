// esbuild plugins that put the compiled texts of src/texts into the builds: each part only where its texts are shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_LANGUAGES } from '../src/shared/languages.ts';
import { compileTexts } from '../src/texts/compile.ts';

const read = (root, language) => compileTexts(readFileSync(join(root, `src/texts/${language}.po`), 'utf8'), language);

/** A module that loads one part of a language, each in a script of its own. */
const loader = (part, languages) => `
  const load = {${languages.map((code) => `'${code}': () => import('texts:${part}/${code}')`)}};
  export const loadCatalog = (code) => load[code]().then((module) => module.default);`;

/** Texts of the web client: one script per language, and another one for error messages. */
export const clientTexts = (root) => ({
  name: 'client-texts',
  setup({ onLoad, onResolve }) {
    const replace = (filter, contents) => onLoad({ filter }, () => ({ contents, loader: 'js', resolveDir: root }));
    const translated = CLIENT_LANGUAGES.filter((code) => code !== 'en');
    replace(/[\\/]src[\\/]web[\\/]i18n[\\/]catalogs\.ts$/, loader('client', translated));
    replace(/[\\/]src[\\/]web[\\/]errors[\\/]catalogs\.ts$/, loader('errors', CLIENT_LANGUAGES));
    onResolve({ filter: /^texts:/ }, ({ path }) => ({ path: path.slice('texts:'.length), namespace: 'texts' }));
    onLoad({ filter: /.*/, namespace: 'texts' }, ({ path }) => {
      const [part, code] = path.split('/');
      return { contents: `export default ${JSON.stringify(read(root, code)[part])}`, loader: 'js' };
    });
  },
});
