import type { Database } from '../../../kernel/db/database.ts';

/** Statements on direct-message conversations. */
export const conversationStatements = (db: Database) => {
  const conversationId = db.value<number>('SELECT id FROM recipient WHERE user_ids = ?');
  const addConversation = db.run<[userIds: string]>('INSERT INTO recipient (user_ids) VALUES (?)');
  const userIdsOf = db.value<string>('SELECT user_ids FROM recipient WHERE id = ?');
  const conversations = db.cached(['recipient'], (key: string) => conversationId(key));
  const people = db.cached(['recipient'], (recipient: number): readonly number[] | undefined =>
    userIdsOf(recipient)?.split(',').map(Number),
  );

  return {
    /** The conversation of exactly these users (ids ascending), if it exists. */
    conversation: (userIds: readonly number[]): number | undefined => conversations.get(userIds.join(',')),
    addConversation: (userIds: readonly number[]): number => addConversation(userIds.join(',')).id,
    /** The users of a direct-message conversation, ascending; undefined for a channel. */
    people: (recipient: number): readonly number[] | undefined => people.get(recipient),
    /** The direct-message conversations that have messages with these ids. */
    conversationsBetween: db.column<number, [from: number, upTo: number]>(
      `SELECT id FROM recipient r WHERE user_ids IS NOT NULL
       AND EXISTS (SELECT 1 FROM message m WHERE m.recipient_id = r.id AND m.id BETWEEN ? AND ?)`,
    ),
    /** A user's direct-message conversations that have messages, the newest first. */
    conversationsOf: db.all<{ user_ids: string; max_message_id: number }, [user: number]>(
      `SELECT r.user_ids, (SELECT max(id) FROM message WHERE recipient_id = r.id) AS max_message_id
       FROM membership p JOIN recipient r ON r.id = p.recipient_id
       WHERE p.user_id = ? AND r.user_ids IS NOT NULL AND max_message_id IS NOT NULL ORDER BY max_message_id DESC LIMIT 1000`,
    ),
  };
};
