import assert from 'node:assert/strict';

/** Every element a message may contain, with its attributes in order and their allowed values. */
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
  div: [
    ' class="codehilite"( data-code-language="([\\w+\\-./#,]|[\\w .]+)+")?',
    ' class="spoiler-block"',
    ' class="spoiler-header"',
    ' class="spoiler-content" aria-hidden="true"',
    ' class="message_inline_image( message_inline_video)?"',
    ' class="youtube-video message_inline_image"',
  ],
  video: [
    ' preload="metadata" src="/user_uploads/[^"<>\\s]*"',
    ' data-video-original-url="https?://[^"<>\\s]*" preload="metadata" src="/external_content/[0-9a-f]{40}/[0-9a-f]+"',
  ],
  audio: [' controls preload="metadata" src="/user_uploads/[^"<>\\s]*"( title="[^"<>]*")?'],
  time: [' datetime="\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z"'],
  span: [
    '',
    ' class="(bp|c|c1|ch|cm|cp|cpf|err|fm|gd|ge|gh|gi|go|gp|gs|gu|k|kc|kd|kn|kp|kr|kt|m|mb|mf|mh|mi|mo|n|na|nb|nc|nd|ne|nf|ni|nl|nn|no|nt|nv|nx)"',
    ' class="(o|ow|p|s|s1|s2|sa|sb|sc|sd|se|sh|si|sr|ss|sx|vc|vg|vi|vm|w|x|p p-Indicator|l l-Scalar l-Scalar-Plain)"',
    ' class="(tex-error|timestamp-error|katex|katex-display)"',
    ' class="user-mention( silent)?" data-user-id="\\d+"',
    ' class="user-mention channel-wildcard-mention( silent)?" data-user-id="\\*"',
    ' class="topic-mention( silent)?"',
    ' class="user-group-mention( silent)?" data-user-group-id="\\d+"',
    ' aria-label="([\\w+ -]+)" class="emoji emoji-[0-9a-f-]+" role="img" title="\\1"',
  ],
  img: [
    ' (data-animated="true" )?data-original-content-type="image/[\\w-]+" data-original-dimensions="\\d+x\\d+"( data-transcoded-image="\\d+x\\d+\\.webp")? src="/user_uploads/thumbnail/[^"<>\\s]*"',
    ' class="image-loading-placeholder" data-original-content-type="image/[\\w-]+" data-original-dimensions="\\d+x\\d+" src="/static/images/loading/loader-black.svg"',
    ' src="/(user_uploads|external_content)/[^"<>\\s]*"',
    ' alt=":([\\w+.-]+):" class="emoji" src="/user_avatars/1/emoji/images/[0-9a-f]+\\.(png|gif)" title="[\\w+. -]+"',
  ],
  a: [
    ' href="(https?://[^/\\\\]|mailto:|tel:|/(?![/\\\\])|/$|#)[^"<>\\s]*"( title="[^"<>]*")?',
    ' class="stream(-topic)?" data-stream-id="\\d+" href="/#narrow/channel/[\\w.~-]+(/topic/[\\w.~-]*(/with/\\d+)?)?"',
    ' data-id="[\\w-]{11}" href="https?://[^"<>\\s]*"',
    ' class="message-link" href="/#narrow/channel/[\\w.~-]+/topic/[\\w.~-]*/near/\\d+"',
  ],
};
const LENGTH = '-?\\d*(\\.\\d+)?(em|ex|px|%)?';
const COLOR = '(#[0-9a-fA-F]{3,8}|[a-z]{1,30})';
const PROPERTY = `((height|width|min-width|top|bottom|left|right|vertical-align|(margin|padding)(-(left|right|top|bottom))?|border(-(right|left|top|bottom|))?-width|font-size):${LENGTH}|(color|background-color|border(-\\w+)?-color):${COLOR}|border-(\\w+-)?style:(solid|dashed|none)|position:relative|text-shadow:[\\w .]+);`;
const STYLE = `( style="(${PROPERTY})+")?`;

/** Within `span.katex`, the output of KaTeX: MathML, and spans and SVG with styles. */
const MATH: Record<string, string[]> = {
  ...Object.fromEntries(
    'semantics mrow mi mn mo ms mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose mglyph none'
      .split(' ')
      .map((name) => [name, ['( [a-z]+="[^"<>:;()]*"| style="[\\w:;. -]*")*']]),
  ),
  math: [' xmlns="http://www.w3.org/1998/Math/MathML"( display="block")?'],
  annotation: [' encoding="application/x-tex"'],
  span: [`( class="[\\w -]*")?( aria-hidden="true")?${STYLE}`],
  svg: [
    ` xmlns="http://www.w3.org/2000/svg"( (width|height)="${LENGTH}")*( style="width:${LENGTH}")?( viewBox="[\\d. -]+")?( preserveAspectRatio="\\w+( \\w+)?")?`,
  ],
  path: [' d="[\\w\\s,.-]*"'],
  line: [` x1="[\\d.%]+" y1="[\\d.%]+" x2="[\\d.%]+" y2="[\\d.%]+" stroke-width="${LENGTH}"`],
};
const VOID = new Set(['br', 'hr', 'img']);
const INLINE = new Set(['p', 'time', 'em', 'strong', 'del', 'code', 'span', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const BLOCK = new Set(['p', 'blockquote', 'ul', 'ol', 'div', 'table', 'pre', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Asserts that HTML is well-formed and contains only what a message may contain. Returns its text with entities
 * decoded.
 */
export function assertAllowed(html: string): string {
  const open: string[] = [];
  /** The depth at which the enclosing formula began; infinite outside of formulas. */
  let formula = Number.POSITIVE_INFINITY;
  let text = '';
  for (const [piece, end, name, attributes, words] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+)|</g)) {
    if (words !== undefined) {
      assert.ok(!/&(?!(amp|lt|gt|quot|#39|#x27|nbsp);)|>/.test(words), `not escaped: ${words}`);
      text += decoded(words);
    } else if (name === undefined) {
      assert.fail(`a tag that is none in ${html}`);
    } else if (end) {
      assert.equal(open.pop(), name, `unbalanced in ${html}`);
      if (open.length <= formula) formula = Number.POSITIVE_INFINITY;
    } else {
      const table = open.length > formula ? MATH : ALLOWED;
      const closed = table === MATH && attributes!.endsWith('/');
      const given = closed ? attributes!.slice(0, -1) : attributes!;
      const allowed = table[name]?.some((pattern) => new RegExp(`^${pattern}$`).test(given));
      assert.ok(allowed, `${piece} in ${html}`);
      assert.ok(!/&(?!(amp|lt|gt|quot|#39);)/.test(given), `not escaped: ${given}`);
      assert.ok(!(name === 'a' && open.includes('a')), `a link in a link in ${html}`);
      assert.ok(!(BLOCK.has(name) && open.some((outer) => INLINE.has(outer))), `${piece} in a paragraph in ${html}`);
      if (attributes === ' class="katex"') formula = open.length;
      if (!closed && !VOID.has(name)) open.push(name);
    }
  }
  assert.deepEqual(open, [], `left open in ${html}`);
  return text;
}

function decoded(text: string): string {
  const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => named[entity]!);
}
