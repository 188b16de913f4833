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

/** What most messages are: one paragraph of words. */
const PARAGRAPH = /^<p>[^<&]*(?:&(?:amp|lt|gt|quot|#39);[^<&]*)*<\/p>$/;
const WRITTEN: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Its words where HTML is no more than a paragraph of them: nobody has to read that as HTML, so it needs no cleaning. */
export const wordsOf = (html: string): string | undefined =>
  PARAGRAPH.test(html) ? html.slice(3, -4).replace(/&(\w+|#39);/g, (_, name: string) => WRITTEN[name]!) : undefined;

/** The only way HTML of the server's gets into the page: without anything that runs, sends or frames. */
export function safeFragment(html: string): DocumentFragment {
  const words = wordsOf(html);
  if (words !== undefined) return paragraph(words);
  let found = known.get(html);
  if (!found) {
    found = shelf.adoptNode(purifier.sanitize(html) as unknown as DocumentFragment);
    if (known.size >= MOST) known.delete(known.keys().next().value!);
    known.set(html, found);
  }
  return document.importNode(found, true);
}

function paragraph(words: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.appendChild(document.createElement('p')).textContent = words;
  return fragment;
}

/** A formula as it was written: what is cleaned has lost the tag around that, and has it last. */
export const sourceOf = (formula: Element): string =>
  (formula.querySelector('annotation') ?? formula.querySelector('math')?.lastChild)?.textContent?.trim() ?? '';

/** The words of HTML, for lists and announcements. Of formulas, which are there three times, as they were written. */
export function textOf(html: string): string {
  const words = wordsOf(html);
  if (words !== undefined) return words.replace(/\s+/g, ' ').trim();
  const content = safeFragment(html);
  for (const formula of content.querySelectorAll('.katex')) formula.replaceWith(sourceOf(formula));
  return content.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
