import type { StateInline } from 'markdown-it';
import { type Context, contextOf, noteLink } from './context.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { putHtml } from './mentions.ts';
import { narrowHtml, ownPath } from './own-links.ts';
import { backtickRun, bracketEnd, codeEnd } from './spans.ts';
import { allowedUrl, urlLength } from './urls.ts';

/** `[words](url "title")`. As in Zulip, nothing but code and character entities is read within the words. */
export function link(state: StateInline): boolean {
  const { pos, src } = state;
  const written = linkAt(state, pos);
  if (!written) return false;
  const { url, given, close, end } = written;
  noteLink(contextOf(state.env), url);
  const words = src.slice(pos + 1, close).trim();
  const wordsShown = words ? wordsHtml(state, pos + 1, close) : escapeText(given);
  const title = written.title ? ` title="${escapeAttribute(written.title)}"` : '';
  return putHtml(state, `<a href="${escapeAttribute(url)}"${title}>${wordsShown}</a>`, end - pos, [
    { url, text: words ? decodeEntities(state, words) : given },
  ]);
}

function decodeEntities({ md }: StateInline, text: string): string {
  // The helper also removes backslashes, which are only characters here.
  return text.includes('&') ? md.utils.unescapeAll(text.replaceAll('\\', '\\\\')) : text;
}

/** A link whose `[` stands here: where it goes (`given`: as it was written), its `]` and its end. */
export function linkAt(
  state: StateInline,
  pos: number,
): { url: string; given: string; title: string; close: number; end: number } | undefined {
  const { src, posMax } = state;
  if (src.charCodeAt(pos) !== 0x5b) return undefined;
  const close = bracketEnd(state, pos);
  if (close === undefined || close + 2 >= posMax || src.charCodeAt(close + 1) !== 0x28) return undefined;
  const target = targetAt(state, close + 2);
  const given = target && (allowedUrl(target.url) ?? allowedUrl(withScheme(target.url)));
  if (!given) return undefined;
  return {
    url: ownPath(given, contextOf(state.env).directory.origin),
    given,
    title: target.title,
    close,
    end: target.end,
  };
}

/** `zulip.com/help` and `ada@example.org` as the addresses they stand for; what names no scheme is in the web, as in Zulip. */
function withScheme(target: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*(?:[/?#]|$)/u.test(target)) return `http://${target}`;
  return /^[\p{L}\p{N}\p{M}_.+-]+@[\p{L}\p{N}\p{M}_.-]+$/u.test(target) ? `mailto:${target}` : target;
}

function targetAt(state: StateInline, from: number): { url: string; title: string; end: number } | undefined {
  const { src, posMax } = state;
  const { parseLinkDestination, parseLinkTitle } = state.md.helpers;
  const destination = parseLinkDestination(src, skipBlanks(src, from, posMax), posMax);
  if (!destination.ok) return undefined;
  let end = skipBlanks(src, destination.pos, posMax);
  const title = end > destination.pos ? parseLinkTitle(src, end, posMax) : undefined;
  if (title?.ok) end = skipBlanks(src, title.pos, posMax);
  if (end >= posMax || src.charCodeAt(end) !== 0x29) return undefined;
  return { url: destination.str, title: title?.ok ? title.str : '', end: end + 1 };
}

function skipBlanks(src: string, from: number, max: number): number {
  let pos = from;
  while (pos < max && (src[pos] === ' ' || src[pos] === '\n')) pos++;
  return pos;
}

function wordsHtml(state: StateInline, from: number, to: number): string {
  const { src } = state;
  let html = '';
  let done = from;
  for (let pos = src.indexOf('`', from); pos !== -1 && pos < to; pos = src.indexOf('`', pos)) {
    const end = codeEnd(state, pos);
    const run = backtickRun(src, pos);
    if (end !== undefined && end <= to) {
      html += `${escapeText(decodeEntities(state, src.slice(done, pos)))}<code>${escapeText(src.slice(pos + run, end - run))}</code>`;
      done = end;
    }
    pos = Math.max(done, pos + run);
  }
  return html + escapeText(decodeEntities(state, src.slice(done, to)));
}

const WEB_REST = /^:\/\/[\p{L}\p{N}_[][^\s<>"`\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*/u;
const MAIL_REST = /^:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/;

/** `https://…` and `mailto:…` standing in the text; called at the colon, with the scheme already taken for text. */
export function bareUrl(state: StateInline): boolean {
  const { pos, src } = state;
  if (src.charCodeAt(pos) !== 0x3a) return false;
  const scheme = /(?:https?|mailto)$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  if (!scheme || !state.pending.endsWith(scheme)) return false;
  const start = pos - scheme.length;
  if (start > 0 && !/[\s'"(,:<>{[*~|]/.test(src[start - 1]!)) return false;
  const rest = (scheme.length === 6 ? MAIL_REST : WEB_REST).exec(src.slice(pos, state.posMax))?.[0];
  if (!rest) return false;
  const url = allowedUrl(scheme + rest.slice(0, urlLength(rest)));
  if (!url) return false;
  state.pending = state.pending.slice(0, -scheme.length);
  const shown = ownPath(url, contextOf(state.env).directory.origin);
  return putHtml(state, urlHtml(url, contextOf(state.env)), url.length - scheme.length, [{ url: shown, text: url }]);
}

function urlHtml(url: string, context: Context): string {
  const path = ownPath(url, context.directory.origin);
  const named = path === url ? undefined : narrowHtml(path, context.directory);
  if (named) return named;
  noteLink(context, path);
  return `<a href="${escapeAttribute(path)}">${escapeText(url)}</a>`;
}
