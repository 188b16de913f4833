import type { Database } from '../../../kernel/db/database.ts';

/** The deliveries of the last day whose senders number them, by a hash of bot, place and that number. */
export const handledDeliveryRepository = (db: Database) => ({
  has: db.value<0 | 1, [hash: string]>('SELECT EXISTS (SELECT 1 FROM handled_delivery WHERE hash = ?)'),
  add: db.run<[hash: string, handled: number]>('INSERT OR REPLACE INTO handled_delivery VALUES (?, ?)'),
  removeBefore: db.run<[time: number]>('DELETE FROM handled_delivery WHERE handled < ?'),
  /** Removes all but the newest. */
  trim: db.run<[most: number]>(
    `DELETE FROM handled_delivery WHERE hash IN
       (SELECT hash FROM handled_delivery ORDER BY handled DESC LIMIT -1 OFFSET ?)`,
  ),
});
