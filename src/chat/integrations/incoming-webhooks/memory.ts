import { lruCache } from '../../../kernel/lru-cache.ts';

const DAY = 24 * 3_600_000;

/** What incoming webhooks remember. */
export class ReceivedDeliveries {
  /** What was posted lately, by a hash of bot, place and content: the time in milliseconds, and the message. */
  readonly recent = lruCache<string, { time: number; message_id: number }>(10_000);
  /** The time in milliseconds of the last notice to an owner, by bot and cause. */
  readonly failures = lruCache<string, number>(1000, { ttl: DAY });
}
