const addedStyles = new Set<string>();

/** Adds the style of a chunk that loads on demand: `import css from './settings.css'`, then `addStyle(css)`. */
export function addStyle(css: string): void {
  if (addedStyles.has(css)) return;
  addedStyles.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
