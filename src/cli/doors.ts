import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { Lobby } from '../kernel/http/lobby.ts';
import { plainDoor } from '../kernel/http/plain-door.ts';
import { openTo } from '../kernel/http/server.ts';
import type { AcmeCertificates } from '../kernel/tls/acme.ts';
import { type Pair, wrongWith } from '../kernel/tls/pair.ts';
import { EXIT, Failure } from './failure.ts';
import { reasonOf } from './folder.ts';
import { portHolder } from './port-holder.ts';

/** Everything a server listens on. */
export interface Doors {
  /** The one people come through. */
  main: Server;
  all: readonly Server[];
  /** Says who answers; until then whoever comes waits. */
  answerWith(listener: RequestListener): void;
  /** Where the main one listens, as an address. */
  url: string;
  /** An address of plain HTTP that commands on this machine reach. */
  local: string;
  /** Reads the certificate again, for all who come from now on. */
  reload(): void;
  stop(): void;
}

/** What there is before there is an app. */
type Beginning = Pick<App, 'config' | 'log'>;

/** Opens what the configuration asks for: plain HTTP, or HTTPS with a certificate that is given or fetched. */
export async function openDoors(beginning: Beginning): Promise<Doors> {
  const lobby = new Lobby();
  const doors = await openOnto(lobby.listener, beginning);
  beginning.config.port = (doors.main.address() as AddressInfo).port;
  return { ...doors, answerWith: (listener) => lobby.answerWith(listener) };
}

async function openOnto(listener: RequestListener, beginning: Beginning): Promise<Omit<Doors, 'answerWith'>> {
  const { config } = beginning;
  if (config.domain) return openWithAcme(listener, beginning);
  if (!config.choices.tlsCert && !config.choices.tlsKey) {
    const main = openTo(listener);
    await listen(main, config.choices, '--listen');
    const url = urlOf(main, 'http');
    return { main, all: [main], url, local: reachable(url), reload() {}, stop() {} };
  }
  const main = openTo(listener, givenPair(beginning));
  await listen(main, config.choices, '--listen');
  return {
    ...(await besideTls(main, listener)),
    reload: () => (main as TlsServer).setSecureContext(givenPair(beginning)),
    stop() {},
  };
}

/** HTTPS has a door for commands of this machine, which could not check its name. */
async function besideTls(main: Server, listener: RequestListener) {
  const local = openTo(listener);
  await listen(local, { host: '127.0.0.1', port: 0 }, '');
  return { main, all: [main, local], url: urlOf(main, 'https'), local: urlOf(local, 'http') };
}

function givenPair({ config }: Beginning): Pair {
  const { tlsCert, tlsKey } = config.choices;
  if (!tlsCert || !tlsKey)
    throw new Failure(EXIT.usage, '--tls-cert and --tls-key belong together; one of them is missing');
  const [cert, key] = [tlsCert, tlsKey].map((path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new Failure(EXIT.failure, `${path} cannot be read: ${reasonOf(error)}`);
    }
  });
  const pair = { cert: cert!, key: key! };
  const wrong = wrongWith(pair, Date.now());
  if (wrong !== undefined) throw new Failure(EXIT.failure, `${tlsCert} cannot be used: ${wrong}`);
  return pair;
}

/** How long is waited after a failure before the authority is asked again, ms: it allows five an hour. */
const PATIENCE = [60_000, 300_000, 900_000, 3_600_000];
/** How often is looked whether a certificate's time draws to its end, ms. */
const LOOK = 6 * 3_600_000;

async function openWithAcme(listener: RequestListener, beginning: Beginning): Promise<Omit<Doors, 'answerWith'>> {
  const { config, log } = beginning;
  const { domains = [], acmeDirectory, httpListen, host, port } = config.choices;
  const { AcmeCertificates } = await import('../kernel/tls/acme.ts');
  const certificates = new AcmeCertificates({
    folder: join(config.dataDir, 'certs'),
    domains,
    directory: acmeDirectory,
    log,
  });
  let main: Server | undefined;
  const plain = plainDoor(
    () => main && config.url,
    (token) => certificates.challenge(token),
  );
  await listen(plain, httpListen, '--http-listen');
  const pair = certificates.current ?? (await insist(beginning, certificates));
  main = openTo(strict(listener), pair);
  await listen(main, { host, port }, '--listen');
  const renewing = renew(beginning, certificates, main as TlsServer);
  const doors = await besideTls(main, listener);
  return {
    ...doors,
    all: [...doors.all, plain],
    reload() {
      certificates.reload();
      if (certificates.current) (main as TlsServer).setSecureContext(certificates.current);
    },
    stop: () => clearInterval(renewing),
  };
}

/** Asks until there is a certificate: a server that people cannot reach yet may still come to be reached. */
async function insist({ log, config }: Beginning, certificates: AcmeCertificates): Promise<Pair> {
  const { domains, httpListen } = config.choices;
  for (let attempt = 0; ; attempt++) {
    try {
      return await certificates.obtain();
    } catch (error) {
      const pause = PATIENCE[attempt] ?? PATIENCE.at(-1)!;
      log.error(
        { domains, reason: reasonOf(error), again_in: `${pause / 60_000} min` },
        `no certificate: the authority must reach this server at http://${domains![0]}/ (here: port ${httpListen.port}), so the name must lead here and the port be open`,
      );
      await wait(pause);
    }
  }
}

function renew({ log }: Beginning, certificates: AcmeCertificates, server: TlsServer): NodeJS.Timeout {
  const look = async () => {
    if (!certificates.due) return;
    try {
      server.setSecureContext(await certificates.obtain());
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the certificate could not be renewed; it is tried again');
    }
  };
  void look();
  return setInterval(look, LOOK).unref();
}

/** Browsers that came by HTTPS once come by it for a year. */
const strict =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    listener(request, response);
  };

export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  flag: string,
): Promise<void> {
  try {
    server.listen({ host, port, backlog: 4096 });
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Failure(
        EXIT.failure,
        `Port ${port} on ${host} is in use${by(portHolder(port))}; choose another with ${flag} ${host}:${port + 1}`,
      );
    if (code === 'EACCES')
      throw new Failure(EXIT.failure, `Port ${port} may only be used by root; choose one above 1023 with ${flag}`);
    throw new Failure(EXIT.failure, `Cannot listen on ${host}:${port}: ${reasonOf(error)}`);
  }
}

const by = (holder: string | undefined): string => (holder ? ` by ${holder}` : '');

export function urlOf(server: Server, protocol: string): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `${protocol}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** A listener on all addresses is reached at the loopback one. */
const reachable = (url: string): string => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
