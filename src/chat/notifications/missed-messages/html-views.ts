import { escapeText } from '../mail/layout.ts';

// A message's HTML is ours and well formed. Here it is walked tag by tag, and only listed elements pass: a mail client
// has neither our styles nor our scripts, and images would need a session.

export interface ForMail {
  html: string;
  text: string;
}

const QUOTE = 'margin:0 0 8px;padding:0 0 0 12px;border-left:3px solid #d2ccc0';
const CODE = 'font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;background:#f4f1eb;border-radius:4px';

/** The allowed elements with their inline styles. */
const TAGS: Record<string, string> = {
  p: ' style="margin:0 0 8px"',
  strong: '',
  em: '',
  del: '',
  code: ` class="code" style="${CODE};padding:1px 4px"`,
  pre: ` class="code" style="${CODE};margin:0 0 8px;padding:8px 12px;white-space:pre-wrap"`,
  blockquote: ` class="line" style="${QUOTE}"`,
  ul: ' style="margin:0 0 8px;padding-left:22px"',
  ol: ' style="margin:0 0 8px;padding-left:22px"',
  li: '',
  h1: ' style="font-size:18px;margin:0 0 8px"',
  h2: ' style="font-size:17px;margin:0 0 8px"',
  h3: ' style="font-size:16px;margin:0 0 8px"',
  h4: ' style="font-size:16px;margin:0 0 8px"',
  h5: ' style="font-size:16px;margin:0 0 8px"',
  h6: ' style="font-size:16px;margin:0 0 8px"',
  table: ' style="border-collapse:collapse;margin:0 0 8px"',
  thead: '',
  tbody: '',
  tr: '',
  th: ' class="line" style="border:1px solid #d2ccc0;padding:2px 8px;text-align:left"',
  td: ' class="line" style="border:1px solid #d2ccc0;padding:2px 8px"',
};
const VOID = new Set(['br', 'hr', 'img', 'input']);
/** Elements that are hidden at first, previews, and what only our own styles can show. */
const REPLACED =
  /(?:^|\s)(?:spoiler-content|message_inline_image|message_inline_video|message_embed|katex|emoji-[\da-f-]+)(?:\s|$)/;

const TOKEN = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+|</g;

/** Converts a message for mail, as HTML and as plain text. Links within the server become absolute. */
export function forMail(message: string, origin: string): ForMail {
  const tokens = [...message.matchAll(TOKEN)];
  const closers: { name: string; html: string; text(from: string): string; at: number }[] = [];
  let html = '';
  let text = '';
  for (let at = 0; at < tokens.length; at++) {
    const [whole, closing, name, attributes = '', selfClosed] = tokens[at]!;
    if (name === undefined) {
      html += whole === '<' ? '&lt;' : whole;
      text += plain(whole);
    } else if (closing) {
      const closer = closers.pop();
      if (!closer) continue;
      html += closer.html;
      text = text.slice(0, closer.at) + closer.text(text.slice(closer.at));
    } else if (VOID.has(name) || selfClosed) {
      const shown = single(name, attributes);
      html += shown.html;
      text += shown.text;
    } else if (REPLACED.test(attribute(attributes, 'class') ?? '')) {
      const end = findEnd(tokens, at);
      const instead = replaceElement(
        attributes,
        tokens
          .slice(at, end)
          .map(([token]) => token)
          .join(''),
      );
      html += instead.html;
      text += instead.text;
      at = end;
    } else {
      const { open, close, asText } = closers.at(-1)?.name === 'pre' ? NAKED : openElement(name, attributes, origin);
      html += open;
      closers.push({ name, html: close, text: asText, at: text.length });
    }
  }
  return { html: html.replace(/\n+/g, '\n').trim(), text: text.replace(/\n{3,}/g, '\n\n').trim() };
}

function openElement(
  name: string,
  attributes: string,
  origin: string,
): { open: string; close: string; asText(inner: string): string } {
  if (name === 'a') {
    const url = absoluteUrl(attribute(attributes, 'href') ?? '', origin);
    if (url === undefined) return NAKED;
    const asText = (inner: string) => (url.includes(inner.trim()) ? url : `${inner} (${url})`);
    return { open: `<a href="${escapeText(url)}" style="color:#0b6468">`, close: '</a>', asText };
  }
  const dress = TAGS[name];
  if (dress === undefined) return NAKED;
  const start = name === 'ol' ? /\bstart="(\d+)"/.exec(attributes)?.[0] : undefined;
  return { open: `<${name}${start ? ` ${start}` : ''}${dress}>`, close: `</${name}>`, asText: ENDS[name] ?? same };
}

const same = (inner: string): string => inner;
/** The block styles the code inside it. */
const NAKED = { open: '', close: '', asText: same };
const paragraph = (inner: string): string => `${inner.trim()}\n\n`;
const ENDS: Record<string, (inner: string) => string> = {
  p: paragraph,
  h1: paragraph,
  h2: paragraph,
  h3: paragraph,
  h4: paragraph,
  h5: paragraph,
  h6: paragraph,
  pre: (inner) => `${inner.trimEnd().replace(/^/gm, '    ')}\n\n`,
  blockquote: (inner) => `${inner.trim().replace(/^/gm, '> ')}\n\n`,
  li: (inner) => `* ${inner.trim().replace(/\n+/g, '\n  ')}\n`,
  ul: (inner) => `\n${inner.replace(/\n{2,}/g, '\n').trim()}\n\n`,
  ol: (inner) => `\n${numberItems(inner.replace(/\n{2,}/g, '\n').trim())}\n\n`,
  tr: (inner) => `${splitCells(inner).join(' | ')}\n`,
  table: (inner) => `${inner.replace(/\n{2,}/g, '\n').trim()}\n\n`,
  th: (inner) => `${inner.trim()}\n`,
  td: (inner) => `${inner.trim()}\n`,
};

/** List items in the form of `li`; nested lists are indented. */
function numberItems(items: string): string {
  let number = 0;
  return items.replace(/^\* /gm, () => `${++number}. `);
}

function single(name: string, attributes: string): ForMail {
  // The source has a line break after it.
  if (name === 'br') return { html: '<br>', text: '' };
  if (name === 'hr') return { html: '<hr>', text: '\n----\n\n' };
  // Custom emoji by name; other images are left out.
  const alt = name === 'img' ? (attribute(attributes, 'alt') ?? '') : '';
  return { html: escapeText(alt), text: alt };
}

/** An emoji as a character, a formula as its source, and a placeholder for a spoiler. */
function replaceElement(attributes: string, inner: string): ForMail {
  const emoji = /\bemoji-([\da-f-]+)/.exec(attributes)?.[1];
  if (emoji !== undefined) {
    const character = String.fromCodePoint(...emoji.split('-').map((point) => Number.parseInt(point, 16)));
    return { html: character, text: character };
  }
  if (/\bspoiler-content\b/.test(attributes)) return { html: '<p style="margin:0 0 8px">(…)</p>', text: '(…)\n\n' };
  const tex = /<annotation encoding="application\/x-tex">([^<]*)<\/annotation>/.exec(inner)?.[1];
  return tex === undefined
    ? { html: '', text: '' }
    : { html: `<code class="code" style="${CODE}">${tex}</code>`, text: plain(tex) };
}

/** Where the element that opens at `start` closes. */
function findEnd(tokens: readonly RegExpExecArray[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const [, closing, name, , selfClosed] = tokens[at]!;
    if (name === undefined || VOID.has(name) || selfClosed) continue;
    depth += closing ? -1 : 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

const attribute = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : plain(value);
};

/** A link that works outside the server; undefined: none that a mail should contain. */
function absoluteUrl(href: string, origin: string): string | undefined {
  if (/^\/(?!\/)/.test(href) || href.startsWith('#')) return `${origin}${href.startsWith('#') ? '/' : ''}${href}`;
  return /^(https?|mailto):/i.test(href) ? href : undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
const plain = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name]!);

/** The lines of a table row, one for each cell. */
function splitCells(row: string): string[] {
  return row
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
