import createPurifier from 'dompurify';
import { memoByValue } from '../../shared/memo.ts';
import { makeCharacter } from './emoji-characters.ts';

const purifier = createPurifier(window);
purifier.setConfig({
  RETURN_DOM_FRAGMENT: true,
  ADD_ATTR: ['target'],
  FORBID_TAGS: ['form', 'input', 'button', 'textarea', 'select', 'style', 'dialog'],
});

/** What a translation must not change: names, code and formulas. Their texts are also read by the client. */
const UNTRANSLATED = 'code, .katex, .user-mention, .user-group-mention, .topic-mention, .stream, .stream-topic, time';

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.matches(UNTRANSLATED)) node.setAttribute('translate', 'no');
  if (!(node instanceof HTMLAnchorElement) || !node.hasAttribute('href')) return;
  if (node.origin === location.origin) return;
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
});

const MOST = 600;
/**
 * An inert document that owns cached fragments. Otherwise each would keep alive the whole document it was parsed in.
 */
const inertDocument = document.implementation.createHTMLDocument();
const sanitized = memoByValue(
  (html: string) => inertDocument.adoptNode(purifier.sanitize(html) as unknown as DocumentFragment),
  MOST,
);

/** The HTML of most messages: a single paragraph of text. */
const PARAGRAPH = /^<p>[^<&]*(?:&(?:amp|lt|gt|quot|#39);[^<&]*)*<\/p>$/;
const WRITTEN: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of HTML that is a single paragraph without markup. It needs no parser and no sanitizer. */
export const paragraphText = (html: string): string | undefined =>
  PARAGRAPH.test(html) ? html.slice(3, -4).replace(/&(\w+|#39);/g, (_, name: string) => WRITTEN[name]!) : undefined;

/** Sanitizes the server's HTML. This is the only way it gets into the page: no scripts, forms or frames. */
export function safeFragment(html: string): DocumentFragment {
  const words = paragraphText(html);
  if (words !== undefined) return paragraph(words);
  return document.importNode(sanitized(html), true);
}

function paragraph(words: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.appendChild(document.createElement('p')).textContent = words;
  return fragment;
}

/** The TeX source of a formula. The sanitizer removes its tag and leaves it as the last text. */
export const getSource = (formula: Element): string =>
  (formula.querySelector('annotation') ?? formula.querySelector('math')?.lastChild)?.textContent?.trim() ?? '';

/** The character of an emoji, or the name of one that is an image. */
function emojiText(emoji: Element): string {
  const [, code] = /\bemoji-([\da-f-]+)/.exec(emoji.className) ?? [];
  return code ? makeCharacter(code) : (emoji.getAttribute('alt') ?? emoji.textContent);
}

/**
 * The text of HTML, for lists and announcements. A formula, which the HTML contains three times, appears once as its
 * source.
 */
export function getText(html: string): string {
  const words = paragraphText(html);
  if (words !== undefined) return words.replace(/\s+/g, ' ').trim();
  const content = safeFragment(html);
  for (const formula of content.querySelectorAll('.katex')) formula.replaceWith(getSource(formula));
  for (const emoji of content.querySelectorAll('.emoji')) emoji.replaceWith(emojiText(emoji));
  return content.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
