import createPurifier from 'dompurify';

const purifier = createPurifier(window);
purifier.setConfig({
  RETURN_DOM_FRAGMENT: true,
  ADD_ATTR: ['target'],
  FORBID_TAGS: ['form', 'input', 'button', 'textarea', 'select', 'style', 'dialog'],
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof HTMLAnchorElement) || !node.hasAttribute('href')) return;
  if (node.origin === location.origin) return;
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
});

const MOST = 600;
/** A page that nobody sees, where what is known lies: else each would keep the one it was read in, which is large. */
const shelf = document.implementation.createHTMLDocument();
const known = new Map<string, DocumentFragment>();

/** The only way HTML of the server's gets into the page: without anything that runs, sends or frames. */
export function safeFragment(html: string): DocumentFragment {
  let found = known.get(html);
  if (!found) {
    found = shelf.adoptNode(purifier.sanitize(html) as unknown as DocumentFragment);
    if (known.size >= MOST) known.delete(known.keys().next().value!);
    known.set(html, found);
  }
  return document.importNode(found, true);
}

/** The words of HTML, for lists and announcements. Of formulas, which are there three times, as they were written. */
export function textOf(html: string): string {
  const content = safeFragment(html);
  for (const formula of content.querySelectorAll('.katex')) formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '');
  return content.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
