import type { Context } from './context.ts';
import type { Preview } from './directory.ts';
import { escapeAttribute, escapeText } from './escape.ts';

/** Only this many pages of a message get a preview. */
const MAX_PREVIEWS = 5;

/** The previews below a message of the pages that it links, and the pages whose previews are not fetched yet. */
export function renderEmbeds({ directory, pages }: Context): { html: string; unknown: string[] } {
  const unknown: string[] = [];
  if (!directory.preview || pages.size === 0) return { html: '', unknown };
  const proxyPicture = (picture: string): string => directory.proxyUrl?.(picture) ?? picture;
  let html = '';
  for (const url of [...pages].slice(0, MAX_PREVIEWS)) {
    const preview = directory.preview(url);
    if (preview) html += embedHtml(url, preview, proxyPicture(preview.image));
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

/** A URL within the quotes of CSS. Characters with a meaning in CSS are percent-encoded. */
const inCss = (url: string): string =>
  url
    .replace(/["'\\()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
