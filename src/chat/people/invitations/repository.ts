import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import { formsOfAddress } from '../../../kernel/mail/address-forms.ts';
import type { AcceptedInvitation, Invitation } from './types.ts';

const COLUMNS = `id, key, email, confirms, link_id, invited_by, invited_as, invited, expiry_date, channel_ids, group_ids, include_defaults,
  notify_referrer_on_join, welcome_text, account_id`;

const invitation = (row: RowOf<Invitation, 'channel_ids' | 'group_ids'>): Invitation => ({
  ...row,
  channel_ids: JSON.parse(row.channel_ids),
  group_ids: JSON.parse(row.group_ids),
  confirms: row.confirms === 1,
  include_defaults: row.include_defaults === 1,
  notify_referrer_on_join: row.notify_referrer_on_join === 1,
});

/** `now` excludes expired invitations. */
export const invitationRepository = (db: Database) => {
  const ofEmails = db.all<Invitation, [emails: string]>(
    `SELECT ${COLUMNS} FROM invitation WHERE email COLLATE NOCASE IN (SELECT value FROM json_each(?)) ORDER BY id`,
    invitation,
  );
  const add = db.run<[Record<string, unknown>]>(
    `INSERT INTO invitation (key_hash, key, email, confirms, link_id, invited_by, invited_as, invited, expiry_date, channel_ids, group_ids, include_defaults,
       notify_referrer_on_join, welcome_text, account_id)
     VALUES (@key_hash, @key, @email, @confirms, @link_id, @invited_by, @invited_as, @invited, @expiry_date, @channel_ids, @group_ids, @include_defaults,
       @notify_referrer_on_join, @welcome_text, @account_id)`,
  );
  return {
    /** Excludes addresses that are being confirmed. */
    all: db.all<Invitation, [now: number]>(
      `SELECT ${COLUMNS} FROM invitation WHERE confirms = 0 AND coalesce(expiry_date, 9e15) > ? ORDER BY id`,
      invitation,
    ),
    byId: db.get<Invitation, [id: number, now: number]>(
      `SELECT ${COLUMNS} FROM invitation WHERE id = ? AND confirms = 0 AND coalesce(expiry_date, 9e15) > ?`,
      invitation,
    ),
    byKeyHash: db.get<Invitation, [hash: string, now: number]>(
      `SELECT ${COLUMNS} FROM invitation WHERE key_hash = ? AND coalesce(expiry_date, 9e15) > ?`,
      invitation,
    ),
    expired: db.all<Invitation, [now: number]>(
      `SELECT ${COLUMNS} FROM invitation WHERE expiry_date <= ? ORDER BY id LIMIT 100`,
      invitation,
    ),
    ofEmail: (email: string): Invitation[] => ofEmails(JSON.stringify(formsOfAddress(email))),
    ofAccount: db.all<Invitation, [account: number]>(
      `SELECT ${COLUMNS} FROM invitation WHERE account_id = ?`,
      invitation,
    ),
    mailedSince: db.value<number, [time: number]>(
      'SELECT count(*) FROM invitation WHERE email IS NOT NULL AND confirms = 0 AND invited > ?',
    ),
    /** Addresses to confirm after a reusable link, or without an invitation. */
    confirmedSince: db.value<number, [time: number, link: number | null]>(
      'SELECT count(*) FROM invitation WHERE confirms = 1 AND invited > ? AND link_id IS ?',
    ),
    add: (draft: Omit<Invitation, 'id'> & { key_hash: string }) =>
      add({
        ...draft,
        channel_ids: JSON.stringify(draft.channel_ids),
        group_ids: JSON.stringify(draft.group_ids),
        confirms: draft.confirms ? 1 : 0,
        include_defaults: draft.include_defaults ? 1 : 0,
        notify_referrer_on_join: draft.notify_referrer_on_join ? 1 : 0,
      }),
    /** After a resend: with a new key and time. */
    renew: db.run<[hash: string, invited: number, expiry: number | null, id: number]>(
      'UPDATE invitation SET key_hash = ?, invited = ?, expiry_date = ? WHERE id = ?',
    ),
    remove: db.run<[id: number]>('DELETE FROM invitation WHERE id = ?'),
    removeConfirmations: db.run<[email: string]>(
      'DELETE FROM invitation WHERE confirms = 1 AND email = ? COLLATE NOCASE',
    ),
    ...acceptedStatements(db),
  };
};

const acceptedStatements = (db: Database) => ({
  addAccepted: db.run<[user: number, inviter: number, link: number | null, time: number]>(
    'INSERT OR REPLACE INTO accepted_invitation (user_id, invited_by, link_id, accepted) VALUES (?, ?, ?, ?)',
  ),
  /** The newest first. `inviter`: only those of this user. */
  accepted: db.all<AcceptedInvitation, [{ inviter: number | null; most: number }]>(
    `SELECT user_id, invited_by AS invited_by_user_id, link_id, accepted FROM accepted_invitation
     WHERE @inviter IS NULL OR invited_by = @inviter ORDER BY accepted DESC, user_id DESC LIMIT @most`,
  ),
});
