import type { Database } from '../../../kernel/db/database.ts';

/** Statements on the users that a guest with limited visibility can see. */
export const userVisibilityStatements = (db: Database) => ({
  /**
   * All users who share a channel or direct-message conversation with this user, including the user if there is any.
   */
  contactsOf: db.column<number, [user: number, again: number]>(
    `SELECT other.user_id FROM subscription mine JOIN subscription other ON other.channel_id = mine.channel_id AND other.active = 1
       WHERE mine.user_id = ? AND mine.active = 1
     UNION SELECT other.user_id FROM membership mine JOIN recipient ON recipient.id = mine.recipient_id AND recipient.user_ids IS NOT NULL
       JOIN membership other ON other.recipient_id = mine.recipient_id WHERE mine.user_id = ?`,
  ),
  /** 1 if both users share a channel or direct-message conversation. */
  shares: db.value<number, [one: number, other: number, one2: number, other2: number]>(
    `SELECT EXISTS (SELECT 1 FROM subscription mine JOIN subscription other ON other.channel_id = mine.channel_id AND other.active = 1
         WHERE mine.user_id = ? AND mine.active = 1 AND other.user_id = ?)
       OR EXISTS (SELECT 1 FROM membership mine JOIN recipient ON recipient.id = mine.recipient_id AND recipient.user_ids IS NOT NULL
         JOIN membership other ON other.recipient_id = mine.recipient_id WHERE mine.user_id = ? AND other.user_id = ?)`,
  ),
});
