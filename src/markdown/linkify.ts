import type { Token } from 'markdown-it';
import { type Context, noteLink } from './context.ts';
import { textHtml } from './emoji.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import type { Directory } from './render.ts';
import { allowedUrl } from './urls.ts';

/** Puts the organisation's links into what is plain text: not into code, links and mentions. */
export function linkify(tokens: readonly Token[], context: Context): void {
  const { linksIn } = context.directory;
  if (!linksIn) return;
  for (const token of tokens) if (token.type === 'text') linkifyText(token, context, linksIn);
}

function linkifyText(token: Token, context: Context, linksIn: NonNullable<Directory['linksIn']>): void {
  const text = token.content;
  let html = '';
  let done = 0;
  for (const { from, to, url: given } of linksIn(text)) {
    const url = allowedUrl(given);
    if (!url) continue;
    noteLink(context, url);
    html += `${textHtml(text.slice(done, from))}<a href="${escapeAttribute(url)}">${escapeText(text.slice(from, to))}</a>`;
    done = to;
  }
  if (done === 0) return;
  token.type = 'html';
  token.content = html + textHtml(text.slice(done));
}
