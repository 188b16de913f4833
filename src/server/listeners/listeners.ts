import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { App } from '../../app.ts';
import { httpRedirect } from '../../kernel/http/http-redirect.ts';
import { removeOwnHeaders } from '../../kernel/http/own-headers.ts';
import { openTo } from '../../kernel/http/server.ts';
import { StartupGate } from '../../kernel/http/startup-gate.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { type Certificate, certificateError, describeCertificate } from '../../kernel/tls/certificate.ts';
import type { Config } from '../../settings/config.ts';
import type { CertificateKeeper } from './certificates.ts';
import type { HostCertificates } from './host-certificates.ts';
import { getUrl, listen, listenAsChosen, reachable } from './listen.ts';

/** Everything a server listens on. */
export interface Listeners {
  /** The main listener for clients. */
  main: Server;
  all: readonly Server[];
  /** Sets the listener that answers. Requests wait until then. */
  answerWith(listener: RequestListener): void;
  /** Where the main one listens: a URL, or `unix:/path`. */
  url: string;
  /** Where commands on this machine reach the server without TLS: a URL, or `unix:/path`. */
  local: string;
  /** Requests and renews the certificate; absent if the operator provides it, or without TLS. */
  certificates?: CertificateKeeper;
  /** Reads the certificate again, for all new connections. */
  reload(): void;
}

const tlsServer = () => import('../../kernel/http/tls-server.ts');

/** What exists before there is an app. */
type Beginning = Pick<App, 'config' | 'log'>;

/**
 * Opens the configured listeners: plain HTTP, or HTTPS with a certificate that is given or requested, or with one for
 * each host.
 */
export async function openListeners(beginning: Beginning, hosts?: HostCertificates): Promise<Listeners> {
  const startupGate = new StartupGate();
  const listeners = hosts
    ? await openForHosts(startupGate.listener, beginning, hosts)
    : await openOnto(startupGate.listener, beginning);
  const address = listeners.main.address() as AddressInfo | string;
  if (typeof address !== 'string') beginning.config.port = address.port;
  beginning.config.certificates = () => listeners.inUse().map(describeCertificate);
  return { ...listeners, answerWith: (listener) => startupGate.answerWith(ofOutsiders(listener)) };
}

/** Clients cannot act as a process of this server. */
const ofOutsiders =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    removeOwnHeaders(request);
    listener(request, response);
  };

type Opened = Omit<Listeners, 'answerWith'> & {
  /** The certificates of new connections. */
  inUse(): Certificate[];
};

async function openOnto(listener: RequestListener, beginning: Beginning): Promise<Opened> {
  const { domain, choices } = beginning.config;
  const isSecure = domain !== undefined || choices.tlsCert !== undefined || choices.tlsKey !== undefined;
  if (choices.socketPath !== undefined && isSecure)
    throw new Failure(
      EXIT.usage,
      'A Unix socket serves a proxy on this machine, which provides HTTPS. Remove the certificate or the domain, or listen on a TCP address',
    );
  if (domain !== undefined) return openWithAcme(listener, beginning);
  return isSecure ? openWithCertificate(listener, beginning) : openPlain(listener, beginning);
}

async function openPlain(listener: RequestListener, { config: { choices } }: Beginning): Promise<Opened> {
  const main = openTo(listener);
  await listenAsChosen(main, choices);
  const url = getUrl(main, 'http');
  return { main, all: [main], url, local: reachable(url), inUse: () => [], reload() {} };
}

async function openWithCertificate(listener: RequestListener, beginning: Beginning): Promise<Opened> {
  const { openToTls } = await tlsServer();
  const { config } = beginning;
  let pair = givenPair(beginning);
  const main = openToTls(strict(listener), pair);
  const redirecting = config.found.some(({ name, origin }) => name === 'httpListen' && origin !== 'default');
  const plain = redirecting ? [redirectToHttps(config)] : [];
  for (const server of plain) await listen(server, config.choices.httpListen, '--http-listen');
  await listen(main, config.choices, '--listen');
  const listeners = await withCommandListener(main, listener);
  return {
    ...listeners,
    all: [...listeners.all, ...plain],
    inUse: () => [pair],
    reload() {
      pair = givenPair(beginning);
      (main as TlsServer).setSecureContext(pair);
    },
  };
}

/** Redirects to the public URL, or else to the name that the client used. */
function redirectToHttps(config: Config): Server {
  return httpRedirect({
    origin: (request) => (config.choices.publicUrl ? config.url : httpsOrigin(getHost(request), config)),
    challenge: () => undefined,
    explain: () => {},
  });
}

const getHost = ({ headers }: IncomingMessage): string => URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';

const httpsOrigin = (host: string, { port, url }: Config): string =>
  host === '' ? url : `https://${host}${port === 443 ? '' : `:${port}`}`;

/**
 * With HTTPS, commands of this machine use a listener of their own, because they could not verify the certificate's
 * name.
 */
async function withCommandListener(main: Server, listener: RequestListener) {
  const local = openTo(listener);
  await listen(local, { host: '127.0.0.1', port: 0 }, '');
  return { main, all: [main, local], url: getUrl(main, 'https'), local: getUrl(local, 'http') };
}

function givenPair({ config }: Beginning): Certificate {
  const { tlsCert, tlsKey } = config.choices;
  if (!tlsCert || !tlsKey) throw new Failure(EXIT.usage, 'Use --tls-cert and --tls-key together');
  const [cert, key] = [tlsCert, tlsKey].map((path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new Failure(EXIT.usage, `${path} cannot be read: ${getReason(error)}`);
    }
  });
  const pair = { cert: cert!, key: key! };
  const wrong = certificateError(pair, Date.now());
  if (wrong !== undefined) throw new Failure(EXIT.failure, `${tlsCert} cannot be used: ${wrong}`);
  return pair;
}

/**
 * Listens on the HTTP and the HTTPS port at once. Without a certificate, the HTTPS port rejects handshakes and the HTTP
 * port explains why, until `certificates` has requested one. It takes effect without a restart.
 */
async function openWithAcme(listener: RequestListener, { config, log }: Beginning): Promise<Opened> {
  const { domains: first = [], httpListen, host, port } = config.choices;
  const { AcmeCertificates, authorityIn } = await import('../../kernel/tls/acme.ts');
  const { CertificateKeeper } = await import('./certificates.ts');
  const { explainPendingCertificate } = await import('../../pages/certificate-pending.ts');
  const source = new AcmeCertificates(() => ({
    ...authorityIn(config),
    // Whether a server has certificates of an authority is decided when it starts.
    domains: config.choices.domains ?? first,
    log,
  }));
  const plain = httpRedirect({
    origin: () => source.current && config.url,
    challenge: (token) => source.challenge(token),
    explain: (request, response) => explainPendingCertificate(request, response, source.domains[0]!),
  });
  const { openToTls } = await tlsServer();
  const main = openToTls(strict(listener), source.current);
  await listen(plain, httpListen, '--http-listen');
  await listen(main, { host, port }, '--listen');
  const install = (pair: Certificate): void => (main as TlsServer).setSecureContext(pair);
  const listeners = await withCommandListener(main, listener);
  return {
    ...listeners,
    all: [...listeners.all, plain],
    inUse: () => (source.current ? [source.current] : []),
    certificates: new CertificateKeeper({ source, install, log, httpPort: httpListen.port }),
    reload() {
      source.reload();
      if (source.current) install(source.current);
    },
  };
}

/** The same for the hosts of many organizations. A host without a certificate rejects handshakes. */
async function openForHosts(
  listener: RequestListener,
  { config }: Beginning,
  hosts: HostCertificates,
): Promise<Opened> {
  const { httpListen, host, port, socketPath, tlsCert } = config.choices;
  if (socketPath !== undefined || tlsCert !== undefined)
    throw new Failure(
      EXIT.usage,
      '--organization-certificates needs a TCP address. Remove --tls-cert, or listen on a TCP address',
    );
  const { explainPendingCertificate } = await import('../../pages/certificate-pending.ts');
  const { openToTls } = await tlsServer();
  const main = openToTls(strict(listener));
  hosts.installWith((name, pair) => (main as TlsServer).addContext(name, pair));
  const plain = httpRedirect({
    origin(request) {
      const name = getHost(request);
      return hosts.has(name) ? httpsOrigin(name, config) : undefined;
    },
    challenge: (token) => hosts.challenge(token),
    explain: (request, response) => explainPendingCertificate(request, response, getHost(request)),
  });
  await listen(plain, httpListen, '--http-listen');
  await listen(main, { host, port }, '--listen');
  const listeners = await withCommandListener(main, listener);
  return { ...listeners, all: [...listeners.all, plain], inUse: () => hosts.inUse, reload() {} };
}

/** Browsers that used HTTPS once use it for a year. */
const strict =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    listener(request, response);
  };
