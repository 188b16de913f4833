import type { Database } from '../../../kernel/db/database.ts';
import type { DeliveryFailure, DeliveryResult } from '../targets/types.ts';
import { renderText } from './layout.ts';
import type { Mail, MailContent } from './types.ts';

const COLUMNS = 'id, kind, recipient, user_id, subject, content, created, expires, attempts, due, failed, reason';

export type NewMail = Pick<
  Mail,
  'kind' | 'recipient' | 'user_id' | 'subject' | 'content' | 'created' | 'expires' | 'due'
>;

export const mailRepository = (db: Database) => ({
  add: db.run<[NewMail & Record<string, unknown>]>(
    `INSERT INTO outbox (kind, recipient, user_id, subject, content, created, expires, due)
     VALUES (@kind, @recipient, @user_id, @subject, @content, @created, @expires, @due)`,
  ),
  byId: db.get<Mail, [id: number]>(`SELECT ${COLUMNS} FROM outbox WHERE id = ?`),
  /** All mails, oldest first. */
  all: db.all<Mail, []>(`SELECT ${COLUMNS} FROM outbox ORDER BY id`),
  /** Waiting mails with their text, except those about missed messages, which are composed when they leave. */
  waiting: db.all<Mail & { body: string }, []>(
    `SELECT ${COLUMNS} FROM outbox WHERE failed IS NULL ORDER BY id`,
    (mail: Mail) => ({
      ...mail,
      body: getWords(mail),
    }),
  ),
  /** The mails to try now, longest due first. */
  due: db.all<Mail, [now: number]>(
    `SELECT ${COLUMNS} FROM outbox WHERE failed IS NULL AND due <= ? ORDER BY due, id LIMIT 50`,
  ),
  nextDue: db.value<number | null, []>('SELECT min(due) FROM outbox WHERE failed IS NULL'),
  /** Counts an attempt, whatever its result. */
  begin: db.run<[next: number, id: number]>('UPDATE outbox SET attempts = attempts + 1, due = ? WHERE id = ?'),
  setReason: db.run<[reason: string, id: number]>('UPDATE outbox SET reason = ? WHERE id = ?'),
  giveUp: db.run<[failed: number, reason: string, id: number]>('UPDATE outbox SET failed = ?, reason = ? WHERE id = ?'),
  /** Starts again from the first attempt. */
  renew: db.run<[now: number, expires: number, id: number]>(
    'UPDATE outbox SET attempts = 0, due = ?, expires = max(expires, ?), failed = NULL, reason = NULL WHERE id = ?',
  ),
  remove: db.run<[id: number]>('DELETE FROM outbox WHERE id = ?'),
  /** A user's mails of one kind, which a newer one replaces. */
  removeOfKind: db.run<[user: number, kind: string]>('DELETE FROM outbox WHERE user_id = ? AND kind = ?'),
  removeTo: db.run<[recipient: string, kind: string]>(
    'DELETE FROM outbox WHERE recipient = ? COLLATE NOCASE AND kind = ?',
  ),
  /** Mails that expired without an attempt, and those given up long ago. */
  removeExpired: db.run<[now: number, failedBefore: number]>(
    'DELETE FROM outbox WHERE (failed IS NULL AND attempts = 0 AND expires < ?) OR failed < ?',
  ),
  /** What became of the last mails to an account. */
  result: db.get<DeliveryResult, [user: number]>(
    'SELECT last_success, last_failure, failure FROM mail_result WHERE user_id = ?',
  ),
  setSuccess: db.run<[user: number, time: number]>(
    `INSERT INTO mail_result (user_id, last_success) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET last_success = excluded.last_success, failure = NULL`,
  ),
  setFailure: db.run<[user: number, time: number, failure: DeliveryFailure]>(
    `INSERT INTO mail_result (user_id, last_failure, failure) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET last_failure = excluded.last_failure, failure = excluded.failure`,
  ),
  counts: db.get<{ waiting: number; failed: number }, []>(
    'SELECT count(*) FILTER (WHERE failed IS NULL) AS waiting, count(failed) AS failed FROM outbox',
  ),
});

const getWords = ({ content }: Mail): string => {
  const stored = JSON.parse(content) as Partial<MailContent>;
  return stored.blocks ? renderText(stored as MailContent) : '';
};
