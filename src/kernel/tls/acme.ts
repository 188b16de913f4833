import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { isDue, type Pair, wrongWith } from './pair.ts';

interface Authority {
  /** Where the account and the certificates are kept. */
  folder: string;
  domains: readonly string[];
  /** The authority's directory: an address. */
  directory: string;
  log: Log;
}

/**
 * Certificates from an authority that speaks ACME, such as Let’s Encrypt: it asks for a word of its own under each name over plain HTTP
 * (`challenge`), and then signs. Whoever has certificates in the folder already asks for others only when their time draws to its end.
 */
export class AcmeCertificates {
  readonly #given: Authority;
  readonly #challenges = new Map<string, string>();
  #current: Pair | undefined;

  constructor(given: Authority) {
    this.#given = given;
    mkdirSync(given.folder, { recursive: true, mode: 0o700 });
    this.reload();
  }

  /** What is good for TLS now. */
  get current(): Pair | undefined {
    return this.#current;
  }

  /** Whether it is time for another certificate. */
  get due(): boolean {
    return this.#current === undefined || isDue(this.#current, this.#given.domains, Date.now());
  }

  /** What the authority is answered at /.well-known/acme-challenge/<token>. */
  challenge(token: string): string | undefined {
    return this.#challenges.get(token);
  }

  /** Reads the folder again. */
  reload(): void {
    const cert = this.#read('pem');
    const key = this.#read('key');
    const pair = cert !== undefined && key !== undefined ? { cert, key } : undefined;
    if (pair && wrongWith(pair, Date.now()) === undefined) this.#current = pair;
  }

  /** Gets a certificate and keeps it. Rejects with what the authority says if it gives none. */
  async obtain(): Promise<Pair> {
    const { domains, directory, log } = this.#given;
    const { default: acme } = await import('acme-client');
    const client = new acme.Client({
      directoryUrl: directory,
      accountKey: await this.#accountKey(),
      backoffMin: 1000,
      backoffMax: 15_000,
    });
    const [key, csr] = await acme.crypto.createCsr(
      { commonName: domains[0]!, altNames: [...domains] },
      await acme.crypto.createPrivateEcdsaKey(),
    );
    const cert = await client.auto({
      csr,
      termsOfServiceAgreed: true,
      challengePriority: ['http-01'],
      // Behind some routers a server cannot reach itself by its own name; the authority can.
      skipChallengeVerification: true,
      challengeCreateFn: async (_, { token }, answer) => void this.#challenges.set(token, answer),
      challengeRemoveFn: async (_, { token }) => void this.#challenges.delete(token),
    });
    const pair = { cert, key: key.toString() };
    this.#write('key', pair.key);
    this.#write('pem', pair.cert);
    this.#current = pair;
    log.info({ domains }, 'a new certificate');
    return pair;
  }

  async #accountKey(): Promise<string> {
    const kept = this.#read('account');
    if (kept !== undefined) return kept;
    const { default: acme } = await import('acme-client');
    const made = (await acme.crypto.createPrivateEcdsaKey()).toString();
    this.#write('account', made);
    return made;
  }

  #path(what: 'account' | 'key' | 'pem'): string {
    return join(this.#given.folder, what === 'account' ? 'account.key' : `${this.#given.domains[0]}.${what}`);
  }

  #read(what: 'account' | 'key' | 'pem'): string | undefined {
    try {
      return readFileSync(this.#path(what), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Whole or not at all. */
  #write(what: 'account' | 'key' | 'pem', text: string): void {
    const path = this.#path(what);
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}
