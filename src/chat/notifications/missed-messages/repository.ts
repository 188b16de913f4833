import type { Database } from '../../../kernel/db/database.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';

/** The fields of a message that decide whom to notify. */
export type MissedMessageFacts = Pick<
  StoredMessage,
  'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'topic_id' | 'subject' | 'facts' | 'date_sent'
>;

/** Stored beside the organization's settings: the last message that was read. */
const NOTICED_TO = 'missed_messages_noticed_to';

export const missedMessageRepository = (db: Database) => {
  const stored = db.value<string>('SELECT value FROM realm_setting WHERE name = ?');
  const store = db.run<[name: string, value: string]>('INSERT OR REPLACE INTO realm_setting VALUES (?, ?)');
  return {
    /** Everything up to this message was processed; undefined: nothing yet. */
    noticedTo: (): number | undefined => {
      const value = stored(NOTICED_TO);
      return value === undefined ? undefined : Number(value);
    },
    setNoticedTo: (id: number): unknown => store(NOTICED_TO, String(id)),
    news: db.all<MissedMessageFacts, [after: number, most: number]>(
      'SELECT id, recipient_id, origin_id, sender_id, topic_id, subject, facts, date_sent FROM message WHERE id > ? ORDER BY id LIMIT ?',
    ),
    /** Users who want notifications for everything in a channel, whatever their general setting. */
    subscribersWho: {
      email_notifications: db.column<number, [channel: number]>(
        'SELECT user_id FROM subscription WHERE channel_id = ? AND active = 1 AND email_notifications = 1',
      ),
      push_notifications: db.column<number, [channel: number]>(
        'SELECT user_id FROM subscription WHERE channel_id = ? AND active = 1 AND push_notifications = 1',
      ),
    },
    add: db.run<[user: number, message: number, due: number]>('INSERT OR IGNORE INTO missed_message VALUES (?, ?, ?)'),
    /** Users whose delay has passed. */
    duePeople: db.column<number, [now: number]>('SELECT DISTINCT user_id FROM missed_message WHERE due <= ? LIMIT 200'),
    nextDue: db.value<number | null, []>('SELECT min(due) FROM missed_message'),
    ofUser: db.column<number, [user: number]>(
      'SELECT message_id FROM missed_message WHERE user_id = ? ORDER BY message_id',
    ),
    postpone: db.run<[due: number, user: number]>('UPDATE missed_message SET due = ? WHERE user_id = ?'),
    remove: db.run<[user: number, message: number]>('DELETE FROM missed_message WHERE user_id = ? AND message_id = ?'),
    removeOfUser: db.run<[user: number]>('DELETE FROM missed_message WHERE user_id = ?'),
  };
};
