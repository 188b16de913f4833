import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, ClientAutoOptions } from 'acme-client';
import type { ServerConfig } from '../config.ts';
import { failureReason } from '../http/failure-reason.ts';
import type { Log } from '../log.ts';
import { AuthorityUnreachable } from './authority-error.ts';
import { type Certificate, certificateError, isDue } from './certificate.ts';
import { dnsRecords } from './dns-hook.ts';

interface Authority {
  /** Where the account and the certificates are stored. */
  folder: string;
  domains: readonly string[];
  /** The URL of the authority's directory. */
  directory: string;
  /** The address for the authority's notices. */
  contact?: string | undefined;
  /** Binds the account to one that the operator has at the authority; the key is base64url. */
  externalKey?: { id: string; key: string } | undefined;
  /** The program that sets TXT records; with it, names are proved by DNS. */
  dnsHook?: string | undefined;
  log: Log;
  /** The timeout of one request to the authority, ms. */
  timeLimit?: number;
}

/** The timeout of one request to the authority, ms. */
const TIMEOUT = 30_000;

/** What the settings say about the authority. */
export const authorityIn = ({ choices }: ServerConfig): Omit<Authority, 'domains' | 'log'> => ({
  folder: join(choices.dataDir, 'certs'),
  directory: choices.acmeDirectory,
  contact: choices.acmeContact,
  externalKey:
    choices.acmeKeyId !== undefined && choices.acmeKey !== undefined
      ? { id: choices.acmeKeyId, key: choices.acmeKey }
      : undefined,
  dnsHook: choices.acmeDnsHook,
});

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
 * HTTP (`challenge`) or in DNS (`dnsHook`), and then signs. Existing certificates in the folder are renewed only when
 * they are about to expire.
 */
export class AcmeCertificates {
  readonly #readAuthority: () => Authority;
  readonly #challenges = new Map<string, string>();
  #current: Certificate | undefined;

  /** `readAuthority`: the settings as they are now, since a server reloads them. */
  constructor(readAuthority: () => Authority) {
    this.#readAuthority = readAuthority;
    mkdirSync(this.#authority.folder, { recursive: true, mode: 0o700 });
    this.reload();
  }

  get #authority(): Authority {
    return this.#readAuthority();
  }

  get domains(): readonly string[] {
    return this.#authority.domains;
  }
  get directory(): string {
    return this.#authority.directory;
  }

  /** Whether names are proved by DNS. */
  get usesDns(): boolean {
    return this.#authority.dnsHook !== undefined;
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
    const { domains, log } = this.#authority;
    const acme = await loadClient(this.#authority);
    const client = await this.#openAccount(acme);
    const [key, csr] = await acme.crypto.createCsr(
      { commonName: domains[0]!, altNames: [...domains] },
      await acme.crypto.createPrivateEcdsaKey(),
    );
    const cert = await client.auto({
      csr,
      ...this.#proof(),
      // Behind some routers a server cannot reach itself by its own name; the authority can.
      skipChallengeVerification: true,
    });
    const pair = { cert, key: key.toString() };
    this.#write('key', pair.key);
    this.#write('pem', pair.cert);
    this.#current = pair;
    log.info({ domains }, 'installed a new certificate');
    return pair;
  }

  /** The client, with the account of the stored key, which is created or found. */
  async #openAccount(acme: typeof import('acme-client')): Promise<Client> {
    const { directory, contact, externalKey } = this.#authority;
    /** For an account that exists, the package sends all its data as an update. Only a contact can be updated. */
    class AccountClient extends acme.Client {
      override async updateAccount(data: Parameters<Client['updateAccount']>[0] = {}) {
        return data.contact ? super.updateAccount({ contact: data.contact }) : { status: 'valid' as const, orders: '' };
      }
    }
    const client = new AccountClient({
      directoryUrl: directory,
      accountKey: await this.#accountKey(),
      ...(externalKey && { externalAccountBinding: { kid: externalKey.id, hmacKey: externalKey.key } }),
      backoffMin: 1000,
      backoffMax: 15_000,
    });
    await client.createAccount({
      termsOfServiceAgreed: true,
      ...(contact !== undefined && { contact: [`mailto:${contact}`] }),
    });
    return client;
  }

  /** How the names are proved. */
  #proof(): Pick<ClientAutoOptions, 'challengePriority' | 'challengeCreateFn' | 'challengeRemoveFn'> {
    const { dnsHook, log } = this.#authority;
    const type = dnsHook === undefined ? 'http-01' : 'dns-01';
    const setRecord = dnsHook === undefined ? undefined : dnsRecords(dnsHook, log);
    return {
      challengePriority: [type],
      challengeCreateFn: async ({ identifier }, challenge, answer) => {
        if (challenge.type !== type) throw new Error(`the authority does not offer ${type} for ${identifier.value}`);
        if (setRecord) await setRecord('set', identifier.value, answer);
        else this.#challenges.set(challenge.token, answer);
      },
      challengeRemoveFn: async ({ identifier }, { token }, answer) => {
        await setRecord?.('remove', identifier.value, answer);
        this.#challenges.delete(token);
      },
    };
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
