import type { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as plainly } from 'node:http';
import { connect, isIP } from 'node:net';
import tls from 'node:tls';
import ipaddr from 'ipaddr.js';
import { https } from '../../kernel/http/https.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { isMissing } from './dns.ts';
import { type Finding, fact, judged } from './finding.ts';

/** How long an answer may take, ms. */
const TIME_LIMIT = 10_000;
/** More of an answer is not read, bytes. */
const LONGEST_ANSWER = 64 * 1024;
/** A certificate that expires within this many days is worth a warning. */
const LITTLE_TIME = 14;
/** Codes of authenticator apps fail for a larger difference of clocks, s. */
const MOST_DIFFERENCE = 30;

export interface Site {
  url: URL;
  dns: Resolver;
  /** The port of HTTP, which redirects to HTTPS. */
  httpPort: number;
}

/** A site at one of its addresses. */
interface Place extends Site {
  address: string;
  port: number;
}

/** Those that wait get each error, too. A later one, such as a reset connection, says nothing. */
const ignore = (): void => {};

const getHost = ({ url }: Site): string => url.hostname.replace(/^\[|\]$/g, '');

/** Checks one address as others see it: its DNS records, ports, certificate, answers and clock. */
export async function* checkSite(site: Site): AsyncGenerator<Finding> {
  const { url } = site;
  if (url.protocol === 'http:')
    yield judged(
      'https',
      false,
      `${url.origin} has no HTTPS: passwords can be read on the way. Use --domains or a proxy`,
    );
  const addresses: string[] = [];
  for await (const { address, finding } of findAddresses(site)) {
    yield finding;
    if (address !== undefined) addresses.push(address);
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  for (const address of addresses) {
    const place = { ...site, address, port };
    const { isOpen, finding } = await checkPort(place);
    yield finding;
    if (!isOpen) continue;
    if (url.protocol === 'https:') yield* checkCertificate(place);
    yield* checkAnswer(place);
    yield await checkStream(place);
    if (url.protocol === 'https:') yield await checkRedirect(place);
  }
}

interface Found {
  address?: string;
  finding: Finding;
}

async function* findAddresses(site: Site): AsyncGenerator<Found> {
  const host = getHost(site);
  if (isIP(host)) return yield { address: host, finding: fact('dns', `${host} is an address and needs no DNS`) };
  const lookups = await Promise.allSettled([site.dns.resolve4(host), site.dns.resolve6(host)]);
  const addresses = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
  for (const address of addresses) {
    const isPublic = ipaddr.parse(address).range() === 'unicast';
    const text = `${host} has the address ${address}`;
    const advice = ', which others cannot reach: it is private. Let the record point to the public address';
    yield { address, finding: judged('dns', isPublic, isPublic ? text : text + advice) };
  }
  if (addresses.length > 0) return;
  const codes = lookups.map((lookup) => (lookup.status === 'rejected' ? lookup.reason.code : ''));
  const failure = codes.find((code) => code !== '' && !isMissing(code));
  const text =
    failure === undefined
      ? `${host} has no address: create an A or AAAA record with the address of this server`
      : `The DNS server did not say which address ${host} has (${failure}): try again, or use --resolver`;
  yield { finding: judged('dns', false, text, 'problem') };
}

const PORT_ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start the server, or forward the port to it',
  ETIMEDOUT: 'there is no answer. Open the port in the firewall, and forward it if there is a router',
  ABORT_ERR: 'there is no answer. Open the port in the firewall, and forward it if there is a router',
};

async function checkPort(place: Place): Promise<{ isOpen: boolean; finding: Finding }> {
  const { address, port } = place;
  const where = `port ${port} of ${address}`;
  const code = await connectionError(place);
  if (code === undefined) return { isOpen: true, finding: judged('port', true, `${where} is open`) };
  if (/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/.test(code))
    return { isOpen: false, finding: fact('port', `${where} cannot be reached from this machine (${code})`) };
  const text = `${where}: ${PORT_ADVICE[code] ?? `it cannot be reached (${code})`}`;
  return { isOpen: false, finding: judged('port', false, text, 'problem') };
}

/** undefined: the port is open. */
async function connectionError({ address, port }: Pick<Place, 'address' | 'port'>): Promise<string | undefined> {
  const socket = connect({ host: address, port }).on('error', ignore);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIME_LIMIT) });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'no answer';
  } finally {
    socket.destroy();
  }
}

async function* checkCertificate(place: Place): AsyncGenerator<Finding> {
  const host = getHost(place);
  const { address, port } = place;
  const servername = isIP(host) ? '' : host;
  const socket = tls.connect({ host: address, port, servername, rejectUnauthorized: false }).on('error', ignore);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIME_LIMIT) });
    const certificate = socket.getPeerCertificate();
    yield judgeTime(certificate);
    yield judgeNames(host, certificate);
    yield judgeChain(socket.authorizationError as unknown as string | null);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'no answer';
    yield judged(
      'certificate',
      false,
      `port ${port} of ${address} does not speak TLS (${reason}): does HTTPS listen there?`,
      'problem',
    );
  } finally {
    socket.destroy();
  }
}

function judgeTime({ valid_to }: tls.PeerCertificate): Finding {
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / 86_400_000);
  if (days < 0)
    return judged('certificate', false, `it expired on ${valid_to}: renew it, and reload the server`, 'problem');
  const advice = days > LITTLE_TIME ? '' : ': find out why it is not renewed; the log has the reason';
  return judged('certificate', days > LITTLE_TIME, `valid for ${countWords(days, 'more day')}${advice}`);
}

function judgeNames(host: string, certificate: tls.PeerCertificate): Finding {
  const names = String(certificate.subjectaltname ?? certificate.subject?.CN ?? 'no name').replaceAll('DNS:', '');
  const isRight = tls.checkServerIdentity(host, certificate) === undefined;
  const text = isRight ? `it is for ${names}` : `it is for ${names}, and not for ${host}: request one for this name`;
  return judged('certificate', isRight, text, 'problem');
}

/** `error`: why OpenSSL does not accept the certificate. Names and times are judged elsewhere. */
function judgeChain(error: string | null): Finding {
  const code = String(error ?? '');
  if (code === '' || /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_HAS_EXPIRED)$/.test(code))
    return judged('certificate', true, 'its chain leads to a trusted authority');
  const text = code.includes('SELF_SIGNED')
    ? 'it is self-signed, and browsers and apps reject it: use --domains, or a certificate of an authority'
    : `its chain is incomplete, or nobody trusts its authority (${code}): serve the full chain, such as fullchain.pem`;
  return judged('certificate', false, text, 'problem');
}

/** Answers of the server, which proxies may change. */
async function* checkAnswer(place: Place): AsyncGenerator<Finding> {
  const { url } = place;
  const sent = Date.now();
  try {
    const { status, headers, body } = await ask(place, '/health');
    const version = versionIn(body);
    if (version === undefined)
      yield judged(
        'server',
        false,
        `${url.origin}/health is answered by something else (${status}): let the proxy forward all paths to Klatch`,
        'problem',
      );
    else
      yield judged(
        'server',
        status === 200,
        `${url.origin} reaches Klatch ${version}${status === 200 ? '' : `, which is not healthy (${status}): see klatch healthcheck`}`,
        'problem',
      );
    yield judgeClock(headers.date, (sent + Date.now()) / 2, url);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'no answer';
    yield judged(
      'server',
      false,
      `${url.origin} does not answer HTTP (${reason}): is the server or its proxy running?`,
      'problem',
    );
  }
}

/** Parts that arrive together within this time were collected by a proxy, ms: the server sends them 2 s apart. */
const TOGETHER = 500;

/** Clients receive messages in answers that come in parts. */
async function checkStream(place: Place): Promise<Finding> {
  const { origin } = place.url;
  try {
    const { headers, arrival } = await ask(place, '/health?stream=true');
    if (!/^text\/event-stream\b/.test(headers['content-type'] ?? ''))
      return fact('stream', `${origin} does not stream at the moment`);
    const isDirect = arrival.last - arrival.first > TOGETHER;
    const text = isDirect
      ? 'the parts of an answer arrive one by one'
      : `a proxy collects the parts of an answer, so clients must poll: turn that off, in nginx with proxy_buffering off`;
    return judged('stream', isDirect, text);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'no answer';
    return judged(
      'stream',
      false,
      `${origin} does not answer in parts (${reason}): let the proxy pass them on at once`,
    );
  }
}

function versionIn(body: string): string | undefined {
  try {
    const { version, status } = JSON.parse(body);
    return typeof version === 'string' && typeof status === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

function judgeClock(date: string | undefined, now: number, { origin }: URL): Finding {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return fact('clock', `${origin} does not say what time it is`);
  // The header has whole seconds.
  const seconds = Math.round(Math.abs(there + 500 - now) / 1000);
  const text = `differs by ${countWords(seconds, 'second')} from that of ${origin}`;
  const advice =
    '; with a wrong clock, codes of authenticator apps and certificates fail. Turn on time synchronization';
  return judged('clock', seconds <= MOST_DIFFERENCE, seconds <= MOST_DIFFERENCE ? text : text + advice, 'problem');
}

async function checkRedirect(place: Place): Promise<Finding> {
  const { httpPort, url } = place;
  const plain = new URL(`http://${url.hostname}${httpPort === 80 ? '' : `:${httpPort}`}/`);
  try {
    const { status, headers } = await ask({ ...place, url: plain, port: httpPort }, '/');
    const target = URL.parse(headers.location ?? '', plain);
    const isRight = status >= 300 && status < 400 && target?.protocol === 'https:' && target.hostname === url.hostname;
    const text = isRight
      ? `${plain.origin} redirects to HTTPS`
      : `${plain.origin} answers with ${status} and does not redirect to ${url.origin}: let it redirect`;
    return judged('redirect', isRight, text, 'problem');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'no answer';
    return judged(
      'redirect',
      false,
      `${plain.origin} does not answer (${reason}): people who type the address without https see an error. Open the port`,
    );
  }
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** When the first and the last piece of the body arrived, ms. */
  arrival: { first: number; last: number };
}

/** Asks the server at this address. Its certificate is judged elsewhere. */
async function ask({ url, address, port }: Place, path: string): Promise<Answer> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const sending = (isSecure ? https().request : plainly)({
    ...{ host: address, port, path, agent: false, signal: AbortSignal.timeout(TIME_LIMIT) },
    headers: { Host: url.host, 'User-Agent': 'klatch doctor' },
    ...(isSecure && { rejectUnauthorized: false, servername: isIP(host) ? '' : host }),
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.on('error', ignore).end();
  const [answer] = await answered;
  const pieces: Buffer[] = [];
  const arrival = { first: 0, last: 0 };
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    arrival.last = performance.now();
    arrival.first ||= arrival.last;
    if ((length += piece.length) > LONGEST_ANSWER) break;
  }
  return { status: answer.statusCode!, headers: answer.headers, arrival, body: Buffer.concat(pieces).toString() };
}
