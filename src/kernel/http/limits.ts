// This module alone: the package's index loads a limiter for every kind of store.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { ApiError } from '../errors.ts';

/** `none` is for what must never be cut off: polls, health. */
export type LimitClass = 'api' | 'none';

/** Requests allowed in spans of seconds. Where there are two, a request counts in both. */
export const RULES = {
  api_by_user: [{ points: 200, duration: 60 }],
  api_by_ip: [{ points: 100, duration: 60 }],
  authenticate_by_username: [{ points: 5, duration: 1800 }],
  email_change_by_user: [
    { points: 5, duration: 86_400 },
    { points: 2, duration: 3600 },
  ],
  password_reset_form_by_email: [
    { points: 5, duration: 86_400 },
    { points: 2, duration: 3600 },
  ],
  sends_email_by_ip: [{ points: 5, duration: 86_400 }],
  spectator_attachment_access_by_file: [{ points: 1000, duration: 86_400 }],
} as const;
export type Rule = keyof typeof RULES;

/** Counts requests per person, address or file; refuses with RATE_LIMIT_HIT. All in memory: a restart forgives. */
export class RateLimits {
  readonly #limiters: ReadonlyMap<Rule, RateLimiterMemory[]> | undefined;

  constructor(on: boolean) {
    const limiters = () =>
      Object.entries(RULES).map(
        ([rule, spans]) => [rule as Rule, spans.map((span) => new RateLimiterMemory(span))] as const,
      );
    this.#limiters = on ? new Map(limiters()) : undefined;
  }

  get on(): boolean {
    return this.#limiters !== undefined;
  }

  /** Takes one request off what `key` has left; the answer is the headers that say so. */
  async take(rule: Rule, key: string): Promise<Record<string, string>> {
    let said = {};
    for (const limiter of this.#limiters?.get(rule) ?? []) said = await consume(limiter, key);
    return said;
  }

  /** Gives back what a successful sign-in took, so that only failures count. */
  async forgive(rule: Rule, key: string): Promise<void> {
    for (const limiter of this.#limiters?.get(rule) ?? []) await limiter.delete(key);
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<Record<string, string>> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return headers(limiter, remainingPoints, msBeforeNext);
  } catch (hit) {
    if (hit instanceof Error) throw hit;
    const { msBeforeNext } = hit as { msBeforeNext: number };
    const wait = msBeforeNext / 1000;
    throw new ApiError(
      429,
      'RATE_LIMIT_HIT',
      'API usage exceeded rate limit',
      { 'retry-after': wait },
      { ...headers(limiter, 0, msBeforeNext), 'Retry-After': String(Math.ceil(wait)) },
    );
  }
}

const headers = ({ points }: RateLimiterMemory, remaining: number, msBeforeNext: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(points),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.ceil((Date.now() + msBeforeNext) / 1000)),
});
