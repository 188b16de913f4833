import type { Database } from '../../../kernel/db/database.ts';
import { getStart, PERIODS, type Period, type StatisticKind } from './types.ts';

/** Messages of one sender in one conversation on one day. */
export interface MessageCount {
  day: number;
  recipient_id: number;
  sender_id: number;
  messages: number;
}

interface Progress {
  /** Messages up to this id are counted. */
  message_id: number;
  /** Changes of presence up to this one are counted. */
  presence_id: number;
}

export const statisticRepository = (db: Database) => {
  const add = db.run<[period: Period, kind: StatisticKind, start: number, key: number, value: number]>(
    `INSERT INTO statistic (period, kind, start, key, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (period, kind, start, key) DO UPDATE SET value = value + excluded.value`,
  );
  const set = db.run<[period: Period, kind: StatisticKind, start: number, key: number, value: number]>(
    `INSERT INTO statistic (period, kind, start, key, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (period, kind, start, key) DO UPDATE SET value = excluded.value`,
  );
  const addActive = db.run<[user: number, period: Period, start: number, time: number]>(
    'INSERT OR IGNORE INTO active_user (user_id, period, start, counted) VALUES (?, ?, ?, ?)',
  );
  return {
    progress: db.get<Progress, []>('SELECT message_id, presence_id FROM statistic_progress'),
    setMessageProgress: db.run<[id: number]>('UPDATE statistic_progress SET message_id = ?'),
    setPresenceProgress: db.run<[id: number]>('UPDATE statistic_progress SET presence_id = ?'),

    /** Counts a range of message ids. */
    countMessages: db.all<MessageCount, [after: number, upTo: number]>(
      `SELECT date_sent / 86400 AS day, recipient_id, sender_id, count(*) AS messages FROM message NOT INDEXED
       WHERE id > ? AND id <= ? GROUP BY 1, 2, 3`,
    ),
    /** The next users whose presence changed. */
    activeAfter: db.all<{ user_id: number; time: number | null; update_id: number }, [after: number, limit: number]>(
      `SELECT user_id, active_timestamp AS time, update_id FROM presence WHERE update_id > ?
       ORDER BY update_id LIMIT ?`,
    ),

    /** Adds to the counts of a day and of its week. */
    add(kind: StatisticKind, day: number, value: number, key = 0): void {
      for (const period of PERIODS) add(period, kind, getStart(period, day), key, value);
    },
    /** Replaces the value of a day and of its week. */
    set(kind: StatisticKind, day: number, value: number): void {
      for (const period of PERIODS) set(period, kind, getStart(period, day), 0, value);
    },
    /** Counts a user as active on a day and in its week, each once. */
    addActive(user: number, day: number, now: number): void {
      for (const period of PERIODS) {
        const start = getStart(period, day);
        if (addActive(user, period, start, now).changes > 0) add(period, 'active_users', start, 0, 1);
      }
    },
    /** Forgets who was counted as active before a time, at most `limit` rows. The counts stay. */
    forgetActive: db.run<[time: number, limit: number]>(
      `DELETE FROM active_user WHERE (user_id, period, start) IN (
         SELECT user_id, period, start FROM active_user WHERE counted < ? ORDER BY counted LIMIT ?)`,
    ),

    /** One number of the organization, by period. */
    ofKind: db.rows<[start: number, value: number], [period: Period, kind: StatisticKind, from: number, to: number]>(
      'SELECT start, value FROM statistic WHERE period = ? AND kind = ? AND start BETWEEN ? AND ? AND key = 0',
    ),
    /** The sums of each channel or bot over some periods, most first. */
    sums: db.rows<[key: number, value: number], [period: Period, kind: 'channel' | 'bot', from: number, to: number]>(
      `SELECT key, sum(value) FROM statistic WHERE period = ? AND kind = ? AND start BETWEEN ? AND ?
       GROUP BY key ORDER BY 2 DESC, 1`,
    ),
  };
};
