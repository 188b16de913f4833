import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { get, type Page } from '../../../kernel/http/outgoing.ts';
import { badStatus, isOutage, ServiceFailed } from '../../../kernel/http/outside-services.ts';
import type { FoundGif, GifPage, GifProvider } from './types.ts';

/** The limits for an answer of a provider: time (ms), size (bytes). */
const TIMEOUT = 8000;
const MOST_BYTES = 2 * 2 ** 20;
const PAGE_SIZE = 24;
const LONGEST_TITLE = 100;
const LONGEST_ADDRESS = 500;
const WIDEST = 5000;

/** The values of the organization's `giphy_rating`, from the strictest; 0 is none at all. */
const RATINGS = ['', 'y', 'g', 'pg', 'pg-13', 'r'] as const;
/** Tenor's filters for the same values. */
const FILTERS = ['', 'high', 'high', 'medium', 'low', 'off'] as const;

export interface GifSearch {
  /** Empty: the GIFs that are popular now. */
  query: string;
  /** Where the page starts, as the page before said; '': at the beginning. */
  position: string;
  rating: number;
  language: string;
}

/**
 * Searches GIFs at the operator's provider. The provider receives the words, but not who searches. Throws ServiceFailed
 * if it fails.
 */
export async function searchGifs({ config: { choices } }: App, search: GifSearch): Promise<GifPage> {
  const { gifProvider: provider, gifApiKey: key } = choices;
  if (!provider || provider === 'none' || !key) throw badRequest('GIFs are not configured on this server.');
  const { server, request, read } = PROVIDERS[provider];
  const address = request((choices.gifUrl ?? server).replace(/\/+$/, ''), key, search);
  // The operator configured the address, which may be in a private network.
  const asking = {
    allowPrivate: true,
    timeout: TIMEOUT,
    most: MOST_BYTES,
    redirects: 0,
    types: /json/,
    accept: 'application/json',
  };
  const page = await get(address, asking).catch((error) => {
    throw unavailable(unreachable(address, error));
  });
  return readPage(address, page, read);
}

const unavailable = (reason: string) =>
  new ServiceFailed('The GIF provider does not answer. Try again in a minute.', reason);
const unexpectedAnswer = (reason: string) =>
  new ServiceFailed('The GIF provider returned an unexpected error.', reason);

function readPage(address: string, { status, bytes }: Page, read: Provider['read']): GifPage {
  if (status !== 200) throw (isOutage(status) ? unavailable : unexpectedAnswer)(badStatus(address, status));
  try {
    return read(JSON.parse(bytes.toString()));
  } catch (error) {
    throw unexpectedAnswer(unreachable(address, error));
  }
}

interface Provider {
  /** The provider's own server. */
  server: string;
  request(server: string, key: string, search: GifSearch): string;
  /** Throws for what is not an answer of this provider. */
  read(answer: unknown): GifPage;
}

/** The parts of the providers' answers that are used. The code checks the values. */
interface TenorAnswer {
  results: readonly {
    content_description: unknown;
    media_formats: {
      gif: { url: string };
      tinygif: { url: string; dims: readonly unknown[] };
      tinygifpreview?: { url: string };
    };
  }[];
  next?: unknown;
}
interface GiphyAnswer {
  data: readonly {
    title: unknown;
    images: {
      original: { url: string };
      downsized?: { url: string };
      fixed_width: { url: string; width: unknown; height: unknown };
      fixed_width_still?: { url: string };
    };
  }[];
  pagination: { offset: number; count: number; total_count: number };
}

const PROVIDERS: Record<GifProvider, Provider> = {
  tenor: {
    server: 'https://tenor.googleapis.com',
    request: (server, key, { query, position, rating, language }) =>
      `${server}/v2/${query ? 'search' : 'featured'}?${new URLSearchParams({
        key,
        ...(query && { q: query }),
        ...(position && { pos: position }),
        client_key: 'klatch',
        contentfilter: FILTERS[rating]!,
        locale: language,
        limit: String(PAGE_SIZE),
        media_filter: 'gif,tinygif,tinygifpreview',
      })}`,
    read(answer) {
      const { results, next } = answer as TenorAnswer;
      const gifs = readGifs(results, ({ content_description, media_formats: { gif, tinygif, tinygifpreview } }) => ({
        title: content_description,
        url: gif.url,
        preview: tinygif.url,
        still: tinygifpreview?.url ?? tinygif.url,
        width: tinygif.dims[0],
        height: tinygif.dims[1],
      }));
      return { gifs, next: String(next ?? '') };
    },
  },
  giphy: {
    server: 'https://api.giphy.com',
    request: (server, key, { query, position, rating, language }) =>
      `${server}/v1/gifs/${query ? 'search' : 'trending'}?${new URLSearchParams({
        api_key: key,
        ...(query && { q: query, lang: language }),
        offset: position || '0',
        rating: RATINGS[rating]!,
        limit: String(PAGE_SIZE),
      })}`,
    read(answer) {
      const { data, pagination } = answer as GiphyAnswer;
      const gifs = readGifs(data, ({ title, images: { downsized, original, fixed_width, fixed_width_still } }) => ({
        title,
        url: downsized?.url || original.url,
        preview: fixed_width.url,
        still: fixed_width_still?.url ?? fixed_width.url,
        width: fixed_width.width,
        height: fixed_width.height,
      }));
      const end = pagination.offset + pagination.count;
      return { gifs, next: end < pagination.total_count ? String(end) : '' };
    },
  },
};

/** The GIFs of an answer. Those that could not be shown are left out. */
function readGifs<T>(results: readonly T[], read: (result: T) => Record<keyof FoundGif, unknown>): FoundGif[] {
  return results.slice(0, PAGE_SIZE).flatMap((result): FoundGif[] => {
    const { title, url, preview, still, width, height } = read(result);
    const addresses = [url, preview, still].map(String);
    const size = [Number(width), Number(height)];
    if (!addresses.every(isAddress) || !size.every((pixels) => pixels >= 1 && pixels <= WIDEST)) return [];
    return [
      {
        title: plain(title),
        url: addresses[0]!,
        preview: addresses[1]!,
        still: addresses[2]!,
        width: Math.round(size[0]!),
        height: Math.round(size[1]!),
      },
    ];
  });
}

/** An address that stays one link in Markdown. */
const isAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS && URL.canParse(text) && /^https?:\/\/[^\s()<>[\]]+$/.test(text);

/** A title without characters that would end a link in Markdown. */
const plain = (title: unknown): string =>
  typeof title === 'string'
    ? [
        ...title
          .replace(/[\p{Cc}[\]]/gu, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ]
        .slice(0, LONGEST_TITLE)
        .join('')
    : '';
