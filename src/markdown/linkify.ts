import type { Token } from 'markdown-it';
import { type Context, type Link, noteLink } from './context.ts';
import { domainsIn, type FoundLink } from './domains.ts';
import { textHtml } from './emoji.ts';
import { emoticonsHtml } from './emoticons.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { allowedUrl, urlLength } from './urls.ts';

/** Adds links and emoticons to plain text, but not to code, links and mentions. */
export function linkify(tokens: readonly Token[], context: Context): void {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.type === 'text') linkifyText(tokens[i]!, context, isEdge(tokens[i - 1]), isEdge(tokens[i + 1]));
  }
}

/** Whether text next to this token counts as beginning or ending there. A line's end counts, an emoji does not. */
const isEdge = (token: Token | undefined): boolean =>
  token === undefined || token.type === 'br' || token.type.startsWith('tag_');

function linkifyText(token: Token, context: Context, starts: boolean, ends: boolean): void {
  const text = token.content;
  const { emoticons } = context.directory;
  const fits = (from: number, to: number) => (from > 0 || starts) && (to < text.length || ends);
  const plain = (from: number, to?: number) => {
    const part = text.slice(from, to);
    return emoticons ? emoticonsHtml(part, textHtml, (start, end) => fits(from + start, from + end)) : textHtml(part);
  };
  let html = '';
  let done = 0;
  const links: Link[] = [];
  for (const { from, to, url: found } of findLinks(text, context, fits)) {
    const url = allowedUrl(found);
    if (!url) continue;
    noteLink(context, url);
    links.push({ url, text: text.slice(from, to) });
    html += `${plain(done, from)}<a href="${escapeAttribute(url)}">${escapeText(text.slice(from, to))}</a>`;
    done = to;
  }
  if (done === 0 && !emoticons) return;
  token.type = 'html';
  token.content = html + plain(done);
  token.meta = { links };
}

/** Web addresses take precedence over the organization's linkifiers, as in Zulip. */
function findLinks(text: string, context: Context, fits: (from: number, to: number) => boolean): readonly FoundLink[] {
  const own = context.directory.linksIn?.(text) ?? [];
  const domains = domainsIn(text, urlLength).filter(({ from, to }) => fits(from, to));
  if (own.length === 0 || domains.length === 0) return own.length ? own : domains;
  const free = own.filter((one) => domains.every(({ from, to }) => one.to <= from || to <= one.from));
  return [...domains, ...free].sort((a, b) => a.from - b.from);
}
