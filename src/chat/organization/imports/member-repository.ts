import type { Database } from '../../../kernel/db/database.ts';

/** A membership that an import gives when all messages are there. */
export interface PendingMember {
  recipient_id: number;
  user_id: number;
  /** The user received no message up to this one; null: all that are imported. */
  from_id: number | null;
}

export const importMemberRepository = (db: Database) => {
  const member = db.value<number>('SELECT 1 FROM import_member WHERE recipient_id = ? AND user_id = ?');
  const members = db.cached(
    ['import_member'],
    (key: string) => {
      const [recipient, user] = key.split(' ') as [string, string];
      return member(Number(recipient), Number(user));
    },
    50_000,
  );
  const addMember = db.run<[recipient: number, user: number]>(
    'INSERT OR IGNORE INTO import_member (recipient_id, user_id, is_pending) VALUES (?, ?, 1)',
  );

  return {
    /** Remembers a membership, which is given later. Does nothing if it was remembered before. */
    add(recipient: number, user: number): boolean {
      const isNew = addMember(recipient, user).changes > 0;
      if (isNew) members.forget(`${recipient} ${user}`);
      return isNew;
    },
    /** Whether an import gave, or will give, this membership. */
    isMember: (recipient: number, user: number): boolean => members.get(`${recipient} ${user}`) !== undefined,
    /** The memberships that wait, by user. */
    pending: db.all<PendingMember, [after: number, upTo: number]>(
      `SELECT recipient_id, user_id, from_id FROM import_member WHERE is_pending = 1 AND user_id > ? AND user_id <= ?
       ORDER BY user_id`,
    ),
    /** The last of the next users with memberships that wait; null: there are no more. */
    lastPendingUser: db.value<number | null, [after: number, most: number]>(
      `SELECT max(user_id) FROM (SELECT DISTINCT user_id FROM import_member WHERE is_pending = 1 AND user_id > ?
       ORDER BY user_id LIMIT ?)`,
    ),
    /** The first conversation with memberships that wait. */
    nextPendingRecipient: db.value<number, []>(
      'SELECT recipient_id FROM import_member WHERE is_pending = 1 ORDER BY recipient_id LIMIT 1',
    ),
    pendingIn: db.all<PendingMember, [recipient: number]>(
      `SELECT recipient_id, user_id, from_id FROM import_member WHERE recipient_id = ? AND is_pending = 1
       ORDER BY user_id`,
    ),
    /** A membership that waits begins after a message. */
    setStart: db.run<[from: number, recipient: number, user: number]>(
      'UPDATE import_member SET from_id = ? WHERE recipient_id = ? AND user_id = ? AND is_pending = 1',
    ),
    /** Removes a flag of a user from the messages of a conversation up to one, which the user did not receive. */
    removeFlag: db.run<[bit: number, user: number, upTo: number, recipient: number]>(
      `UPDATE message_flag SET flags = flags & ~? WHERE user_id = ? AND message_id <= ?
       AND EXISTS (SELECT 1 FROM message m WHERE m.id = message_flag.message_id AND m.recipient_id = ?)`,
    ),
    setGiven: db.run<[recipient: number]>(
      'UPDATE import_member SET is_pending = 0 WHERE recipient_id = ? AND is_pending = 1',
    ),
  };
};
