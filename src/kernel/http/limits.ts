import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import { asciiAddress } from '../mail/address-forms.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { isIn, type Networks } from './proxies.ts';

/**
 * `none` is for requests that must never be limited: polls, health checks. Sends and uploads count among the requests
 * of an account, and have limits of their own if the operator sets them.
 */
export type LimitClass = 'api' | 'send' | 'upload' | 'none';

/**
 * The number of requests allowed in spans of seconds. With several spans, a request counts in each. Rules named
 * `…_by_ip` count networks.
 */
export const RULES = {
  api_by_user: [{ points: 200, duration: 60 }],
  api_by_ip: [{ points: 100, duration: 60 }],
  send_by_user: [],
  upload_by_user: [],
  // Wrong passwords for one name from one network, so that nobody elsewhere can lock an account.
  authenticate_by_source: [{ points: 5, duration: 1800 }],
  // Those for one name from all networks. With more, attempts are not rejected for long, but rare.
  authenticate_by_username: [{ points: 50, duration: 1800 }],
  authenticate_slowly_by_username: [{ points: 1, duration: 10 }],
  // Failures for all accounts together. An office behind one address shares them, so the number is far above what one
  // person needs.
  authenticate_by_ip: [
    { points: 200, duration: 86_400 },
    { points: 50, duration: 1800 },
  ],
  jwt_by_ip: [{ points: 5, duration: 1800 }],
  second_factor_by_user: [{ points: 10, duration: 1800 }],
  setup_code_by_ip: [{ points: 5, duration: 1800 }],
  email_change_by_user: [
    { points: 5, duration: 86_400 },
    { points: 2, duration: 3600 },
  ],
  password_reset_form_by_email: [
    { points: 5, duration: 86_400 },
    { points: 2, duration: 3600 },
  ],
  sends_email_by_ip: [{ points: 5, duration: 86_400 }],
  test_notification_by_user: [{ points: 20, duration: 60 }],
  call_by_user: [
    { points: 60, duration: 3600 },
    { points: 6, duration: 60 },
  ],
  gif_search_by_user: [{ points: 60, duration: 60 }],
  test_mail_by_user: [{ points: 20, duration: 3600 }],
  mail_by_ip: [{ points: 300, duration: 60 }],
  mail_by_sender: [{ points: 60, duration: 60 }],
  spectator_attachment_access_by_file: [{ points: 1000, duration: 86_400 }],
} as const satisfies Record<string, readonly Span[]>;
export type Rule = keyof typeof RULES;

/** The operator's settings about rate limits. */
export type LimitSettings = Partial<
  Pick<
    ServerSettings,
    | 'userRequestsPerMinute'
    | 'addressRequestsPerMinute'
    | 'sendsPerMinute'
    | 'uploadsPerMinute'
    | 'passwordTries'
    | 'addressPasswordTries'
    | 'rateLimitExempt'
  >
>;

const perMinute = (points: number | undefined): Span[] | undefined =>
  points === undefined ? undefined : [{ points, duration: 60 }];
const perHalfHour = (points: number | undefined): Span[] | undefined =>
  points === undefined ? undefined : [{ points, duration: 1800 }];

/** From all networks together, ten times as many passwords may be wrong as from one. */
const NETWORKS = 10;

/** The limits that the operator sets, by rule. */
const chosenSpans = (settings: LimitSettings): Partial<Record<Rule, Span[] | undefined>> => ({
  api_by_user: perMinute(settings.userRequestsPerMinute),
  api_by_ip: perMinute(settings.addressRequestsPerMinute),
  send_by_user: perMinute(settings.sendsPerMinute),
  upload_by_user: perMinute(settings.uploadsPerMinute),
  authenticate_by_source: perHalfHour(settings.passwordTries),
  authenticate_by_username: perHalfHour(settings.passwordTries && settings.passwordTries * NETWORKS),
  authenticate_by_ip: perHalfHour(settings.addressPasswordTries),
});

/** The limits that many people share who are behind one address. The exempt networks do not have them. */
const SHARED: ReadonlySet<Rule> = new Set<Rule>(['api_by_ip', 'authenticate_by_ip', 'sends_email_by_ip']);

/** A rule keeps counts for at most this many keys, about 100 bytes each. With more, the oldest counts are dropped. */
const MAX_KEYS = 50_000;

interface Span {
  /** Requests allowed. */
  points: number;
  /** Seconds. */
  duration: number;
}

/** What one key has used of a span. Times are in milliseconds. */
interface Count {
  used: number;
  resetsAt: number;
}

/**
 * Counts requests by user, network, name or file, and throws RATE_LIMIT_HIT. All counts are in memory: a restart clears
 * them. Keys are hashed, so that a long one takes no more memory than a short one, and each rule has its own, so that
 * they cannot collide.
 */
export class RateLimits {
  readonly #windows: ReadonlyMap<Rule, Window[]> | undefined;
  readonly #exempt: Networks;

  constructor(on: boolean, settings: LimitSettings = {}) {
    this.#exempt = settings.rateLimitExempt ?? [];
    if (!on) return;
    const chosen = chosenSpans(settings);
    const rules = Object.entries(RULES) as [Rule, readonly Span[]][];
    this.#windows = new Map(
      rules.map(([rule, usual]) => [rule, (chosen[rule] ?? usual).map((span) => new Window(span))]),
    );
  }

  get on(): boolean {
    return this.#windows !== undefined;
  }

  /** Counts one request of `key`. Returns the rate limit headers. Throws RATE_LIMIT_HIT. */
  take(rule: Rule, key: string): Record<string, string> {
    let headers = {};
    const windows = this.#windows?.get(rule) ?? [];
    if (windows.length === 0 || (SHARED.has(rule) && isIn(key, this.#exempt))) return headers;
    const hash = hashKey(rule, key);
    for (const window of windows) headers = window.take(hash);
    return headers;
  }

  /** Clears the counts of a key after a success, so that only failures in a row count. */
  forgive(rule: Rule, key: string): void {
    const hash = hashKey(rule, key);
    for (const window of this.#windows?.get(rule) ?? []) window.clear(hash);
  }

  /**
   * Does work that tries a secret, and counts it for `key` if it fails. Other people may have the same address, so one
   * who has the right secret is let in however many failed before. Only for secrets that nobody can guess.
   */
  async countFailures<T>(rule: Rule, key: string, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.take(rule, key);
      throw error;
    }
  }

  /** Whether the next request of `key` is rejected. */
  isReached(rule: Rule, key: string): boolean {
    const hash = hashKey(rule, key);
    return this.#windows?.get(rule)?.some((window) => window.isReached(hash)) ?? false;
  }

  /** Undoes one `take`. Earlier failures still count. */
  giveBack(rule: Rule, key: string): void {
    const hash = hashKey(rule, key);
    for (const window of this.#windows?.get(rule) ?? []) window.giveBack(hash);
  }

  /** The number of keys a rule keeps counts for. */
  keys(rule: Rule): number {
    return Math.max(0, ...(this.#windows?.get(rule) ?? []).map(({ size }) => size));
  }
}

/** The error of a request that may come back after this many seconds. */
export const rateLimitHit = (wait: number, headers: Record<string, string> = {}): ApiError =>
  new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': wait },
    { ...headers, 'Retry-After': String(Math.ceil(wait)) },
  );

/** Counts requests in one span, which begins for each key with its first request. Throws RATE_LIMIT_HIT. */
export class Window {
  readonly #span: Span;
  /** In the order in which the counts end, since all last equally long. */
  readonly #counts = new Map<string, Count>();

  constructor(span: Span) {
    this.#span = span;
  }

  get size(): number {
    return this.#counts.size;
  }

  take(key: string): Record<string, string> {
    const now = Date.now();
    const count = this.#countOf(key, now);
    const wait = (count.resetsAt - now) / 1000;
    if (count.used >= this.#span.points) throw rateLimitHit(wait, this.#headers(count));
    count.used++;
    return this.#headers(count);
  }

  isReached(key: string): boolean {
    const count = this.#counts.get(key);
    return count !== undefined && count.used >= this.#span.points && count.resetsAt > Date.now();
  }

  clear(key: string): void {
    this.#counts.delete(key);
  }

  giveBack(key: string): void {
    const count = this.#counts.get(key);
    if (count && count.used > 0) count.used--;
  }

  #countOf(key: string, now: number): Count {
    const known = this.#counts.get(key);
    if (known && known.resetsAt > now) return known;
    this.#counts.delete(key);
    this.#removeOld(now);
    const count = { used: 0, resetsAt: now + this.#span.duration * 1000 };
    this.#counts.set(key, count);
    return count;
  }

  /** Removes counts whose span is over, and the oldest one if there are too many. */
  #removeOld(now: number): void {
    for (const [key, { resetsAt }] of this.#counts) {
      if (resetsAt > now && this.#counts.size < MAX_KEYS) break;
      this.#counts.delete(key);
    }
  }

  #headers({ used, resetsAt }: Count): Record<string, string> {
    return {
      'X-RateLimit-Limit': String(this.#span.points),
      'X-RateLimit-Remaining': String(this.#span.points - used),
      'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
    };
  }
}

/** User ids are short, and hashing them at every request would cost time, so they stay as they are. */
const hashKey = (rule: Rule, key: string): string =>
  rule.endsWith('_by_user') ? key : createHash('sha256').update(countedAs(rule, key)).digest('base64url').slice(0, 22);

/** What counts together: requests of one network, or for all spellings of one address. */
const countedAs = (rule: Rule, key: string): string =>
  rule.endsWith('_by_ip')
    ? getNetwork(key)
    : rule.endsWith('_by_email') || rule.endsWith('_by_username')
      ? normalizeName(key)
      : key;

/** The one form of all spellings of an address or name. */
export const normalizeName = (name: string): string => asciiAddress(name.trim()).normalize('NFC').toLowerCase();

/**
 * The network whose requests count together: one IPv4 address, or the /64 from which an IPv6 host can use any address.
 */
export function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
