import type { StateCore, StateInline, Token } from 'markdown-it';
import { type Context, getContext, isExternal, type Link, noteLink } from './context.ts';
import type { Upload } from './directory.ts';
import { escapeAttribute } from './escape.ts';
import { linkAt } from './links.ts';
import { putHtml } from './mentions.ts';

/** A message that links to more addresses gets no previews. */
const MAX_PREVIEWS = 24;
const IMAGE = /^https?:\/\/[^?#]*\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)(?:[?#]|$)/i;
const VIDEO_FILE = /^https?:\/\/[^?#]*\.(?:mp4|webm)(?:[?#]|$)/i;
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch(?:_popup)?\?(?:[^#]*&)?v=|(?:embed|live|shorts|v)\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i;
const VIDEO = /^video\/(?:mp4|webm)$/;
const AUDIO = /^audio\/(?:aac|flac|mpeg|wav|x-wav|vnd\.wave)$/;
const YOUTUBE_CLASS = 'youtube-video message_inline_image';
const LOADING = '/static/images/loading/loader-black.svg';

const getLinks = (token: Token): readonly Link[] => (token.meta as { links?: Link[] } | null)?.links ?? [];

/**
 * Shows the pictures and videos that the text links to, outside of quotes. Those of a paragraph stand below it, or in
 * its place if it is only an address. Those of a list item stand at its end, and all others at the end of the message.
 */
export function placeMedia(state: StateCore): void {
  const { tokens } = state;
  const context = getContext(state.env);
  if (!context.directory.previews || !context.link || !hasFewUrls(tokens)) return;
  const mediaTokens = (html: string): Token[] => {
    if (!html) return [];
    const token = new state.Token('media', '', 0);
    token.content = html;
    return [token];
  };
  const placed: Token[] = [];
  const items: string[] = [];
  const seen = new Set<string>();
  let quotes = 0;
  let atEnd = '';
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'list_item_open') items.push('');
    else if (token.type === 'list_item_close') placed.push(...mediaTokens(items.pop()!));
    if (token.type !== 'inline' || quotes > 0) {
      placed.push(token);
      continue;
    }
    const { within, outside, alone } = renderMedia(token, context, seen);
    const around = tokens[i - 1]!;
    const isParagraph = around.type === 'paragraph_open';
    atEnd += isParagraph ? outside : within + outside;
    if (isParagraph && around.hidden && items.length > 0) items[items.length - 1] += within;
    if (!isParagraph || around.hidden) {
      if (!(alone && isParagraph)) placed.push(token);
    } else if (alone) {
      placed.pop();
      placed.push(...mediaTokens(within));
      i++;
    } else {
      placed.push(token, tokens[++i]!, ...mediaTokens(within));
    }
  }
  placed.push(...mediaTokens(atEnd));
  state.tokens = placed;
}

function hasFewUrls(tokens: readonly Token[]): boolean {
  const urls = new Set<string>();
  let quotes = 0;
  for (const { type, nesting, children } of tokens) {
    if (type.startsWith('blockquote')) quotes += nesting;
    else if (children && quotes === 0)
      for (const child of children) for (const { url } of getLinks(child)) urls.add(url);
  }
  return urls.size > 0 && urls.size <= MAX_PREVIEWS;
}

/**
 * The media of one run of text. `outside` counts links within emphasis; `alone` means that the text is only the
 * address.
 */
function renderMedia(
  { children }: Token,
  context: Context,
  seen: Set<string>,
): { within: string; outside: string; alone: boolean } {
  let within = '';
  let outside = '';
  let depth = 0;
  let links = 0;
  for (const child of children!) {
    depth += child.nesting;
    for (const link of getLinks(child)) {
      links++;
      if (seen.has(link.url)) continue;
      seen.add(link.url);
      const html = mediaHtml(link, context);
      if (depth > 0) outside += html;
      else within += html;
    }
  }
  const [only] = children!;
  // An external video is shown below its address; everything else replaces its address.
  const alone =
    within !== '' &&
    !within.includes(YOUTUBE_CLASS) &&
    children!.length === 1 &&
    links === 1 &&
    getLinks(only!)[0]!.url === getLinks(only!)[0]!.text;
  return { within, outside, alone: alone && only!.content.startsWith('<a ') && only!.content.endsWith('</a>') };
}

function mediaHtml({ url, text }: Link, context: Context): string {
  const upload = uploadAt(url, context);
  const link = `<a href="${escapeAttribute(url)}"${url === text ? '' : ` title="${escapeAttribute(text)}"`}>`;
  if (upload && VIDEO.test(upload.content_type)) {
    const video = `<video preload="metadata" src="${escapeAttribute(url)}"></video>`;
    return `<div class="message_inline_image message_inline_video">${link}${video}</a></div>`;
  }
  const image = upload && imageHtml(url, upload);
  if (!image) return externalHtml(url, link, context);
  context.image = true;
  return `<div class="message_inline_image">${link}${image}</a></div>`;
}

/** The HTML of an external picture or video. Browsers load it, or a video's still image, through this server. */
function externalHtml(url: string, link: string, context: Context): string {
  const { directory, pages } = context;
  if (!directory.proxyUrl || !isExternal(url, directory.origin)) return '';
  const youtube = YOUTUBE.exec(url)?.[1];
  const isVideo = VIDEO_FILE.test(url);
  if (!youtube && !isVideo && !IMAGE.test(url)) return '';
  pages.delete(url);
  const source = escapeAttribute(directory.proxyUrl(youtube ? `https://i.ytimg.com/vi/${youtube}/mqdefault.jpg` : url));
  const href = escapeAttribute(url);
  if (isVideo && !youtube) {
    const video = `<video data-video-original-url="${href}" preload="metadata" src="${source}"></video>`;
    return `<div class="message_inline_image message_inline_video">${link}${video}</a></div>`;
  }
  context.image = true;
  return youtube
    ? `<div class="${YOUTUBE_CLASS}"><a data-id="${youtube}" href="${href}"><img src="${source}"></a></div>`
    : `<div class="message_inline_image">${link}<img src="${source}"></a></div>`;
}

function imageHtml(url: string, { picture, content_type }: Upload): string | undefined {
  if (!picture) return undefined;
  if (picture === 'itself') return `<img src="${escapeAttribute(url)}">`;
  const { ready, width, height, animated, format, transcoded } = picture;
  const original = `data-original-content-type="${escapeAttribute(content_type)}" data-original-dimensions="${width}x${height}"`;
  if (!ready) return `<img class="image-loading-placeholder" ${original} src="${LOADING}">`;
  const moving = animated ? 'data-animated="true" ' : '';
  const large = transcoded ? ` data-transcoded-image="${transcoded}"` : '';
  const thumbnail = url.replace('/user_uploads/', '/user_uploads/thumbnail/');
  return `<img ${moving}${original}${large} src="${escapeAttribute(`${thumbnail}/${format}`)}">`;
}

/**
 * Parses `![words](/user_uploads/…)`: an audio file becomes a player, anything else an exclamation mark and a link, as
 * at this feature level.
 */
export function audio(state: StateInline): boolean {
  const { pos, src } = state;
  if (src.charCodeAt(pos) !== 0x21 || src.charCodeAt(pos + 1) !== 0x5b) return false;
  const context = getContext(state.env);
  const written = linkAt(state, pos + 1);
  const upload = written && uploadAt(written.url, context);
  if (!upload || !AUDIO.test(upload.content_type)) return false;
  noteLink(context, written.url);
  const words = src.slice(pos + 2, written.close).trim();
  const title = words ? ` title="${escapeAttribute(words)}"` : '';
  return putHtml(
    state,
    `<audio controls preload="metadata" src="${escapeAttribute(written.url)}"${title}></audio>`,
    written.end - pos,
  );
}

function uploadAt(url: string, { directory }: Context): Upload | undefined {
  const [, path] = /^\/user_uploads\/(\d[^?#]*)$/.exec(url) ?? [];
  return path === undefined ? undefined : directory.upload?.(decodePath(path));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
