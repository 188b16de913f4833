import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { FEED_LIMITS, FEED_TYPES } from '../../../kernel/feeds/types.ts';
import { ForbiddenAddress, get, type Page } from '../../../kernel/http/outgoing.ts';
import type { Feed, FeedAnswer } from './types.ts';

/** For everything, in milliseconds. */
const TIMEOUT = 10_000;
const REDIRECTS = 5;
/** The most new entries of a feed that are posted at once. */
const MOST_NEW = 10;
const HOUR = 3600;
/** The longest that a server can make this one wait, in seconds. */
const LONGEST_WAIT = 24 * HOUR;

type Asked = Pick<Feed, 'url' | 'known' | 'etag' | 'modified'>;

/** Asks for a feed, and reads it if it changed. */
export async function fetchFeed(app: App, { url, known, etag, modified }: Asked): Promise<FeedAnswer> {
  const conditions = {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(modified !== null && { 'If-Modified-Since': modified }),
  };
  let page: Page;
  try {
    page = await get(url, {
      allowPrivate: app.config.choices.allowPrivateWebhooks === true,
      timeout: TIMEOUT,
      most: FEED_LIMITS.bytes,
      redirects: REDIRECTS,
      types: /^/,
      accept: FEED_TYPES,
      headers: { 'User-Agent': 'KlatchFeeds/1.0', ...conditions },
    });
  } catch (error) {
    return { result: 'failed', reason: connectionFailure(error as Error) };
  }
  const { status, bytes } = page;
  if (status === 304 || status === 410) return { result: status === 304 ? 'unchanged' : 'gone' };
  if (status !== 200)
    return { result: 'failed', reason: `The feed’s server answered with status ${status}`, ...readWait(page) };
  if (bytes.length >= FEED_LIMITS.bytes)
    return { result: 'failed', reason: `The feed is larger than ${FEED_LIMITS.bytes / 2 ** 20} MiB` };
  return readPage(app, page, known);
}

async function readPage(app: App, { bytes, url, charset, headers }: Page, known: string | null): Promise<FeedAnswer> {
  const hashes = known === null ? undefined : (JSON.parse(known) as string[]);
  const task = { bytes, url, charset, known: hashes, most: MOST_NEW };
  const answer = await app.memory.documentReader
    .read('feed', task)
    .catch(({ message }: Error) => ({ rejected: message }));
  if ('rejected' in answer) return { result: 'failed', reason: answer.rejected };
  return {
    result: 'read',
    feed: answer.read,
    etag: boundHeader(headers.etag),
    modified: boundHeader(headers['last-modified']),
  };
}

const boundHeader = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 200 ? value : null;

function readWait({ headers }: Page): { wait?: number } {
  const wait = Number(headers['retry-after']);
  return wait > 0 ? { wait: Math.min(wait, LONGEST_WAIT) } : {};
}

function connectionFailure(error: Error): string {
  if (error instanceof ForbiddenAddress) return 'The feed’s address is not one of the public Internet';
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `The feed’s server did not answer in ${TIMEOUT / 1000} seconds`;
  return /redirects$/.test(error.message)
    ? `The feed’s server redirects more than ${REDIRECTS} times`
    : 'The feed’s server could not be reached';
}

/** The addresses of the feeds in an OPML document. Throws the reason why it cannot be read. */
export async function readFeedList(app: App, opml: string): Promise<string[]> {
  const answer = await app.memory.documentReader.read('opml', opml);
  if ('rejected' in answer) throw badRequest(answer.rejected);
  return answer.read;
}
