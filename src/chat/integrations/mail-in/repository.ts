import type { Database } from '../../../kernel/db/database.ts';
import type { MailResult, ReceivedMail } from './types.ts';

const COLUMNS = 'id, received, sender, subject, address, result, reason, message_id';

type NewMail = Omit<ReceivedMail, 'id'> & { key: string | null; thread_hash: string | null };

export const mailInRepository = (db: Database) => ({
  isPosted: db.value<number, [key: string]>('SELECT 1 FROM received_mail WHERE key = ?'),
  /** The newest message that was posted from one of these mails: a JSON array of hashes of their Message-IDs. */
  postedFrom: db.value<number, [hashes: string]>(
    `SELECT message_id FROM received_mail
     WHERE message_id IS NOT NULL AND thread_hash IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 1`,
  ),
  recent: db.all<ReceivedMail, [count: number]>(`SELECT ${COLUMNS} FROM received_mail ORDER BY id DESC LIMIT ?`),
  counts: db.all<{ result: MailResult; count: number }, []>(
    'SELECT result, count(*) AS count FROM received_mail GROUP BY result ORDER BY result',
  ),
  add: db.run<[NewMail]>(
    `INSERT INTO received_mail (received, key, thread_hash, sender, subject, address, result, reason, message_id)
     VALUES (@received, @key, @thread_hash, @sender, @subject, @address, @result, @reason, @message_id)`,
  ),
  /** Deletes the rows up to an ID, and those from before a time. */
  forget: db.run<[id: number, before: number]>('DELETE FROM received_mail WHERE id <= ? OR received < ?'),
  /** Deletes the names and subjects of a row that is no longer shown. */
  clear: db.run<[id: number]>("UPDATE received_mail SET sender = '', subject = '', address = '' WHERE id = ?"),
  generation: db.value<number, [channel_id: number]>('SELECT generation FROM mail_address WHERE channel_id = ?'),
  renew: db.run<[channel_id: number]>(
    `INSERT INTO mail_address (channel_id, generation) VALUES (?, 1)
     ON CONFLICT (channel_id) DO UPDATE SET generation = generation + 1`,
  ),
});
