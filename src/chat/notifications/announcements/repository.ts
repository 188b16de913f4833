import type { Database } from '../../../kernel/db/database.ts';
import type { StoredAnnouncement } from './types.ts';

const COLUMNS =
  'id, sender_id, created, audience, audience_id, subject, html, text, recipients, queued, last_user_id, finished';

export type NewAnnouncement = Omit<StoredAnnouncement, 'id' | 'queued' | 'last_user_id' | 'finished'>;

export const announcementRepository = (db: Database) => ({
  add: db.run<[NewAnnouncement & Record<string, unknown>]>(
    `INSERT INTO announcement (sender_id, created, audience, audience_id, subject, html, text, recipients)
     VALUES (@sender_id, @created, @audience, @audience_id, @subject, @html, @text, @recipients)`,
  ),
  byId: db.get<StoredAnnouncement, [id: number]>(`SELECT ${COLUMNS} FROM announcement WHERE id = ?`),
  /** Newest first. */
  all: db.all<StoredAnnouncement, []>(`SELECT ${COLUMNS} FROM announcement ORDER BY id DESC`),
  /** The oldest one that still has mails to queue. */
  pending: db.get<StoredAnnouncement, []>(
    `SELECT ${COLUMNS} FROM announcement WHERE finished IS NULL ORDER BY id LIMIT 1`,
  ),
  countSince: db.value<number, [time: number]>('SELECT count(*) FROM announcement WHERE created > ?'),
  /** Mails of announcements in the mail queue. */
  waitingMails: db.value<number, []>("SELECT count(*) FROM outbox WHERE kind = 'announcement' AND failed IS NULL"),
  /** The mails of users up to an id are in the queue. */
  advance: db.run<[{ id: number; mails: number; last_user_id: number }]>(
    'UPDATE announcement SET queued = queued + @mails, last_user_id = @last_user_id WHERE id = @id',
  ),
  finish: db.run<[time: number, id: number]>('UPDATE announcement SET finished = ? WHERE id = ?'),
  removeFinished: db.run<[before: number]>('DELETE FROM announcement WHERE finished < ?'),
});
