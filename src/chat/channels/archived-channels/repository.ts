import type { Database } from '../../../kernel/db/database.ts';

/** Rows that one turn deletes. */
const BATCH = 1000;

export const archivedChannelRepository = (db: Database) => {
  const removals = [
    `DELETE FROM user_topic WHERE channel_id = @channel AND user_id IN
       (SELECT user_id FROM user_topic WHERE channel_id = @channel LIMIT ${BATCH})`,
    `DELETE FROM subscription WHERE channel_id = @channel AND user_id IN
       (SELECT user_id FROM subscription WHERE channel_id = @channel LIMIT ${BATCH})`,
    `DELETE FROM topic WHERE id IN (SELECT id FROM topic WHERE recipient_id = @recipient LIMIT ${BATCH})`,
    // Who received a message that was moved to another channel follows from the memberships of this one.
    `DELETE FROM membership WHERE recipient_id = @recipient AND user_id IN
       (SELECT user_id FROM membership WHERE recipient_id = @recipient LIMIT ${BATCH})
       AND NOT EXISTS (SELECT 1 FROM message WHERE origin_id = @recipient)
       AND NOT EXISTS (SELECT 1 FROM deleted_message WHERE origin_id = @recipient)`,
  ].map((sql) => db.run<[{ channel: number; recipient: number }]>(sql));
  const removeOrigins = db.run<[channel: number]>("DELETE FROM import_origin WHERE kind = 'channel' AND id = ?");
  const removeChannel = db.run<[channel: number]>('DELETE FROM channel WHERE id = ?');
  const isOrigin = db.value<number, [{ recipient: number }]>(
    `SELECT EXISTS (SELECT 1 FROM message WHERE origin_id = @recipient)
       OR EXISTS (SELECT 1 FROM deleted_message WHERE origin_id = @recipient)`,
  );
  const detachRecipient = db.run<[recipient: number]>('UPDATE recipient SET channel_id = NULL WHERE id = ?');
  const endMemberships = db.run<[recipient: number]>(
    'UPDATE membership SET until_id = (SELECT coalesce(max(id), 0) FROM message) WHERE recipient_id = ? AND until_id IS NULL',
  );
  const removeRecipient = db.run<[recipient: number]>('DELETE FROM recipient WHERE id = ?');
  return {
    /** When the time to restore a channel began; null: not yet. */
    since: db.value<number, [channel: number]>('SELECT since FROM archived_channel WHERE channel_id = ?'),
    /** 1: its deletion has begun. */
    isDeleting: db.value<number, [channel: number]>('SELECT is_deleting FROM archived_channel WHERE channel_id = ?'),
    deleting: db.column<number, []>(
      'SELECT channel_id FROM archived_channel WHERE is_deleting = 1 ORDER BY channel_id',
    ),
    add: db.run<[channel: number, since: number]>(
      'INSERT INTO archived_channel (channel_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    beginDeleting: db.run<[channel: number]>('UPDATE archived_channel SET is_deleting = 1 WHERE channel_id = ?'),
    forget: db.run<[channel: number]>('DELETE FROM archived_channel WHERE channel_id = ? AND is_deleting = 0'),
    /** Those whose deletion has begun stay. */
    forgetAll: db.run<[]>('DELETE FROM archived_channel WHERE is_deleting = 0'),
    deletedMessages: db.column<number, [recipient: number, limit: number]>(
      'SELECT id FROM deleted_message WHERE recipient_id = ? LIMIT ?',
    ),
    /** Deletes some rows that belong to a channel. Returns whether there were any. */
    removeSome(channel: number, recipient: number): boolean {
      const changed = removals.some((remove) => remove({ channel, recipient }).changes > 0);
      if (changed) db.clearCaches();
      return changed;
    },
    /** Deletes a channel without messages. */
    remove(channel: number, recipient: number): void {
      removeOrigins(channel);
      removeChannel(channel);
      if (isOrigin({ recipient }) === 1) {
        endMemberships(recipient);
        detachRecipient(recipient);
      } else removeRecipient(recipient);
      db.clearCaches();
    },
  };
};
