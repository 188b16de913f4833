import { type DefaultTreeAdapterMap, parseFragment, serialize, defaultTreeAdapter as tree } from 'parse5';
import type { Directory } from '../../markdown/directory.ts';
import { escapeText } from '../../markdown/escape.ts';
import { renderMessage } from '../../markdown/render.ts';

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['childNode'];

/** Every user, group and channel that an example names exists. */
const DIRECTORY: Directory = {
  usersNamed: (name) => [{ id: 1, full_name: name.replace(/\|.*/, '') }],
  userById: () => undefined,
  groupNamed: (name) => ({ id: 1, name }),
  realmEmoji: () => undefined,
  channelNamed: (name) => ({ id: 1, name }),
};

/** The source of a message next to its rendered HTML. */
export function exampleHtml(source: string): string {
  const text = source.replace(/\n$/, '');
  const lines = `<pre tabindex="0"><code>${escapeText(text)}</code></pre>`;
  return `<div class="example">${lines}<div class="rendered">${messageHtml(text)}</div></div>\n`;
}

/** A message for a page without scripts. */
export const messageHtml = (source: string): string => pageHtml(renderMessage(source, DIRECTORY).html);

/** Message HTML for a page without scripts: no style attributes, emoji as characters, spoilers as `<details>`. */
function pageHtml(html: string): string {
  const fragment = parseFragment(html);
  for (const node of [...fragment.childNodes]) adapt(node);
  return serialize(fragment);
}

function adapt(node: Node): void {
  if (!tree.isElementNode(node)) return;
  const classes = attribute(node, 'class')?.split(' ') ?? [];
  const emoji = classes.find((name) => name.startsWith('emoji-'));
  if (emoji !== undefined) showEmoji(node, emoji.slice('emoji-'.length));
  // The policy of the page allows no style attributes, and MathML needs none.
  else if (classes.includes('katex-html')) tree.detachNode(node);
  else if (classes.includes('spoiler-block')) showSpoiler(node);
  if (node.tagName === 'pre') node.attrs.push({ name: 'tabindex', value: '0' });
  // The conversations of an example do not exist.
  if (attribute(node, 'href')?.startsWith('/#')) {
    node.tagName = node.nodeName = 'span';
    setAttribute(node, 'href', undefined);
  }
  showAlignment(node);
  for (const child of [...node.childNodes]) adapt(child);
}

function showEmoji(node: Element, code: string): void {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  for (const child of [...node.childNodes]) tree.detachNode(child);
  tree.insertText(node, String.fromCodePoint(...points));
}

function showSpoiler(block: Element): void {
  const [header, content] = block.childNodes.filter((child) => tree.isElementNode(child));
  block.tagName = block.nodeName = 'details';
  if (header) header.tagName = header.nodeName = 'summary';
  if (content) setAttribute(content, 'aria-hidden', undefined);
}

function showAlignment(node: Element): void {
  const style = attribute(node, 'style');
  if (style === undefined) return;
  setAttribute(node, 'style', undefined);
  const [, side] = /text-align: (\w+)/.exec(style) ?? [];
  if (side) setAttribute(node, 'class', `align-${side}`);
}

const attribute = (node: Element, name: string): string | undefined =>
  node.attrs.find((one) => one.name === name)?.value;

function setAttribute(node: Element, name: string, value: string | undefined): void {
  node.attrs = node.attrs.filter((one) => one.name !== name);
  if (value !== undefined) node.attrs.push({ name, value });
}
