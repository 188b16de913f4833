import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses of trusted proxies. One that is `named` is trusted wherever it is on the way of a request. Others are
 * trusted only at the other end of the connection: clients can have private addresses, too.
 */
export type Networks = readonly { network: ipaddr.IPv4 | ipaddr.IPv6; bits: number; named: boolean }[];

/** What `private` means: this machine and private networks. */
const PRIVATE = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
];

/** Parses `10.0.0.0/8,192.168.1.7,private` into networks; undefined if it is invalid. */
export function readNetworks(text: string): Networks | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== 'private').map((part) => readNetwork(part, true));
  const near = parts.includes('private') ? PRIVATE.map((part) => readNetwork(part, false)) : [];
  const networks = [...named, ...near];
  return networks.every((network) => network !== undefined) ? networks : undefined;
}

function readNetwork(part: string, named: boolean): Networks[number] | undefined {
  const cidr = isIP(part) ? `${part}/${isIP(part) === 4 ? 32 : 128}` : part;
  if (!ipaddr.isValidCIDR(cidr)) return undefined;
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return { network, bits, named };
}

/** The client's real address, and the server address it used, as reported by the last trusted proxy. */
export interface Origin {
  address: string;
  /** `https` or `http`. */
  protocol: string;
  /** Name and port, if they are valid. */
  host: string | undefined;
}

/** Whether a request came over a Unix socket, where neither side has an address. */
export const isOverUnixSocket = ({ socket }: IncomingMessage): boolean =>
  socket.remoteFamily === undefined && socket.localAddress === undefined && !socket.destroyed;

/**
 * The IP address of the other end of the connection. Only a program on this machine can connect to a Unix socket, so
 * its address is the loopback address: `--behind-proxy` trusts it like any proxy on this machine.
 */
export const peerAddress = (request: IncomingMessage): string =>
  forwardedOrigin(request)?.address ??
  plain(request.socket.remoteAddress ?? (isOverUnixSocket(request) ? '127.0.0.1' : ''));

/** A request that another process of this server forwarded: where it came from, as that process has seen it. */
const FORWARDED = Symbol('forwarded');
type Forwarded = IncomingMessage & { [FORWARDED]?: Origin };

/** Marks a request as forwarded by another process of this server. */
export const markForwarded = (request: IncomingMessage, origin: Origin): void => {
  (request as Forwarded)[FORWARDED] = origin;
};

/** Where a forwarded request came from; undefined for one that a client sent to this process. */
export const forwardedOrigin = (request: IncomingMessage): Origin | undefined => (request as Forwarded)[FORWARDED];

/** Reads what trusted proxies report about a request. */
export function readOrigin(request: IncomingMessage, trusted: Networks | undefined): Origin {
  const forwarded = forwardedOrigin(request);
  if (forwarded) return forwarded;
  const { socket, headers } = request;
  const direct = peerAddress(request);
  const protocol = 'encrypted' in socket ? 'https' : 'http';
  if (!trusted || !isIn(direct, trusted)) return { address: direct, protocol, host: fit(headers.host) };
  const forwardedProtocol = last(headers['x-forwarded-proto'])?.toLowerCase();
  return {
    address: plain(findClient(headers, direct, trusted)),
    protocol: forwardedProtocol === 'https' || forwardedProtocol === 'http' ? forwardedProtocol : protocol,
    host: fit(last(headers['x-forwarded-host'])) ?? fit(headers.host),
  };
}

/**
 * Each proxy appends the address it received the request from. So the last address comes from the proxy at the other
 * end of the connection, and one before it is believed only if it comes from a named proxy.
 */
function findClient({ 'x-forwarded-for': chain }: IncomingHttpHeaders, direct: string, trusted: Networks): string {
  const named = trusted.filter((each) => each.named);
  let client = direct;
  for (const part of (one(chain) ?? '').split(',').reverse()) {
    const address = withoutPort(part.trim());
    if (isIP(address) === 0) break;
    client = address;
    if (!isIn(address, named)) break;
  }
  return client;
}

/** Describes for the operator what is wrong with how a proxy forwards requests; undefined: nothing visible. */
export function proxyTrouble(
  request: IncomingMessage,
  trusted: Networks | undefined,
  publicUrl: string | undefined,
): string | undefined {
  const { headers } = request;
  const from = peerAddress(request);
  const forwarded =
    headers['x-forwarded-for'] !== undefined ||
    headers['x-forwarded-proto'] !== undefined ||
    headers.forwarded !== undefined;
  if (forwarded && !(trusted && isIn(from, trusted)))
    return `A proxy at ${from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy=${from}.`;
  if (trusted && isIn(from, trusted)) {
    if (headers['x-forwarded-for'] === undefined)
      return `The proxy at ${from} does not send X-Forwarded-For. All users share one rate limit.`;
    if (headers['x-forwarded-proto'] === undefined && !publicUrl)
      return `The proxy at ${from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.`;
  }
  // A page of another site sends its own origin, which says nothing about the proxy.
  const sent = [undefined, 'same-origin'].includes(headers['sec-fetch-site']) ? (headers.origin ?? '') : '';
  const known = publicUrl ?? makeUrl(readOrigin(request, trusted));
  if (/^https?:/.test(sent) && known !== undefined && URL.parse(sent)?.origin !== URL.parse(known)?.origin)
    return `Your browser opened ${sent}, but this server's address is ${known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.`;
  return undefined;
}

const makeUrl = ({ protocol, host }: Origin): string | undefined => host && `${protocol}://${host}`;

/** Whether an address is in one of these networks. */
export function isIn(address: string, networks: Networks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(({ network, bits }) => network.kind() === parsed.kind() && parsed.match(network as never, bits));
}

/** A name or an address, and perhaps a port. */
const fit = (host: string | undefined): string | undefined =>
  host && /^[\w.:[\]-]{1,255}$/.test(host) ? host : undefined;

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

/** Of several values, the nearest proxy's. */
const last = (header: string | string[] | undefined): string | undefined => one(header)?.split(',').at(-1)?.trim();

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

const withoutPort = (text: string): string =>
  text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
