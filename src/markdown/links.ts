import type { StateInline } from 'markdown-it';
import { type Context, getContext, noteLink } from './context.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { localPath, narrowHtml } from './local-links.ts';
import { putHtml } from './mentions.ts';
import { backtickRun, bracketEnd, codeEnd } from './spans.ts';
import { allowedUrl, urlLength } from './urls.ts';

/** Parses `[words](url "title")`. As in Zulip, the words may only contain code and character entities. */
export function link(state: StateInline): boolean {
  const { pos, src } = state;
  const written = linkAt(state, pos);
  if (!written) return false;
  const { url, allowed, close, end } = written;
  noteLink(getContext(state.env), url);
  const words = src.slice(pos + 1, close).trim();
  const wordsShown = words ? wordsHtml(state, pos + 1, close) : escapeText(allowed);
  const title = written.title ? ` title="${escapeAttribute(written.title)}"` : '';
  return putHtml(state, `<a href="${escapeAttribute(url)}"${title}>${wordsShown}</a>`, end - pos, [
    { url, text: words ? decodeEntities(state, words) : allowed },
  ]);
}

function decodeEntities({ md }: StateInline, text: string): string {
  // The helper also removes backslashes, which are plain characters here.
  return text.includes('&') ? md.utils.unescapeAll(text.replaceAll('\\', '\\\\')) : text;
}

/** The link whose `[` is at this position: its URL (`given`: as written), its `]` and its end. */
export function linkAt(
  state: StateInline,
  pos: number,
): { url: string; allowed: string; title: string; close: number; end: number } | undefined {
  const { src, posMax } = state;
  if (src.charCodeAt(pos) !== 0x5b) return undefined;
  const close = bracketEnd(state, pos);
  if (close === undefined || close + 2 >= posMax || src.charCodeAt(close + 1) !== 0x28) return undefined;
  const target = targetAt(state, close + 2);
  const allowed = target && (allowedUrl(target.url) ?? allowedUrl(withScheme(target.url)));
  if (!allowed) return undefined;
  return {
    url: localPath(allowed, getContext(state.env).directory.origin),
    allowed,
    title: target.title,
    close,
    end: target.end,
  };
}

/** Completes `zulip.com/help` and `ada@example.org`. A target without a scheme is a web address, as in Zulip. */
function withScheme(target: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*(?:[/?#]|$)/u.test(target)) return `http://${target}`;
  return /^[\p{L}\p{N}\p{M}_.+-]+@[\p{L}\p{N}\p{M}_.-]+$/u.test(target) ? `mailto:${target}` : target;
}

function targetAt(state: StateInline, from: number): { url: string; title: string; end: number } | undefined {
  const { src, posMax } = state;
  const { parseLinkDestination, parseLinkTitle } = state.md.helpers;
  const start = skipBlanks(src, from, posMax);
  const destination = parseLinkDestination(src, start, posMax);
  if (!destination.ok) return spacedTargetAt(state, start);
  let end = skipBlanks(src, destination.pos, posMax);
  const title = end > destination.pos ? parseLinkTitle(src, end, posMax) : undefined;
  if (title?.ok) end = skipBlanks(src, title.pos, posMax);
  if (end >= posMax || src.charCodeAt(end) !== 0x29) return spacedTargetAt(state, start);
  return { url: destination.str, title: title?.ok ? title.str : '', end: end + 1 };
}

/**
 * The length of destinations with blanks, in characters. The search after each `[words](` stops there, so that many of
 * them take linear time.
 */
const MAX_SPACED_TARGET = 2000;
const TITLE_AT_END = /[ ](?:"([^"]*)"|'([^']*)')$/;

/**
 * A destination that contains blanks, as copied addresses may: up to its matching closing parenthesis on the same line.
 * (Zulip also accepts destinations over several lines, and any words as the name of a host.)
 */
function spacedTargetAt(state: StateInline, start: number): { url: string; title: string; end: number } | undefined {
  const { src } = state;
  const limit = Math.min(state.posMax, start + MAX_SPACED_TARGET);
  let end = start;
  for (let depth = 0; end < limit; end++) {
    const char = src[end];
    if (char === '\n') return undefined;
    if (char === '(') depth++;
    else if (char === ')' && depth-- === 0) break;
  }
  if (end >= limit) return undefined;
  const written = src.slice(start, end).trim();
  const title = TITLE_AT_END.exec(written);
  const url = written.slice(0, title?.index).trim();
  if (!url.includes(' ')) return undefined;
  return { url: decodeEntities(state, url), title: title?.[1] ?? title?.[2] ?? '', end: end + 1 };
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

/** A host with a path or query. Zulip includes angle brackets in such an address. */
const WEB_REST =
  /^:\/\/[\p{L}\p{N}_[][^\s<>"`/?#\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*(?:[/?#][^\s"`\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*)?/u;
/**
 * The characters that may stand between an address and the next blank, the end, or code. With anything else it is not
 * an address, as in Zulip.
 */
const AFTER_URL = /[!:;?),.'">\]}*~|]*(?=[\s`]|$)/y;
const MAIL_REST = /^:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/;

/**
 * Parses `https://…` and `mailto:…` in the text. It is called at the colon, when the scheme was already parsed as text.
 */
export function bareUrl(state: StateInline): boolean {
  const { pos, src } = state;
  if (src.charCodeAt(pos) !== 0x3a) return false;
  const scheme = /(?:https?|mailto)$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  if (!scheme || !state.pending.endsWith(scheme)) return false;
  const start = pos - scheme.length;
  if (start > 0 && !/[\s'"(,:<>{[*~|]/.test(src[start - 1]!)) return false;
  const rest = (scheme.length === 6 ? MAIL_REST : WEB_REST).exec(src.slice(pos, state.posMax))?.[0];
  if (!rest) return false;
  const length = urlLength(rest);
  const url = allowedUrl(scheme + rest.slice(0, length));
  if (!url || !standsAlone(src, pos + length)) return false;
  state.pending = state.pending.slice(0, -scheme.length);
  const shown = localPath(url, getContext(state.env).directory.origin);
  return putHtml(state, urlHtml(url, getContext(state.env)), url.length - scheme.length, [{ url: shown, text: url }]);
}

function standsAlone(src: string, end: number): boolean {
  AFTER_URL.lastIndex = end;
  return AFTER_URL.test(src);
}

function urlHtml(url: string, context: Context): string {
  const path = localPath(url, context.directory.origin);
  const named = path === url ? undefined : narrowHtml(path, context.directory);
  if (named) {
    // It shows no picture and attaches nothing, but it is a link.
    context.link = true;
    return named;
  }
  noteLink(context, path);
  return `<a href="${escapeAttribute(path)}">${escapeText(url)}</a>`;
}
