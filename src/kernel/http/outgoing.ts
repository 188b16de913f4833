import { lookup as resolve } from 'node:dns';
import { type IncomingHttpHeaders, request as plainly } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { VERSION } from '../config.ts';
import { https } from './https.ts';

/** An address that is not public: of this machine, of a private network, reserved. */
export class ForbiddenAddress extends Error {}

export interface Answer {
  status: number;
  text: string;
}

/** The maximum number of bytes read of an answer. */
const LONGEST_ANSWER = 256 * 1024;

interface Sending {
  /** Also to addresses that are not public. Otherwise the address that is really connected to must be public. */
  allowPrivate: boolean;
  /** ms */
  timeout: number;
  headers?: Record<string, string>;
}

/**
 * Posts to another server without following redirects. Rejects with ForbiddenAddress, or the reason why no answer came
 * in time.
 */
export const post = (url: string, contentType: string, body: string | Buffer, sending: Sending): Promise<Answer> =>
  send({ method: 'POST', url, body }, { ...sending, headers: { 'Content-Type': contentType, ...sending.headers } });

/** Sends a DELETE request, like `post`. */
export const remove = (url: string, sending: Sending): Promise<Answer> => send({ method: 'DELETE', url }, sending);

function send(
  { method, url, body = '' }: { method: string; url: string; body?: string | Buffer },
  { allowPrivate, timeout, headers }: Sending,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) && !isPublic(host)) return fail(new ForbiddenAddress(host));
    const request = (protocol === 'https:' ? https().request : plainly)(
      url,
      {
        method,
        agent: false,
        headers: {
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': `Klatch/${VERSION}`,
          ...headers,
        },
        signal: AbortSignal.timeout(timeout),
        ...(!allowPrivate && { lookup: publicOnly }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > LONGEST_ANSWER) request.destroy(new Error(`more than ${LONGEST_ANSWER} bytes`));
          else chunks.push(chunk);
        });
        response.on('end', () => done({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

export interface Page {
  status: number;
  /** The URL after redirects. */
  url: string;
  bytes: Buffer;
  charset: string | undefined;
  headers: IncomingHttpHeaders;
}

interface Asking {
  allowPrivate: boolean;
  /** Milliseconds for everything, including redirects and the last byte. */
  timeout: number;
  /** Bytes; the rest is not read. */
  most: number;
  redirects: number;
  /** The accepted content types; others are rejected unread. */
  types: RegExp;
  /** The Accept header; pages by default. */
  accept?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Fetches a public web address without credentials. Rejects with ForbiddenAddress, or for too many redirects, another
 * type, or a timeout.
 */
export async function get(address: string, asking: Asking): Promise<Page> {
  const signal = AbortSignal.timeout(asking.timeout);
  let url = new URL(address);
  for (let left = asking.redirects; ; left--) {
    const answer = await ask(url, asking, signal);
    if (!(answer instanceof URL)) return answer;
    if (left === 0) throw new Error(`more than ${asking.redirects} redirects`);
    url = answer;
  }
}

/** One request: the response, or the redirect target. */
function ask(
  url: URL,
  { allowPrivate, most, types, accept = 'text/html,application/xhtml+xml', headers }: Asking,
  signal: AbortSignal,
): Promise<Page | URL> {
  return new Promise((done, fail) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return fail(new ForbiddenAddress(url.origin));
    if (!allowPrivate && isIP(host) && !isPublic(host)) return fail(new ForbiddenAddress(host));
    const request = (url.protocol === 'https:' ? https().request : plainly)(
      url,
      {
        agent: false,
        headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'KlatchURLPreview/1.0', ...headers },
        signal,
        ...(!allowPrivate && { lookup: publicOnly }),
      },
      (response) => {
        const { location, 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers;
        const status = response.statusCode!;
        const turn = (outcome: Page | URL | null) => {
          request.destroy();
          if (outcome) done(outcome);
          else fail(new Error(status < 400 ? `not to be read: ${type}` : `it answered with status ${status}`));
        };
        if (status >= 300 && status < 400 && location !== undefined) return turn(URL.parse(location, url));
        if (!types.test(type.split(';', 1)[0]!.trim().toLowerCase()) || encoding !== 'identity') return turn(null);
        const chunks: Buffer[] = [];
        let size = 0;
        const page = (): Page => ({
          status,
          url: url.href,
          bytes: Buffer.concat(chunks).subarray(0, most),
          charset: /;\s*charset="?([\w-]+)/i.exec(type)?.[1],
          headers: response.headers,
        });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= most) turn(page());
        });
        response.on('end', () => done(page()));
        response.on('error', fail);
      },
    );
    request.on('error', fail);
    request.end();
  });
}

/** The addresses of a name, all public: what is checked is what is connected to. */
const publicOnly: LookupFunction = (hostname, options, answer) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, []);
    const forbidden = addresses.find(({ address }) => !isPublic(address));
    if (forbidden || addresses.length === 0) return answer(new ForbiddenAddress(hostname), []);
    if (options.all) return answer(null, addresses);
    answer(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/**
 * The part of IPv6 that is assigned to the public Internet. Everything outside it embeds IPv4 addresses, is local, or
 * is reserved.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address, also an IPv4-mapped IPv6 address, belongs to the public Internet. */
export function isPublic(address: string): boolean {
  // ipaddr.js takes `::1.2.3.4` for the IPv4-mapped `::ffff:1.2.3.4`. In hexadecimal it does not.
  const exact = isIP(address) === 6 ? URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) : address;
  if (exact === undefined || !ipaddr.isValid(exact)) return false;
  const parsed = ipaddr.process(exact);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}
