const adopted = new Set<string>();

/** Adds the style of a chunk that loads on demand: `import css from './settings.css'`, then `adopt(css)`. */
export function adopt(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
