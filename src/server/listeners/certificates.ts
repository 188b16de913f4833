import type { Log } from '../../kernel/log.ts';
import { getReason } from '../../kernel/terminal/failure.ts';
import type { AcmeCertificates } from '../../kernel/tls/acme.ts';
import { AuthorityUnreachable } from '../../kernel/tls/authority-error.ts';
import type { Certificate } from '../../kernel/tls/certificate.ts';

/** Pauses between attempts, ms: the first, the growth factor, and the maximum. */
interface Backoff {
  first: number;
  factor: number;
  longest: number;
}

/** If the authority does not answer, it does not count attempts. */
const UNREACHABLE: Backoff = { first: 5_000, factor: 2, longest: 600_000 };
/** If it rejects, it counts: Let's Encrypt allows five failures per hour for a name. */
const REFUSED: Backoff = { first: 60_000, factor: 4, longest: 3_600_000 };
/** How often to check whether a certificate must be renewed, ms. */
const CHECK = 6 * 3_600_000;
/** Random deviation of a pause: servers that failed together should not all come back together. */
const JITTER = 0.25;

/** How long to wait after the nth failure (from 0), ms; `random` is from 0 to 1. */
export function pauseAfter(failures: number, error: unknown, random = Math.random()): number {
  const { first, factor, longest } = error instanceof AuthorityUnreachable ? UNREACHABLE : REFUSED;
  return Math.min(longest, first * factor ** failures) * (1 - JITTER + 2 * JITTER * random);
}

interface Keeping {
  source: Pick<AcmeCertificates, 'current' | 'due' | 'domains' | 'directory' | 'usesDns' | 'obtain'>;
  /** Uses a new certificate from now on. */
  install(pair: Certificate): void;
  log: Log;
  /** The address that the authority connects to, as far as this machine knows. */
  httpPort: number;
}

/** Requests the first certificate and renews it while the server runs. Failures are logged and retried. */
export class CertificateKeeper {
  readonly #options: Keeping;
  readonly #first: Promise<void>;
  #haveFirst!: () => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isRequesting = false;
  #stopped = false;

  constructor(options: Keeping) {
    this.#options = options;
    this.#first = new Promise((resolve) => {
      this.#haveFirst = resolve;
    });
    if (options.source.current) this.#haveFirst();
  }

  /** Whether there is no certificate yet. */
  get isPending(): boolean {
    return this.#options.source.current === undefined;
  }

  /** The first step, for the operator. */
  get announcement(): string {
    const { domains, directory } = this.#options.source;
    return `Requesting a certificate for ${domains.join(', ')} from ${new URL(directory).host}. HTTPS starts when the certificate arrives.`;
  }

  /** Resolves when there is a certificate. */
  get ready(): Promise<void> {
    return this.#first;
  }

  start(): void {
    void this.#check();
  }

  /** Retries at once if the last attempt failed, and gets the certificate that new settings ask for. */
  retry(): void {
    if (this.#isRequesting) return;
    this.#failures = 0;
    void this.#check();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const { source, install, log } = this.#options;
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
    const { domains, directory } = this.#options.source;
    return { domains, authority: directory, reason: getReason(error), retry_in_seconds: Math.round(pause / 1000) };
  }

  #advice(error: unknown): string {
    const { source, httpPort } = this.#options;
    const what = this.isPending ? 'no certificate yet' : 'the certificate could not be renewed';
    if (error instanceof AuthorityUnreachable)
      return `${what}: the certificate authority cannot be reached. Check that this machine can connect to it`;
    if (source.usesDns)
      return `${what}: check the program of --acme-dns-hook, and that the authority can read its records`;
    return `${what}: the authority must reach this server at http://${source.domains[0]}/ (port ${httpPort} of this machine). Check the DNS name and the firewall`;
  }
}
