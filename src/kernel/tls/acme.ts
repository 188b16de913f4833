import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureReason } from '../http/failure-reason.ts';
import type { Log } from '../log.ts';
import { AuthorityUnreachable } from './authority-error.ts';
import { type Certificate, certificateError, isDue } from './certificate.ts';

interface Authority {
  /** Where the account and the certificates are stored. */
  folder: string;
  domains: readonly string[];
  /** The URL of the authority's directory. */
  directory: string;
  log: Log;
  /** The timeout of one request to the authority, ms. */
  timeLimit?: number;
}

/** The timeout of one request to the authority, ms. */
const TIMEOUT = 30_000;

/**
 * The package, with its retries turned off: they take 75 seconds without output, and end with a TypeError if the
 * authority is unreachable.
 */
async function loadClient({ timeLimit = TIMEOUT }: Authority): Promise<typeof import('acme-client')> {
  const { default: acme } = await import('acme-client');
  const { interceptors } = acme.axios;
  interceptors.request.clear();
  interceptors.response.clear();
  interceptors.request.use((config) =>
    Object.assign(config, { validateStatus: () => true, signal: AbortSignal.timeout(timeLimit) }),
  );
  interceptors.response.use(null, (error: unknown) => {
    throw new AuthorityUnreachable(unreachableReason(error, timeLimit));
  });
  return acme;
}

/** Why a request got no answer. */
function unreachableReason(error: unknown, timeLimit: number): string {
  const { code, config } = error as { code?: string; config?: { url?: string } };
  const where = URL.parse(config?.url ?? '')?.host ?? 'the authority';
  if (code === 'ERR_CANCELED') return `${where} did not answer within ${timeLimit / 1000} seconds (${code})`;
  return `${where} ${failureReason(error)}`;
}

/**
 * Certificates from an ACME authority such as Let's Encrypt. The authority requests a token under each name over plain
 * HTTP (`challenge`), and then signs. Existing certificates in the folder are renewed only when they are about to
 * expire.
 */
export class AcmeCertificates {
  readonly #authority: Authority;
  readonly #challenges = new Map<string, string>();
  #current: Certificate | undefined;

  constructor(authority: Authority) {
    this.#authority = authority;
    mkdirSync(authority.folder, { recursive: true, mode: 0o700 });
    this.reload();
  }

  get domains(): readonly string[] {
    return this.#authority.domains;
  }
  get directory(): string {
    return this.#authority.directory;
  }

  /** The current certificate. */
  get current(): Certificate | undefined {
    return this.#current;
  }

  /** Whether it is time for another certificate. */
  get due(): boolean {
    return this.#current === undefined || isDue(this.#current, this.#authority.domains, Date.now());
  }

  /** The answer to the authority at /.well-known/acme-challenge/<token>. */
  challenge(token: string): string | undefined {
    return this.#challenges.get(token);
  }

  /** Reads the folder again. */
  reload(): void {
    const cert = this.#read('pem');
    const key = this.#read('key');
    const pair = cert !== undefined && key !== undefined ? { cert, key } : undefined;
    if (pair && certificateError(pair, Date.now()) === undefined) this.#current = pair;
  }

  /** Gets a certificate and stores it. Rejects with the authority's error, or with AuthorityUnreachable. */
  async obtain(): Promise<Certificate> {
    const { domains, directory, log } = this.#authority;
    const acme = await loadClient(this.#authority);
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
    log.info({ domains }, 'installed a new certificate');
    return pair;
  }

  async #accountKey(): Promise<string> {
    const stored = this.#read('account');
    if (stored !== undefined) return stored;
    const { default: acme } = await import('acme-client');
    const made = (await acme.crypto.createPrivateEcdsaKey()).toString();
    this.#write('account', made);
    return made;
  }

  #path(what: 'account' | 'key' | 'pem'): string {
    return join(this.#authority.folder, what === 'account' ? 'account.key' : `${this.#authority.domains[0]}.${what}`);
  }

  #read(what: 'account' | 'key' | 'pem'): string | undefined {
    try {
      return readFileSync(this.#path(what), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Atomically. */
  #write(what: 'account' | 'key' | 'pem', text: string): void {
    const path = this.#path(what);
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}
