import type { Log } from '../../kernel/log.ts';
import { Turns } from '../../kernel/time-slices.ts';
import { AcmeCertificates, authorityIn } from '../../kernel/tls/acme.ts';
import type { Certificate } from '../../kernel/tls/certificate.ts';
import type { Config } from '../../settings/config.ts';
import { CertificateKeeper } from './certificates.ts';

interface Kept {
  source: AcmeCertificates;
  keeper: CertificateKeeper;
}

/** A certificate for each host of a server of many organizations. */
export class HostCertificates {
  readonly #config: Config;
  readonly #log: Log;
  readonly #kept = new Map<string, Kept>();
  /** Authorities limit how many certificates a server requests in an hour. */
  readonly #turns = new Turns(1);
  #install: (host: string, pair: Certificate) => void = () => {};

  constructor({ config, log }: { config: Config; log: Log }) {
    this.#config = config;
    this.#log = log;
  }

  /** From now on, new certificates are installed with this function. */
  installWith(install: (host: string, pair: Certificate) => void): void {
    this.#install = install;
  }

  /** Requests and renews certificates for these hosts, and no longer for others. */
  keep(hosts: readonly string[]): void {
    for (const [host, { keeper }] of this.#kept)
      if (!hosts.includes(host)) {
        keeper.stop();
        this.#kept.delete(host);
      }
    for (const host of hosts) if (!this.#kept.has(host)) this.#kept.set(host, this.#begin(host));
  }

  has(host: string): boolean {
    return this.#kept.get(host)?.source.current !== undefined;
  }

  /** The certificates that there are. */
  get inUse(): Certificate[] {
    return [...this.#kept.values()].flatMap(({ source }) => source.current ?? []);
  }

  /** The answer to the authority's token. */
  challenge(token: string): string | undefined {
    for (const { source } of this.#kept.values()) {
      const answer = source.challenge(token);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Retries at once what failed, and gets what is due. */
  retry(): void {
    for (const { keeper } of this.#kept.values()) keeper.retry();
  }

  stop(): void {
    for (const { keeper } of this.#kept.values()) keeper.stop();
  }

  #begin(host: string): Kept {
    const { choices } = this.#config;
    const log = this.#log.child({ host });
    const source = new AcmeCertificates(() => ({ ...authorityIn(this.#config), domains: [host], log }));
    const install = (pair: Certificate) => this.#install(host, pair);
    if (source.current) install(source.current);
    const turns = this.#turns;
    const keeper = new CertificateKeeper({
      source: {
        domains: source.domains,
        get directory() {
          return source.directory;
        },
        get usesDns() {
          return source.usesDns;
        },
        get current() {
          return source.current;
        },
        get due() {
          return source.due;
        },
        obtain: () => turns.run(() => source.obtain()),
      },
      install,
      log,
      httpPort: choices.httpListen.port,
    });
    keeper.start();
    return { source, keeper };
  }
}
