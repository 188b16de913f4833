import type { Context } from './context.ts';
import { escapeAttribute, escapeText } from './escape.ts';

/** What a page says of itself: one line each, '' for nothing; the picture's address is absolute. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

/** Of the first so many pages a message links. */
const MOST = 5;

/** The previews of the pages a message links, below it, and which pages are not known yet. */
export function embedsOf({ directory, pages }: Context): { html: string; unknown: string[] } {
  const unknown: string[] = [];
  if (!directory.preview || pages.size === 0) return { html: '', unknown };
  const given = (picture: string): string => directory.proxied?.(picture) ?? picture;
  let html = '';
  for (const url of [...pages].slice(0, MOST)) {
    const preview = directory.preview(url);
    if (preview) html += embedHtml(url, preview, given(preview.image));
    else if (preview === undefined) unknown.push(url);
  }
  return { html: html && `\n${html}`, unknown };
}

function embedHtml(url: string, { title, description }: Preview, image: string): string {
  const href = escapeAttribute(url);
  const heading =
    title &&
    `<div class="message_embed_title"><a href="${href}" title="${escapeAttribute(title)}">${escapeText(title)}</a></div>`;
  const words = description && `<div class="message_embed_description">${escapeText(description)}</div>`;
  const picture = `<a class="message_embed_image" href="${href}" style="background-image: url(&quot;${escapeAttribute(inCss(image))}&quot;)"></a>`;
  return `<div class="message_embed">${picture}<div class="data-container">${heading}${words}</div></div>`;
}

/** A URL within the quotes of CSS: what could end it or mean something there, as its bytes. */
const inCss = (url: string): string =>
  url
    .replace(/["'\\()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
