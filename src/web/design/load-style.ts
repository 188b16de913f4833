import { memoByValue } from '../../shared/memo.ts';

/** Adds the style of a chunk that loads on demand: `import css from './settings.css'`, then `addStyle(css)`. */
export const addStyle: (css: string) => void = memoByValue((css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
});
