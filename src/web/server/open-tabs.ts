import { optional } from '../store/local/optional.ts';
import { EventStream } from './event-stream.ts';
import { pause } from './request.ts';

/** The server sends a heartbeat within a minute. After a longer silence, the tab that waits for events has stopped. */
const LONGEST_SILENCE = 75_000;
const CHECK_INTERVAL = 5000;
/** Pauses before a tab fetches again what another one has received: queues of other processes get events later. */
const RETRIES = [200, 1000, 3000];

/** What tabs send each other: one waits for events from now on, one closes, or one has received events. */
type Notice = { claim: string; at: number } | { left: string } | { hasEvents: boolean };

/**
 * The open tabs of a user in this browser. Each has its own event queue, but only one waits for events. Over HTTP/1.1 a
 * browser opens six connections to a server, and six waiting requests would leave none for others. When the tab that
 * waits receives something, the others fetch the events of their own queues, without waiting. The tab that the user
 * looks at is the one that waits. Without BroadcastChannel, each tab waits.
 */
export class OpenTabs {
  /** Whether this tab waits for events. */
  waits = true;
  /** How it waits, where that is possible. */
  readonly stream = new EventStream();
  /** Is aborted when another tab waits instead. */
  displaced = new AbortController();
  readonly #id = `${Date.now()} ${Math.random()}`;
  #claimedAt = 0;
  /** The tab that waits, if it is another one. */
  #followed = '';
  #channel: BroadcastChannel | undefined;
  /** Ends the observation of the tab that waits. */
  #observation = new AbortController();
  #isDue = false;
  #due = Promise.withResolvers<void>();
  #retries: readonly number[] = [];

  constructor(user: number) {
    this.#channel = optional(() => new BroadcastChannel(`klatch-events-${user}`));
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Notice>) => this.#receive(data);
    const claim = () => this.#claim();
    // The others find out by this lock that the tab is gone.
    const life = withLock(this.#id, {}, () => {
      claim();
      return new Promise(() => {});
    });
    void life.catch(claim);
    document.addEventListener('visibilitychange', () => document.hidden || claim());
    addEventListener('pageshow', ({ persisted }) => persisted && claim());
    addEventListener('pagehide', () => this.#send({ left: this.#id }));
  }

  /** Resolves when this tab can fetch events: at once if it waits for them, otherwise when another one has some. */
  async turn(): Promise<void> {
    const begin = Date.now();
    while (!this.waits && !this.#isDue) {
      if (Date.now() - begin > LONGEST_SILENCE) this.#claim();
      else await Promise.race([this.#due.promise, pause(CHECK_INTERVAL)]);
    }
    this.#isDue = false;
    this.#due = Promise.withResolvers();
  }

  /** Makes the other tabs fetch their events. */
  announce(hasEvents: boolean): void {
    if (this.waits) this.#send({ hasEvents });
  }

  /** Makes this tab fetch its events now. */
  wake(): void {
    this.#isDue = true;
    this.#due.resolve();
  }

  /** Records whether a fetch returned events. If another tab has received some, this one tries again. */
  reportFetched(hasEvents: boolean): void {
    const [next, ...rest] = hasEvents ? [] : this.#retries;
    this.#retries = rest;
    if (next !== undefined) setTimeout(() => this.wake(), next);
  }

  #send(notice: Notice): void {
    this.#channel?.postMessage(notice);
  }

  #claim(): void {
    this.#observation.abort();
    this.#claimedAt = Date.now();
    if (!this.waits) this.displaced = new AbortController();
    this.waits = true;
    this.#send({ claim: this.#id, at: this.#claimedAt });
    // What the tab before it received last, it may not have announced.
    this.#send({ hasEvents: false });
    this.wake();
  }

  #receive(notice: Notice): void {
    if ('claim' in notice) {
      // Of two tabs that claim at once, the later one waits, and the greater ID decides.
      const isLater = notice.at > this.#claimedAt || (notice.at === this.#claimedAt && notice.claim > this.#id);
      if (isLater) this.#follow(notice.claim);
    } else if ('left' in notice) {
      if (!this.waits && notice.left === this.#followed) this.#claim();
    } else if (!this.waits) {
      this.#retries = notice.hasEvents ? RETRIES : [];
      this.wake();
    }
  }

  /** Another tab waits, until it is closed. */
  #follow(id: string): void {
    this.waits = false;
    this.#followed = id;
    this.displaced.abort();
    this.wake();
    this.#observation.abort();
    const observation = new AbortController();
    this.#observation = observation;
    void withLock(id, { signal: observation.signal }, () => observation.signal.aborted || this.#claim()).catch(
      () => {},
    );
  }
}

/** Runs `work` with the lock of a tab. Rejects if the browser has no locks. */
const withLock = async (id: string, options: LockOptions, work: () => unknown): Promise<unknown> =>
  navigator.locks.request(`klatch-tab-${id}`, options, work);
