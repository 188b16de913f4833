import type { Log } from '../kernel/log.ts';
import type { AcmeCertificates } from '../kernel/tls/acme.ts';
import { AuthorityUnreachable } from '../kernel/tls/authority-error.ts';
import type { Certificate } from '../kernel/tls/certificate.ts';
import { reasonOf } from './data-folder.ts';

/** Pauses between attempts, ms: the first, by how much each is longer than the one before, and the longest. */
interface Backoff {
  first: number;
  factor: number;
  longest: number;
}

/** An authority that does not answer counts no attempts. */
const UNREACHABLE: Backoff = { first: 5_000, factor: 2, longest: 600_000 };
/** An authority that refuses does: Let's Encrypt allows five failures an hour for a name. */
const REFUSED: Backoff = { first: 60_000, factor: 4, longest: 3_600_000 };
/** How often it is checked whether a certificate is to be renewed, ms. */
const CHECK = 6 * 3_600_000;
/** How far a pause is from its rule, either way: servers that failed together do not all come back together. */
const JITTER = 0.25;

/** How long to wait after the nth failure (from 0), ms; `random` is from 0 to 1. */
export function pauseAfter(failures: number, error: unknown, random = Math.random()): number {
  const { first, factor, longest } = error instanceof AuthorityUnreachable ? UNREACHABLE : REFUSED;
  return Math.min(longest, first * factor ** failures) * (1 - JITTER + 2 * JITTER * random);
}

interface Keeping {
  source: Pick<AcmeCertificates, 'current' | 'due' | 'domains' | 'directory' | 'obtain'>;
  /** Puts a new certificate into use. */
  install(pair: Certificate): void;
  log: Log;
  /** Where the authority's questions arrive, as far as this machine knows. */
  httpPort: number;
}

/** Requests the first certificate and renews it, for as long as the server runs; failures are logged and tried again. */
export class CertificateKeeper {
  readonly #given: Keeping;
  readonly #first: Promise<void>;
  #haveFirst!: () => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isRequesting = false;
  #stopped = false;

  constructor(given: Keeping) {
    this.#given = given;
    this.#first = new Promise((resolve) => {
      this.#haveFirst = resolve;
    });
    if (given.source.current) this.#haveFirst();
  }

  /** Whether there is no certificate to serve with. */
  get isPending(): boolean {
    return this.#given.source.current === undefined;
  }

  /** What is going to be done first, for the operator. */
  get announcement(): string {
    const { domains, directory } = this.#given.source;
    return `Requesting a certificate for ${domains.join(', ')} from ${new URL(directory).host}. HTTPS starts when it is there.`;
  }

  /** Resolves when there is a certificate. */
  get ready(): Promise<void> {
    return this.#first;
  }

  start(): void {
    void this.#check();
  }

  /** Tries again at once, if the last attempt failed. */
  retry(): void {
    if (this.#failures === 0 || this.#isRequesting) return;
    this.#failures = 0;
    void this.#check();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const { source, install, log } = this.#given;
    clearTimeout(this.#timer);
    let pause = CHECK;
    if (source.due) {
      this.#isRequesting = true;
      try {
        install(await source.obtain());
        this.#failures = 0;
        this.#haveFirst();
      } catch (error) {
        pause = pauseAfter(this.#failures, error);
        this.#failures += 1;
        if (!this.#stopped) log.error(this.#failure(error, pause), this.#advice(error));
      }
      this.#isRequesting = false;
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#check(), pause).unref();
  }

  #failure(error: unknown, pause: number): object {
    const { domains, directory } = this.#given.source;
    return { domains, authority: directory, reason: reasonOf(error), retry_in_seconds: Math.round(pause / 1000) };
  }

  #advice(error: unknown): string {
    const { source, httpPort } = this.#given;
    const what = this.isPending ? 'no certificate yet' : 'the certificate could not be renewed';
    if (error instanceof AuthorityUnreachable)
      return `${what}: the certificate authority cannot be reached; see that this machine can connect to it`;
    return `${what}: the authority must reach this server at http://${source.domains[0]}/ (port ${httpPort} of this machine), so the name must lead here and the port be open`;
  }
}
