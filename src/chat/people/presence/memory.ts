import type { SharedText } from '../../../kernel/http/shared-text.ts';
import type { ModernPresence, Status } from './types.ts';

/** Who came, left or became idle in some seconds. */
export interface PresenceTick {
  /** The newest update id then. */
  id: number;
  /** When it was, in ms. */
  at: number;
  changed: ReadonlyMap<number, ModernPresence>;
}

/** How many ticks are kept: clients report every minute. */
const KEPT = 30;
/** How many different replies of one tick are kept. */
const MOST_REPLIES = 100;

/** What all who poll presence share: the last ticks, and the replies since the last one. */
export class PresenceTicks {
  readonly #ticks: PresenceTick[] = [];
  readonly #replies = new Map<string, SharedText>();
  /** Of everybody who is not offline, at the last tick. */
  statuses: ReadonlyMap<number, Status> = new Map();

  get last(): PresenceTick | undefined {
    return this.#ticks.at(-1);
  }

  add(tick: PresenceTick, statuses: ReadonlyMap<number, Status>): void {
    this.#ticks.push(tick);
    if (this.#ticks.length > KEPT) this.#ticks.shift();
    this.statuses = statuses;
    this.#replies.clear();
  }

  /** Who changed since the tick with this id, and when they were last seen; undefined: there is no such tick. */
  changesSince(id: number): ReadonlyMap<number, ModernPresence> | undefined {
    if (!this.#ticks.some((tick) => tick.id === id)) return undefined;
    return new Map(this.#ticks.flatMap((tick) => (tick.id >= id ? [...tick.changed] : [])));
  }

  /** A reply of the last tick, which is made once. */
  reply(key: string, make: () => SharedText): SharedText {
    const known = this.#replies.get(key) ?? make();
    if (this.#replies.size < MOST_REPLIES) this.#replies.set(key, known);
    return known;
  }
}

/** When a user was active, and when a client was connected, in seconds. */
export interface Report {
  active?: number;
  idle?: number;
}

/** What users reported and is not in the database yet, by user id. */
export class PresenceReports {
  #reports = new Map<number, Report>();
  /** When reports were taken, in ms. */
  #takenAt = Number.NEGATIVE_INFINITY;

  add(user: number, status: Status, at: number): void {
    this.#reports.set(user, { ...this.#reports.get(user), [status]: at });
  }

  /** Returns the reports, which then are not here any more, unless some were taken less than `interval` ms before. */
  take(now: number, interval: number): ReadonlyMap<number, Report> {
    if (now - this.#takenAt < interval || this.#reports.size === 0) return NONE;
    const taken = this.#reports;
    this.#reports = new Map();
    this.#takenAt = now;
    return taken;
  }
}

const NONE: ReadonlyMap<number, Report> = new Map();
