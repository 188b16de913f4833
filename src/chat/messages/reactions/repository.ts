import type { Database } from '../../../kernel/db/database.ts';

export interface StoredReaction {
  message_id: number;
  user_id: number;
  reaction_type: string;
  emoji_code: string;
  emoji_name: string;
}

const COLUMNS = 'message_id, user_id, reaction_type, emoji_code, emoji_name';

export const reactionRepository = (db: Database) => ({
  ofMessage: db.all<StoredReaction, [message: number]>(
    `SELECT ${COLUMNS} FROM reaction WHERE message_id = ? ORDER BY rowid`,
  ),
  /** Of several messages at once; ids as a JSON list. */
  ofMessages: db.all<StoredReaction, [ids: string]>(
    `SELECT ${COLUMNS} FROM reaction WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
  ),
  add: db.run<[StoredReaction & Record<string, unknown>]>(
    `INSERT INTO reaction (${COLUMNS}) VALUES (@message_id, @user_id, @reaction_type, @emoji_code, @emoji_name)`,
  ),
  remove: db.run<[message: number, user: number, type: string, code: string]>(
    'DELETE FROM reaction WHERE message_id = ? AND user_id = ? AND reaction_type = ? AND emoji_code = ?',
  ),
  removeOfMessage: db.run<[message: number]>('DELETE FROM reaction WHERE message_id = ?'),
});
