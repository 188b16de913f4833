import assert from 'node:assert/strict';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

const ELEMENTS = new Set(
  'p br hr em strong del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td div span img a time audio video'.split(
    ' ',
  ),
);
/** Elements that only formulas contain. */
const FORMULA = new Set(
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msup msub msubsup msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose mglyph merror svg path line'.split(
    ' ',
  ),
);
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Asserts that a browser parses this HTML to harmless elements only. Returns their text. */
export function assertHarmless(html: string, source: string): string {
  const fragment = parseFragment(html, {
    onParseError: ({ code }) => assert.ok(/control-character|noncharacter/.test(code), `${code}: ${source}`),
  });
  assert.equal(alike(serialize(fragment)), alike(html), source);
  return fragment.childNodes.map((node) => readText(node, source, false)).join('');
}

/** Decodes entities where that changes nothing. */
const alike = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll(' controls=""', ' controls');

function readText(node: Node, source: string, inFormula: boolean): string {
  if ('value' in node) return node.value;
  assert.ok('attrs' in node, `${node.nodeName}: ${source}`);
  const { tagName, attrs } = node;
  assert.ok(ELEMENTS.has(tagName) || (inFormula && FORMULA.has(tagName)), `${tagName}: ${source}`);
  const formula = inFormula || attrs.some(({ name, value }) => name === 'class' && /^katex/.test(value));
  for (const { name, value } of attrs) assertHarmlessAttribute(tagName, name, value, formula, source);
  const inner = 'childNodes' in node ? node.childNodes : [];
  return inner.map((child) => readText(child, source, formula)).join('');
}

function assertHarmlessAttribute(
  element: string,
  name: string,
  value: string,
  inFormula: boolean,
  source: string,
): void {
  const where = `${element} ${name}="${value}": ${source}`;
  assert.ok(
    !name.startsWith('on') && !['srcdoc', 'id', 'name', 'target', 'formaction', 'action'].includes(name),
    where,
  );
  assert.ok(name === 'title' || name === 'data-code-language' || !UNSEEN.test(value), where);
  // A preview's picture, within quotes that its URL cannot close.
  if (name === 'style' && /^background-image: url\("https?:\/\/[^"'\\()\s]*"\)$/.test(value)) return;
  if (name === 'style') assert.ok(inFormula || /^text-align: (left|center|right);$/.test(value), where);
  if (name === 'style') assert.ok(!/url|expression|@|\\|position:\s*(fixed|absolute)/i.test(value), where);
  if (name === 'src')
    assert.ok(
      /^\/(?:user_avatars|user_uploads|external_content|static\/images)\//.test(value) ||
        /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/mqdefault\.jpg$/.test(value),
      where,
    );
  if (name === 'href') {
    assert.equal(element, 'a', where);
    const { protocol, origin } = new URL(value, 'https://here.example');
    assert.ok(['https:', 'http:', 'mailto:', 'tel:'].includes(protocol), where);
    if (/^[/#]/.test(value)) assert.equal(origin, 'https://here.example', where);
  }
}
