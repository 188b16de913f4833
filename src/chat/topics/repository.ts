import type { Database } from '../../kernel/db/database.ts';

export const topicRepository = (db: Database) => {
  const idOf = db.value<number>('SELECT id FROM topic WHERE recipient_id = ? AND name_key = ?');
  const add = db.run<[recipient: number, key: string]>('INSERT INTO topic (recipient_id, name_key) VALUES (?, ?)');
  const ids = db.derived((key: string) => {
    const at = key.indexOf(' ');
    return idOf(Number(key.slice(0, at)), key.slice(at + 1));
  });
  return {
    /** Those who wrote in a topic or reacted there. */
    participants: db.column<number, [topic: number]>(
      `SELECT sender_id FROM message WHERE topic_id = ?1
       UNION SELECT r.user_id FROM message m JOIN reaction r ON r.message_id = m.id WHERE m.topic_id = ?1`,
    ),
    /** The topic of that name, however it is spelt. */
    id: (recipient: number, name: string): number | undefined => ids.get(`${recipient} ${topicKey(name)}`),
    /** The same, made if it is new. */
    ensure(recipient: number, name: string): number {
      return ids.get(`${recipient} ${topicKey(name)}`) ?? add(recipient, topicKey(name)).id;
    },
  };
};

/** Topics that differ only by case are one. */
export const topicKey = (name: string): string => name.toLowerCase();
