import { createHash } from 'node:crypto';
import type { RssFeed } from 'feedsmith';
import { convertHtml } from '../mail/reading/html-markdown.ts';
import { Unreadable } from '../reading/types.ts';
import { FEED_LIMITS, type FeedEntry, type FeedTask, type ReadFeed } from './types.ts';

/** A text as a feed contains it. */
interface Source {
  text: string;
  isHtml: boolean;
}

/** An entry in whichever format. */
interface RawEntry {
  /** By which its feed identifies it; undefined: by its link or title. */
  id: string | undefined;
  url: string | undefined;
  title: Source;
  author: string | undefined;
  /** The first one that is not empty is shown. */
  texts: (Source | undefined)[];
  /** A date in any form. */
  date: string | undefined;
}

interface RawFeed {
  title: Source;
  home: string | undefined;
  entries: RawEntry[];
}

/**
 * Reads an RSS, Atom or JSON feed. Only the new entries are converted; the first time, none is new. Throws `Unreadable`
 * for other documents.
 */
export async function readFeed({ bytes, url, charset, known, most }: FeedTask): Promise<ReadFeed> {
  const { title, home, entries: raw } = await parse(decode(bytes, charset));
  const entries = newestFirst(raw.slice(0, FEED_LIMITS.entries));
  const hashes = entries.map(hashEntry);
  const seen = new Set(known ?? hashes);
  const fresh = entries.filter((_, at) => !seen.has(hashes[at]!) && hashes.indexOf(hashes[at]!) === at);
  const shown = fresh.slice(0, most);
  return {
    title: await plain(title),
    home: completeUrl(home, url),
    hashes: [...new Set(hashes)],
    entries: (await Promise.all(shown.map((entry) => toEntry(entry, url)))).reverse(),
    others: fresh.length - shown.length,
  };
}

/** The addresses of the feeds in an OPML document, each once. */
export async function readOpml(text: string): Promise<string[]> {
  const { parseOpml } = await import('feedsmith');
  const { body } = await read(() => parseOpml(text), 'The file is not an OPML document');
  const urls: string[] = [];
  const waiting = [...(body?.outlines ?? [])];
  for (let outline = waiting.shift(); outline && urls.length < FEED_LIMITS.feeds; outline = waiting.shift()) {
    if (outline.xmlUrl && isWebAddress(outline.xmlUrl)) urls.push(outline.xmlUrl);
    waiting.unshift(...(outline.outlines ?? []));
  }
  return [...new Set(urls)];
}

async function read<T>(parsing: () => T, otherwise: string): Promise<T> {
  try {
    return parsing();
  } catch {
    throw new Unreadable(otherwise);
  }
}

/** A text in the encoding that its header or its XML declaration names; UTF-8 if that is unknown. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = charset ?? /^\s*<\?xml[^>]{0,150}encoding=["']([\w-]{1,40})/.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const html = (text: string | undefined): Source | undefined => (text ? { text, isHtml: true } : undefined);
const plainSource = (text: string | undefined): Source | undefined => (text ? { text, isHtml: false } : undefined);
const NOTHING: Source = { text: '', isHtml: false };

async function parse(text: string): Promise<RawFeed> {
  const { parseFeed } = await import('feedsmith');
  const { format, feed } = await read(() => parseFeed(text), 'The document is not an RSS, Atom or JSON feed');
  switch (format) {
    case 'rss':
      return { title: html(feed.title) ?? NOTHING, home: feed.link, entries: (feed.items ?? []).map(rssEntry) };
    case 'rdf':
      return {
        title: html(feed.title) ?? NOTHING,
        home: feed.link,
        entries: (feed.items ?? []).map((item) => rssEntry({ ...item, guid: { value: item.rdf?.about ?? item.link } })),
      };
    case 'atom':
      return {
        title: atomText(feed.title) ?? NOTHING,
        home: linkIn(feed.links),
        entries: (feed.entries ?? []).map((entry) => ({
          id: entry.id,
          url: linkIn(entry.links),
          title: atomText(entry.title) ?? NOTHING,
          author: entry.authors?.[0]?.name,
          texts: [atomText(entry.summary), atomText(entry.content)],
          date: entry.published ?? entry.updated,
        })),
      };
    case 'json':
      return {
        title: plainSource(feed.title) ?? NOTHING,
        home: feed.home_page_url,
        entries: (feed.items ?? []).map((item) => ({
          id: item.id,
          url: item.url ?? item.external_url,
          title: plainSource(item.title) ?? NOTHING,
          author: item.authors?.[0]?.name,
          texts: [plainSource(item.summary), html(item.content_html), plainSource(item.content_text)],
          date: item.date_published,
        })),
      };
  }
}

type RssItem = Pick<
  RssFeed.Item<string>,
  'title' | 'link' | 'description' | 'authors' | 'pubDate' | 'guid' | 'dc' | 'content'
>;

function rssEntry({ title, link, description, authors, pubDate, guid, dc, content }: RssItem): RawEntry {
  const permalink = guid?.isPermaLink !== false && isWebAddress(guid?.value) ? guid?.value : undefined;
  return {
    id: guid?.value,
    url: link ?? permalink,
    title: html(title) ?? NOTHING,
    author: dc?.creators?.[0] ?? authors?.[0]?.name,
    texts: [html(description), html(content?.encoded)],
    date: pubDate ?? dc?.dates?.[0],
  };
}

const atomText = (text: { value?: string; type?: string } | undefined): Source | undefined =>
  text?.value ? { text: text.value, isHtml: text.type !== undefined && /html/i.test(text.type) } : undefined;

const linkIn = (links: readonly { href?: string; rel?: string }[] | undefined): string | undefined =>
  links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href ?? undefined;

/** Many feeds are sorted already, and some entries have no date. */
function newestFirst(entries: RawEntry[]): RawEntry[] {
  const times = new Map(entries.map((entry) => [entry, Date.parse(entry.date ?? '')]));
  if ([...times.values()].some(Number.isNaN)) return entries;
  return entries.sort((a, b) => times.get(b)! - times.get(a)!);
}

const hashEntry = ({ id, url, title, date }: RawEntry): string =>
  createHash('sha256')
    .update(id || url || `${title.text}\n${date ?? ''}`)
    .digest('base64url')
    .slice(0, 22);

async function toEntry(entry: RawEntry, base: string): Promise<FeedEntry> {
  const { url, title, author, texts } = entry;
  const text = texts.find((each) => each !== undefined && each.text.trim() !== '');
  return {
    hash: hashEntry(entry),
    title: await plain(title),
    url: completeUrl(url, base),
    author: oneLine(author ?? ''),
    text: text ? shorten(await toMarkdown(text, base)) : '',
  };
}

/** A title without the tags that it may contain. */
async function plain({ text, isHtml }: Source): Promise<string> {
  if (!isHtml || !/[<&]/.test(text)) return oneLine(text);
  const { parseFragment } = await import('parse5');
  return oneLine(textWithin(parseFragment(text.slice(0, 10 * FEED_LIMITS.title))));
}

interface TreeNode {
  value?: string;
  childNodes?: readonly object[];
}
const textWithin = ({ value = '', childNodes = [] }: TreeNode): string =>
  childNodes.reduce((text: string, each) => text + textWithin(each), value);

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, FEED_LIMITS.title);

async function toMarkdown({ text, isHtml }: Source, base: string): Promise<string> {
  if (!isHtml) return text;
  const complete = text.replace(
    /(\shref\s*=\s*["'])([^"'<>]{1,2048})/gi,
    (_, before: string, link: string) => before + (URL.parse(link, base)?.href ?? link),
  );
  return convertHtml(complete);
}

/** The first paragraphs, at least one. */
function shorten(text: string): string {
  const clean = text.replace(/[\uE000-\uE004\p{Cc}]/gu, (char) => (char === '\n' ? char : ' ')).trim();
  if (clean.length <= FEED_LIMITS.text) return clean;
  const end = Math.max(clean.lastIndexOf('\n\n', FEED_LIMITS.text), 0) || lastSpace(clean);
  return `${clean.slice(0, end).trim()} …`;
}

const lastSpace = (text: string): number => {
  const end = text.lastIndexOf(' ', FEED_LIMITS.text);
  return end > 0 ? end : FEED_LIMITS.text;
};

function completeUrl(url: string | undefined, base: string): string | undefined {
  const complete = url === undefined ? undefined : URL.parse(url, base)?.href;
  return complete !== undefined && isWebAddress(complete) ? complete : undefined;
}

const isWebAddress = (url: string | undefined): boolean =>
  url !== undefined && url.length <= FEED_LIMITS.url && /^https?:\/\//i.test(url);
