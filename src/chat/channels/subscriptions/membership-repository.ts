import type { Database } from '../../../kernel/db/database.ts';

/** The ids of a recipient's messages that a user received: above `from_id`, up to `until_id` (null: still open). */
export interface Period {
  recipient_id: number;
  from_id: number;
  until_id: number | null;
}

/** One user's, in one conversation. */
export interface PeriodOf {
  user_id: number;
  from_id: number;
  until_id: number | null;
}

/** Statements on membership over time: who receives what is sent to a conversation. */
export const membershipStatements = (db: Database) => ({
  ...membershipChanges(db),
  ...periodsOfUsers(db),
  ...periodsOfMessages(db),
});

const membershipChanges = (db: Database) => {
  const endedPeriods = db.all<PeriodOf, [recipient: number]>(
    'SELECT user_id, from_id, until_id FROM membership WHERE recipient_id = ? AND until_id IS NOT NULL',
  );
  const ended = db.cached(['membership'], (recipient: number): readonly PeriodOf[] => endedPeriods(recipient), 2000);
  const openPeriods = db.run<[recipient: number, from: number, users: string]>(
    `INSERT INTO membership (user_id, recipient_id, from_id) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, recipient_id, from_id) DO UPDATE SET until_id = NULL`,
  );
  const closePeriods = db.run<[until: number, recipient: number, users: string]>(
    `UPDATE membership SET until_id = ? WHERE recipient_id = ? AND until_id IS NULL AND user_id IN (SELECT value FROM json_each(?))`,
  );

  return {
    /** A period continues if nothing was sent since it ended. */
    openPeriods(recipient: number, from: number, users: readonly number[]): void {
      openPeriods(recipient, from, JSON.stringify(users));
      ended.forget(recipient);
    },
    /** The user received the messages before the period that continues. */
    beginEarlier: db.run<[from: number, user: number, recipient: number]>(
      'UPDATE membership SET from_id = min(from_id, ?) WHERE user_id = ? AND recipient_id = ? AND until_id IS NULL',
    ),
    closePeriods(recipient: number, until: number, users: readonly number[]): void {
      closePeriods(until, recipient, JSON.stringify(users));
      ended.forget(recipient);
    },
    /** The ended periods of one conversation, of active and deactivated users. */
    endedIn: (recipient: number): readonly PeriodOf[] => ended.get(recipient)!,
  };
};

const periodsOfUsers = (db: Database) => ({
  /** The periods of a user's current channels and direct-message conversations. */
  periodsOf: db.all<Period, [user: number]>(
    `SELECT recipient_id, from_id, until_id FROM membership m WHERE user_id = ?
     AND EXISTS (SELECT 1 FROM membership o WHERE o.user_id = m.user_id AND o.recipient_id = m.recipient_id AND o.until_id IS NULL)
     ORDER BY recipient_id, from_id`,
  ),
  /** The periods of one user in one conversation, even if they have left. */
  periodsIn: db.all<Period, [user: number, recipient: number]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ? AND recipient_id = ?',
  ),
  /** The same in several; ids as a JSON list. */
  periodsInAll: db.all<Period, [user: number, recipients: string]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ? AND recipient_id IN (SELECT value FROM json_each(?))',
  ),
  /** All periods of a user, including those in conversations they left. */
  everyPeriodOf: db.all<Period, [user: number]>(
    'SELECT recipient_id, from_id, until_id FROM membership WHERE user_id = ?',
  ),
});

const periodsOfMessages = (db: Database) => ({
  /** Whether a user received the message. */
  received: db.value<number, [user: number, recipient: number, message: number, message2: number]>(
    `SELECT 1 FROM membership WHERE user_id = ? AND recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?) LIMIT 1`,
  ),
  /** Everyone who received the message, active or not. */
  receivers: db.column<number, [recipient: number, message: number, message2: number]>(
    `SELECT DISTINCT user_id FROM membership WHERE recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?)`,
  ),
  /**
   * All periods in which any of the messages from one id to another were received, of active and deactivated users.
   */
  periodsOver: db.all<PeriodOf, [recipient: number, last: number, first: number]>(
    'SELECT user_id, from_id, until_id FROM membership WHERE recipient_id = ? AND from_id < ? AND (until_id IS NULL OR until_id >= ?)',
  ),
});
