import type { Database } from '../../../kernel/db/database.ts';
import { topicKey } from '../topics/repository.ts';

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
