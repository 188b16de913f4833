// This module alone: the package's index loads a limiter for every kind of store.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { ApiError } from '../errors.ts';

/** `none` is for what must never be cut off: polls, health. */
export type LimitClass = 'api' | 'authenticate' | 'none';

/** Requests allowed in a span of seconds. */
export const RULES = {
  user: { points: 200, duration: 60 },
  ip: { points: 100, duration: 60 },
  authenticate: { points: 5, duration: 1800 },
  email_change: { points: 2, duration: 3600 },
  email_changes_of_a_day: { points: 5, duration: 86_400 },
  password_reset: { points: 3, duration: 3600 },
  password_resets_of_an_address: { points: 20, duration: 3600 },
} as const;

/** Counts requests per person and address; refuses with RATE_LIMIT_HIT. All in memory: a restart forgives. */
export class RateLimits {
  readonly #limiters: Record<keyof typeof RULES, RateLimiterMemory> | undefined;

  constructor(on: boolean) {
    this.#limiters = on
      ? {
          user: new RateLimiterMemory(RULES.user),
          ip: new RateLimiterMemory(RULES.ip),
          authenticate: new RateLimiterMemory(RULES.authenticate),
          email_change: new RateLimiterMemory(RULES.email_change),
          email_changes_of_a_day: new RateLimiterMemory(RULES.email_changes_of_a_day),
          password_reset: new RateLimiterMemory(RULES.password_reset),
          password_resets_of_an_address: new RateLimiterMemory(RULES.password_resets_of_an_address),
        }
      : undefined;
  }

  get on(): boolean {
    return this.#limiters !== undefined;
  }

  /** Takes one request off what `key` has left; the answer is the headers that say so. */
  async take(rule: keyof typeof RULES, key: string): Promise<Record<string, string>> {
    if (!this.#limiters) return {};
    try {
      const { remainingPoints, msBeforeNext } = await this.#limiters[rule].consume(key);
      return headers(rule, remainingPoints, msBeforeNext);
    } catch (hit) {
      if (hit instanceof Error) throw hit;
      const { msBeforeNext } = hit as { msBeforeNext: number };
      const wait = msBeforeNext / 1000;
      throw new ApiError(
        429,
        'RATE_LIMIT_HIT',
        'API usage exceeded rate limit',
        { 'retry-after': wait },
        { ...headers(rule, 0, msBeforeNext), 'Retry-After': String(Math.ceil(wait)) },
      );
    }
  }

  /** Gives back what a successful sign-in took, so that only failures count. */
  async forgive(rule: keyof typeof RULES, key: string): Promise<void> {
    await this.#limiters?.[rule].delete(key);
  }
}

function headers(rule: keyof typeof RULES, remaining: number, msBeforeNext: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(RULES[rule].points),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + msBeforeNext) / 1000)),
  };
}
