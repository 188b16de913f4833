const adopted = new Set<string>();

/** Puts the style of something that is loaded when used into the page: `import css from './settings.css'`, then `adopt(css)`. */
export function adopt(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
