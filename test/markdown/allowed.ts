import assert from 'node:assert/strict';

/** Every element a message may hold, with its attributes in order and what their values may be. */
const ALLOWED: Record<string, string[]> = {
  p: [''],
  br: [''],
  hr: [''],
  em: [''],
  strong: [''],
  del: [''],
  code: [''],
  pre: [''],
  blockquote: [''],
  ul: [''],
  ol: ['', ' start="\\d{1,9}"'],
  li: [''],
  h1: [''],
  h2: [''],
  h3: [''],
  h4: [''],
  h5: [''],
  h6: [''],
  table: [''],
  thead: [''],
  tbody: [''],
  tr: [''],
  th: ['', ' style="text-align: (left|center|right);"'],
  td: ['', ' style="text-align: (left|center|right);"'],
  div: [' class="codehilite"( data-code-language="[^"<>\\s]+")?'],
  span: [
    '',
    ' class="user-mention( silent)?" data-user-id="\\d+"',
    ' class="user-mention channel-wildcard-mention( silent)?" data-user-id="\\*"',
    ' class="topic-mention( silent)?"',
    ' class="user-group-mention( silent)?" data-user-group-id="\\d+"',
    ' aria-label="([\\w+ -]+)" class="emoji emoji-[0-9a-f-]+" role="img" title="\\1"',
  ],
  img: [' alt=":([\\w+.-]+):" class="emoji" src="/user_avatars/1/emoji/images/[0-9a-f]+\\.(png|gif)" title="[\\w+. -]+"'],
  a: [
    ' href="(https?://[^/\\\\]|mailto:|tel:|/(?![/\\\\])|/$|#)[^"<>\\s]*"( title="[^"<>]*")?',
    ' class="stream(-topic)?" data-stream-id="\\d+" href="/#narrow/channel/[\\w.~-]+(/topic/[\\w.~-]*(/with/\\d+)?)?"',
    ' class="message-link" href="/#narrow/channel/[\\w.~-]+/topic/[\\w.~-]*/near/\\d+"',
  ],
};
const VOID = new Set(['br', 'hr', 'img']);
const INLINE = new Set(['p', 'em', 'strong', 'del', 'code', 'span', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const BLOCK = new Set(['p', 'blockquote', 'ul', 'ol', 'div', 'table', 'pre', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Refuses HTML that is not well formed or holds anything a message may not. Answers its text, entities decoded. */
export function assertAllowed(html: string): string {
  const open: string[] = [];
  let text = '';
  for (const [piece, end, name, attributes, words] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+)|</g)) {
    if (words !== undefined) {
      assert.ok(!/&(?!(amp|lt|gt|quot|#39);)|>/.test(words), `not escaped: ${words}`);
      text += decoded(words);
    } else if (name === undefined) {
      assert.fail(`a tag that is none in ${html}`);
    } else if (end) {
      assert.equal(open.pop(), name, `unbalanced in ${html}`);
    } else {
      const allowed = ALLOWED[name]?.some((pattern) => new RegExp(`^${pattern}$`).test(attributes!));
      assert.ok(allowed, `${piece} in ${html}`);
      assert.ok(!/&(?!(amp|lt|gt|quot|#39);)/.test(attributes!), `not escaped: ${attributes}`);
      assert.ok(!(name === 'a' && open.includes('a')), `a link in a link in ${html}`);
      assert.ok(!(BLOCK.has(name) && open.some((outer) => INLINE.has(outer))), `${piece} in a paragraph in ${html}`);
      if (!VOID.has(name)) open.push(name);
    }
  }
  assert.deepEqual(open, [], `left open in ${html}`);
  return text;
}

function decoded(text: string): string {
  const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => named[entity]!);
}
