import createPurifier from 'dompurify';

const purifier = createPurifier(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof HTMLAnchorElement) || !node.hasAttribute('href')) return;
  if (node.origin === location.origin) return;
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
});

const MOST = 600;
const known = new Map<string, DocumentFragment>();

/** The only way HTML of the server's gets into the page: without anything that runs, sends or frames. */
export function safeFragment(html: string): DocumentFragment {
  let found = known.get(html);
  if (!found) {
    found = purifier.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      ADD_ATTR: ['target'],
      FORBID_TAGS: ['form', 'input', 'button', 'textarea', 'select', 'style', 'dialog'],
    });
    if (known.size >= MOST) known.delete(known.keys().next().value!);
    known.set(html, found);
  }
  return found.cloneNode(true) as DocumentFragment;
}

/** The words of HTML, for lists and announcements. */
export const textOf = (html: string): string => safeFragment(html).textContent?.replace(/\s+/g, ' ').trim() ?? '';
