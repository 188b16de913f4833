import type { Database } from '../../../kernel/db/database.ts';
import { type ErasedMessages, makeRedactor, type PendingErasure, type Redaction } from './types.ts';

/** The rows that belong to one user only. */
const OWN_ROWS = {
  user_id: [
    ...['profile_value', 'session', 'totp', 'recovery_code', 'passkey', 'passkey_challenge', 'sign_in_attempt'],
    ...[
      'login_link',
      'external_identity',
      'unproven_address',
      'app_token',
      'pending_email_change',
      'password_reset',
      'outbox',
    ],
    ...['missed_message', 'user_group_member', 'subscription', 'sent_once', 'read_chunk', 'message_flag', 'user_topic'],
    ...['import_member', 'saved_snippet', 'navigation_view', 'draft', 'alert_word', 'muted_user', 'user_status'],
    ...['onboarding_step', 'scheduled_message', 'reminder', 'presence', 'active_user', 'push_token', 'push_notice'],
    ...['web_push_subscription', 'event_queue', 'data_export', 'sidebar_order', 'do_not_disturb', 'ntfy_address'],
    ...['mail_result', 'accepted_invitation', 'slash_command_run'],
  ],
  bot_id: ['bot_storage', 'feed', 'sent_delivery', 'slash_command', 'webhook_address'],
  sender_id: ['announcement'],
  muted_user_id: ['muted_user'],
  invited_by: ['invitation', 'accepted_invitation'],
} as const;

/** Texts that users write and that may mention somebody. Those in messages are changed in batches. */
const TEXTS = {
  channel: ['description', 'rendered_description'],
  channel_folder: ['description', 'rendered_description'],
  user_group: ['description'],
  custom_profile_field: ['hint'],
  profile_value: ['value', 'rendered_value'],
  user_status: ['status_text'],
  scheduled_message: ['content', 'rendered_content'],
  draft: ['content'],
  saved_snippet: ['content'],
  reminder: ['note', 'content', 'rendered_content'],
  submessage: ['content'],
  deleted_message: ['content', 'rendered_content', 'edit_history', 'attached'],
  realm_setting: ['value'],
  invitation: ['welcome_text'],
} as const;

/** Texts of other programs: mails and deliveries. */
const FOREIGN_TEXTS = {
  outbox: ['subject', 'content', 'reason'],
  received_delivery: ['content'],
  announcement: ['subject', 'html', 'text'],
  received_mail: ['sender', 'subject', 'address', 'reason'],
} as const;

/** The texts of a message that may name a user. */
export interface MessageTexts {
  id: number;
  content: string;
  rendered_content: string | null;
  edit_history: string | null;
  is_generated: number;
}

interface StoredErasure {
  user_id: number;
  messages: ErasedMessages;
  redaction: string | null;
}

export const erasureRepository = (db: Database) => ({
  ...erasureStatements(db),
  ...rowStatements(db),
  ...messageStatements(db),
});

const erasureStatements = (db: Database) => ({
  of: db.value<number, [user: number]>('SELECT 1 FROM erasure WHERE user_id = ?'),
  isFinished: db.value<number, [user: number]>('SELECT finished IS NOT NULL FROM erasure WHERE user_id = ?'),
  add: db.run<[user: number, messages: ErasedMessages, redaction: string, time: number]>(
    'INSERT INTO erasure (user_id, messages, redaction, requested) VALUES (?, ?, ?, ?)',
  ),
  pending: db.all<PendingErasure, []>(
    'SELECT user_id, messages, redaction FROM erasure WHERE finished IS NULL ORDER BY user_id',
    (row: StoredErasure): PendingErasure => ({ ...row, redaction: row.redaction && JSON.parse(row.redaction) }),
  ),
  /** All texts are changed. */
  forgetRedaction: db.run<[user: number]>('UPDATE erasure SET redaction = NULL WHERE user_id = ?'),
  finishAll: db.run<[time: number]>('UPDATE erasure SET finished = ? WHERE finished IS NULL AND redaction IS NULL'),
});

function rowStatements(db: Database) {
  const removals = Object.entries(OWN_ROWS).flatMap(([column, tables]) =>
    tables.map((table) => db.run<[user: number]>(`DELETE FROM ${table} WHERE ${column} = ?`)),
  );
  const removeOrigin = db.run<[user: number]>("DELETE FROM import_origin WHERE kind = 'user' AND id = ?");
  const removeInvitations = db.run<[email: string]>('DELETE FROM invitation WHERE email = ? COLLATE NOCASE');
  const removeMails = db.run<[email: string]>('DELETE FROM outbox WHERE recipient = ? COLLATE NOCASE');
  const clearAccount = db.run<[Record<string, unknown>]>(
    `UPDATE user SET email = @email, full_name = @full_name, role = @role, api_key = @api_key, password_hash = NULL,
       can_change_user_emails = 0, timezone = '', avatar_source = 'J', avatar_version = avatar_version + 1,
       settings = @settings WHERE id = @id`,
  );
  const replaceAll = (tables: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      columns.map((column) => ({
        isJson: column === 'content' && (table === 'outbox' || table === 'received_delivery'),
        texts: db.column<string>(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`),
        replace: db.run<[after: string, before: string]>(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`),
      })),
    );
  const written = replaceAll(TEXTS);
  const mails = replaceAll(FOREIGN_TEXTS);
  return {
    /** Deletes everything that belongs to one user only. */
    removeOwnRows(user: number, email: string): void {
      for (const remove of removals) remove(user);
      removeOrigin(user);
      removeInvitations(email);
      removeMails(email);
    },
    clearAccount: (account: {
      id: number;
      email: string;
      full_name: string;
      role: number;
      api_key: string;
      settings: string;
    }) => clearAccount(account),
    /** Removes a user's name and address from all texts but those of messages. */
    redactTexts(redaction: Redaction): void {
      for (const [places, kind] of [
        [written, 'written'],
        [mails, 'mail'],
      ] as const) {
        const redact = makeRedactor(redaction, kind);
        for (const { isJson, texts, replace } of places)
          for (const text of texts()) {
            const changed = isJson ? redactJson(text, redact) : redact(text);
            if (changed !== text) replace(changed, text);
          }
      }
    },
  };
}

const messageStatements = (db: Database) => ({
  /** The messages in a range of ids whose texts contain one of these strings (a JSON list). */
  containing: db.all<MessageTexts, [{ from: number; to: number; traces: string }]>(
    `SELECT m.id, m.content, m.rendered_content, m.edit_history, u.is_system AS is_generated
     FROM message m JOIN user u ON u.id = m.sender_id
     WHERE m.id > @from AND m.id <= @to AND EXISTS (
       SELECT 1 FROM json_each(@traces) t WHERE instr(lower(m.content), lower(t.value))
         OR instr(lower(m.rendered_content), lower(t.value)) OR instr(lower(m.edit_history), lower(t.value)))`,
  ),
  setTexts: db.run<[content: string, html: string | null, history: string | null, id: number]>(
    'UPDATE message SET content = ?, rendered_content = ?, edit_history = ? WHERE id = ?',
  ),
  /** The first messages of a sender after an id. */
  ofSender: db.column<number, [sender: number, after: number, upTo: number]>(
    'SELECT id FROM message NOT INDEXED WHERE sender_id = ? AND id > ? AND id <= ? ORDER BY id',
  ),
  /** The deleted messages of a sender, at most `limit`. */
  deletedOfSender: db.column<number, [sender: number, limit: number]>(
    'SELECT id FROM deleted_message WHERE sender_id = ? LIMIT ?',
  ),
  changesSoFar: db.value<number, []>('SELECT total_changes()'),
});

/** Redacts all texts in JSON but the names of its fields. */
const redactJson = (json: string, redact: (text: string) => string): string =>
  JSON.stringify(JSON.parse(json, (_, value) => (typeof value === 'string' ? redact(value) : value)));
