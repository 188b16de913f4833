import type { Database } from '../../../kernel/db/database.ts';

/** A topic's newest message, and the name as spelled there. */
export interface TopicRow {
  subject: string;
  max_id: number;
}

export const topicRepository = (db: Database) => {
  const findId = db.value<number>('SELECT id FROM topic WHERE recipient_id = ? AND name_key = ?');
  const add = db.run<[recipient: number, key: string]>('INSERT INTO topic (recipient_id, name_key) VALUES (?, ?)');
  const ids = db.cached(['topic'], (key: string) => {
    const at = key.indexOf(' ');
    return findId(Number(key.slice(0, at)), key.slice(at + 1));
  });
  const participants = db.column<number, [{ topic: number }]>(
    `SELECT sender_id FROM message WHERE topic_id = @topic
     UNION SELECT r.user_id FROM message m JOIN reaction r ON r.message_id = m.id WHERE m.topic_id = @topic`,
  );
  const newestReceived = db.all<TopicRow, [{ user: number; recipient: number }]>(
    `SELECT m.subject, newest.id AS max_id FROM (
       SELECT (
         SELECT max(id) FROM message m WHERE m.topic_id = topic.id AND (EXISTS (
           SELECT 1 FROM membership p WHERE p.user_id = @user AND p.recipient_id = coalesce(m.origin_id, m.recipient_id)
             AND p.from_id < m.id AND (p.until_id IS NULL OR p.until_id >= m.id)
         ) OR EXISTS (SELECT 1 FROM message_flag f WHERE f.user_id = @user AND f.message_id = m.id AND f.flags & 32))
       ) AS id FROM topic WHERE recipient_id = @recipient
     ) newest JOIN message m ON m.id = newest.id`,
  );
  return {
    /** The users who sent messages in a topic or reacted there. */
    participants: (topic: number): number[] => participants({ topic }),
    /** The topics of a channel that have messages. */
    findNewest: db.all<TopicRow, [recipient: number]>(
      `SELECT m.subject, newest.id AS max_id FROM (
         SELECT (SELECT max(id) FROM message WHERE topic_id = topic.id) AS id FROM topic WHERE recipient_id = ?
       ) newest JOIN message m ON m.id = newest.id`,
    ),
    /** The newest message of a topic; null: there is none. */
    newestIn: db.value<number | null, [topic: number]>('SELECT max(id) FROM message WHERE topic_id = ?'),
    /** Whether a channel has a message in any topic but the empty one. */
    hasNamed: db.value<number, [recipient: number]>(
      `SELECT 1 FROM topic WHERE recipient_id = ? AND name_key <> '' AND EXISTS (SELECT 1 FROM message WHERE topic_id = topic.id) LIMIT 1`,
    ),
    /** The same for the messages that one user received. */
    newestReceived: (user: number, recipient: number): TopicRow[] => newestReceived({ user, recipient }),
    /** The topic with this name in any spelling. */
    id: (recipient: number, name: string): number | undefined => ids.get(`${recipient} ${topicKey(name)}`),
    /** The same; creates it if it is new. */
    ensure(recipient: number, name: string): number {
      return ids.get(`${recipient} ${topicKey(name)}`) ?? add(recipient, topicKey(name)).id;
    },
  };
};

/** Topics that differ only by case, or by how Unicode writes an accent, are the same. */
export const topicKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** One user's policy for one topic: 1 muted, 2 unmuted, 3 followed. */
export interface UserTopic {
  user_id: number;
  channel_id: number;
  topic_name: string;
  visibility_policy: number;
  last_updated: number;
}

const COLUMNS = 'user_id, channel_id, topic_name, visibility_policy, last_updated';

export const userTopicRepository = (db: Database) => {
  const policy = db.value<number>(
    'SELECT visibility_policy FROM user_topic WHERE user_id = ? AND channel_id = ? AND topic_key = ?',
  );
  const put = db.run<[user: number, channel: number, key: string, name: string, policy: number, updated: number]>(
    `INSERT OR REPLACE INTO user_topic (user_id, channel_id, topic_key, topic_name, visibility_policy, last_updated) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.run<[user: number, channel: number, key: string]>(
    'DELETE FROM user_topic WHERE user_id = ? AND channel_id = ? AND topic_key = ?',
  );
  const holders = db.all<UserTopic>(`SELECT ${COLUMNS} FROM user_topic WHERE channel_id = ? AND topic_key = ?`);
  return {
    /** 0: none. */
    policy: (user: number, channel: number, topic: string): number => policy(user, channel, topicKey(topic)) ?? 0,
    ofUser: db.all<UserTopic, [user: number]>(
      `SELECT ${COLUMNS} FROM user_topic WHERE user_id = ? ORDER BY last_updated, channel_id, topic_key`,
    ),
    ofTopic: (channel: number, topic: string): UserTopic[] => holders(channel, topicKey(topic)),
    /** Policy 0 deletes the row. */
    set(user: number, channel: number, topic: string, policy: number, updated: number): void {
      if (policy === 0) remove(user, channel, topicKey(topic));
      else put(user, channel, topicKey(topic), topic, policy, updated);
    },
  };
};
