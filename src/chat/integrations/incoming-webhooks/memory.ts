import { lruCache } from '../../../kernel/lru-cache.ts';

const DAY = 24 * 3_600_000;

/** What incoming webhooks remember of the last day. */
export class ReceivedDeliveries {
  /** Those that were handled, by a hash of bot, place and the sender's id: senders repeat what they hold for lost. */
  readonly handled = lruCache<string, true>(10_000, { ttl: DAY });
  /** The time in milliseconds of the last notice to an owner, by bot and cause. */
  readonly failures = lruCache<string, number>(1000, { ttl: DAY });
}
