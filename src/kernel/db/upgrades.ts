import { createHash } from 'node:crypto';
import { readAsset } from '../assets.ts';
import { Database } from './database.ts';
import { reconcile } from './reconcile.ts';
import { type Structure, structureOf } from './structure.ts';

/**
 * SQL, or a function for what SQL alone does not express. It runs in one transaction with the other steps, with foreign
 * keys off; `rebuildTable` of reconcile.ts changes what ALTER TABLE cannot.
 */
export type Upgrade = string | ((db: Database) => void);

/**
 * The steps to the current schema.sql: the first leads from schema 1 to 2, and so on. To change the schema:
 *
 * 1. Change schema.sql. A new column goes last in its table, or the step rebuilds the table.
 * 2. Append the step that makes the same change in an older database, with a comment that says what it does.
 * 3. Run test/system/upgrades/, which compares both results, and describes the difference.
 *
 * A published step is never changed: there are databases that it has upgraded.
 */
export const UPGRADES: readonly Upgrade[] = [
  // 2: All earlier databases were called schema 1, whatever tables they had. From here on the number defines the
  // structure.
  (db) => reconcile(db, numberedSchema(), { invitation: { confirms: 'link_id IS NOT NULL' } }),
  // 3: Sessions store only the hashes of their CSRF tokens.
  (db) => {
    db.define('sha256', (text: string) => createHash('sha256').update(text).digest('hex'));
    db.script('ALTER TABLE session RENAME COLUMN csrf TO csrf_hash; UPDATE session SET csrf_hash = sha256(csrf_hash)');
  },
  // 4: Sessions store the device and the method of the sign-in. Accounts can belong to accounts of identity providers.
  `ALTER TABLE session ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
   ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
   ALTER TABLE session ADD COLUMN provider TEXT;
   ALTER TABLE session ADD COLUMN id_token TEXT;
   UPDATE session SET last_used = created;
   CREATE TABLE external_identity (
     issuer TEXT NOT NULL,
     subject TEXT NOT NULL,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     created INTEGER NOT NULL,
     last_used INTEGER NOT NULL,
     picture TEXT,
     PRIMARY KEY (issuer, subject)
   ) STRICT, WITHOUT ROWID;
   CREATE UNIQUE INDEX external_identity_user ON external_identity (user_id, issuer);
   CREATE TABLE app_token (
     token_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     expires INTEGER NOT NULL,
     provider TEXT,
     id_token TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX app_token_user ON app_token (user_id);`,
  // 5: Imports remember what became of the objects of other servers.
  `CREATE TABLE import_source (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL UNIQUE,
     from_id INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE import_origin (
     source_id INTEGER NOT NULL REFERENCES import_source ON DELETE CASCADE,
     kind TEXT NOT NULL,
     origin TEXT NOT NULL,
     id INTEGER NOT NULL,
     detail TEXT NOT NULL,
     PRIMARY KEY (source_id, kind, origin)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE import_member (
     recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     is_pending INTEGER NOT NULL,
     PRIMARY KEY (recipient_id, user_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX import_member_pending ON import_member (user_id, recipient_id) WHERE is_pending = 1;`,
  // 6: Second factors: authenticator apps, recovery codes and passkeys.
  `CREATE TABLE totp (
     user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
     secret TEXT NOT NULL,
     created INTEGER NOT NULL,
     last_step INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE recovery_code (
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     code_hash TEXT NOT NULL,
     PRIMARY KEY (user_id, code_hash)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE passkey (
     id TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     name TEXT NOT NULL,
     public_key BLOB NOT NULL,
     counter INTEGER NOT NULL,
     transports TEXT NOT NULL,
     created INTEGER NOT NULL,
     last_used INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX passkey_user ON passkey (user_id);
   CREATE TABLE passkey_challenge (
     challenge TEXT PRIMARY KEY,
     user_id INTEGER REFERENCES user ON DELETE CASCADE,
     expires INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires);
   CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);
   CREATE TABLE sign_in_attempt (
     token_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     destination TEXT NOT NULL,
     account_state TEXT NOT NULL,
     failures INTEGER NOT NULL DEFAULT 0,
     created INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX sign_in_attempt_user ON sign_in_attempt (user_id);`,
  // 7: Deleted messages can be restored.
  `CREATE TABLE deleted_message (
     deletion INTEGER PRIMARY KEY AUTOINCREMENT,
     id INTEGER NOT NULL UNIQUE,
     recipient_id INTEGER NOT NULL REFERENCES recipient,
     origin_id INTEGER REFERENCES recipient,
     sender_id INTEGER NOT NULL REFERENCES user,
     subject TEXT NOT NULL,
     content TEXT NOT NULL,
     rendered_content TEXT,
     date_sent INTEGER NOT NULL,
     client_id INTEGER NOT NULL REFERENCES client,
     facts INTEGER NOT NULL,
     last_edit_timestamp INTEGER,
     last_moved_timestamp INTEGER,
     edit_history TEXT,
     deleted INTEGER NOT NULL,
     deleted_by INTEGER REFERENCES user,
     attached TEXT NOT NULL
   ) STRICT;
   CREATE INDEX deleted_message_sender ON deleted_message (sender_id);
   CREATE TABLE deleted_message_file (
     message_id INTEGER NOT NULL REFERENCES deleted_message (id) ON DELETE CASCADE,
     attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
     PRIMARY KEY (message_id, attachment_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX deleted_message_file_attachment ON deleted_message_file (attachment_id);`,
  // 8: The personal data of users can be erased.
  `CREATE TABLE erasure (
     user_id INTEGER PRIMARY KEY REFERENCES user,
     messages TEXT NOT NULL,
     redaction TEXT,
     requested INTEGER NOT NULL,
     finished INTEGER
   ) STRICT;`,
  // 9: The audit log.
  `CREATE TABLE audit_entry (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     time INTEGER NOT NULL,
     kind TEXT NOT NULL,
     actor_id INTEGER REFERENCES user,
     user_id INTEGER REFERENCES user,
     channel_id INTEGER,
     details TEXT NOT NULL,
     address TEXT NOT NULL,
     client TEXT NOT NULL
   ) STRICT;
   CREATE INDEX audit_entry_time ON audit_entry (time);`,
  // 10: A status can end by itself.
  `ALTER TABLE user_status ADD COLUMN scheduled_end_time INTEGER;
   CREATE INDEX user_status_end ON user_status (scheduled_end_time) WHERE scheduled_end_time IS NOT NULL;`,
  // 11: Statistics.
  `CREATE TABLE statistic (
     period TEXT NOT NULL,
     kind TEXT NOT NULL,
     start INTEGER NOT NULL,
     key INTEGER NOT NULL,
     value INTEGER NOT NULL,
     PRIMARY KEY (period, kind, start, key)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE active_user (
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     period TEXT NOT NULL,
     start INTEGER NOT NULL,
     counted INTEGER NOT NULL,
     PRIMARY KEY (user_id, period, start)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX active_user_counted ON active_user (counted);
   CREATE TABLE statistic_progress (
     message_id INTEGER NOT NULL,
     presence_id INTEGER NOT NULL
   ) STRICT;
   INSERT INTO statistic_progress (message_id, presence_id) VALUES (0, 0);`,
  // 12: The audit log contains groups and the programs that use API keys.
  `ALTER TABLE audit_entry ADD COLUMN group_id INTEGER;
   CREATE INDEX audit_entry_program ON audit_entry (actor_id, client) WHERE kind = 'api_key_use';`,
  // 13: Users export their own data.
  `CREATE TABLE data_export (
     user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
     requested INTEGER NOT NULL,
     finished INTEGER,
     has_failed INTEGER NOT NULL DEFAULT 0,
     file_key TEXT,
     size INTEGER
   ) STRICT;`,
  // 14: Invitations to imported accounts.
  `ALTER TABLE invitation ADD COLUMN account_id INTEGER REFERENCES user ON DELETE CASCADE;
   CREATE INDEX invitation_of_account ON invitation (account_id) WHERE account_id IS NOT NULL;`,
  // 15: Exports from administration are archives, in one of two forms. Earlier ones are one document.
  `ALTER TABLE realm_export ADD COLUMN format TEXT NOT NULL DEFAULT 'document';`,
  // 16: Pinned messages.
  `CREATE TABLE pin (
     message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
     recipient_id INTEGER NOT NULL REFERENCES recipient ON DELETE CASCADE,
     pinned_by INTEGER REFERENCES user ON DELETE SET NULL,
     pinned_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX pin_of_recipient ON pin (recipient_id, pinned_at);`,
  // 17: The order of the sidebar.
  `CREATE TABLE sidebar_order (
     user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
     channels TEXT NOT NULL,
     views TEXT NOT NULL
   ) STRICT;`,
  // 18: Do not disturb.
  `CREATE TABLE do_not_disturb (
     user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE,
     until INTEGER NOT NULL,
     schedule TEXT NOT NULL,
     resumed_until INTEGER NOT NULL
   ) STRICT;`,
  // 19: E-mails to members.
  `CREATE TABLE announcement (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     sender_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     created INTEGER NOT NULL,
     audience TEXT NOT NULL,
     audience_id INTEGER,
     subject TEXT NOT NULL,
     html TEXT NOT NULL,
     text TEXT NOT NULL,
     recipients INTEGER NOT NULL,
     queued INTEGER NOT NULL DEFAULT 0,
     last_user_id INTEGER NOT NULL DEFAULT 0,
     finished INTEGER
   ) STRICT;`,
  // 20: Archived channels that are deleted permanently.
  `CREATE TABLE archived_channel (
     channel_id INTEGER PRIMARY KEY REFERENCES channel ON DELETE CASCADE,
     since INTEGER NOT NULL,
     is_deleting INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
  // 21: The times of imported messages, which do not follow from their ids.
  `CREATE TABLE import_range (
     from_id INTEGER PRIMARY KEY,
     until_id INTEGER NOT NULL,
     oldest INTEGER NOT NULL,
     newest INTEGER NOT NULL
   ) STRICT;
   INSERT INTO import_range
   SELECT min(id), max(id), min(date_sent), max(date_sent)
   FROM (SELECT id, date_sent, is_imported,
           row_number() OVER (ORDER BY id) - row_number() OVER (PARTITION BY is_imported ORDER BY id) AS block
         FROM (SELECT m.id, m.date_sent, c.name LIKE '% import' AS is_imported
               FROM message m JOIN client c ON c.id = m.client_id
               WHERE EXISTS (SELECT 1 FROM import_source)))
   WHERE is_imported
   GROUP BY block, id / 4096;`,
  // 22: Others see when do not disturb ends, and not its schedule. A job computes what follows from a schedule.
  `ALTER TABLE do_not_disturb ADD COLUMN quiet_until INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE do_not_disturb ADD COLUMN next_start INTEGER;
   UPDATE do_not_disturb SET quiet_until = until, next_start = iif(schedule = '[]', NULL, 0);
   CREATE INDEX do_not_disturb_start ON do_not_disturb (next_start) WHERE next_start IS NOT NULL;`,
  // 23: Linked identities in the settings, and a second step after a sign-in at an identity provider.
  `ALTER TABLE external_identity ADD COLUMN account_name TEXT;
   ALTER TABLE passkey ADD COLUMN verifies_user INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sign_in_attempt ADD COLUMN provider TEXT;
   ALTER TABLE sign_in_attempt ADD COLUMN id_token TEXT;`,
  // 24: Imports know from when on the members of a channel received its messages.
  'ALTER TABLE import_member ADD COLUMN from_id INTEGER;',
  // 25: Several processes of one server.
  `CREATE TABLE message_sequence_new (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     last_id INTEGER NOT NULL
   ) STRICT;
   INSERT INTO message_sequence_new (id, last_id) SELECT 1, max(last_id) FROM message_sequence;
   DROP TABLE message_sequence;
   ALTER TABLE message_sequence_new RENAME TO message_sequence;
   CREATE TABLE queue_listener (
     node TEXT NOT NULL,
     user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
     PRIMARY KEY (node, user_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE replication (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     epoch INTEGER NOT NULL,
     turn INTEGER NOT NULL,
     hash BLOB NOT NULL,
     sequence INTEGER NOT NULL
   ) STRICT;`,
  `CREATE TABLE cluster (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL) STRICT;`,
  // 27: The server merges the segments of the search index in small steps.
  `INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);`,
  // 28: Reminders are rendered once. New channels are counted. Only answered challenges are stored.
  `ALTER TABLE reminder ADD COLUMN content TEXT;
   ALTER TABLE reminder ADD COLUMN rendered_content TEXT;
   CREATE INDEX reminder_of_message ON reminder (message_id);
   CREATE INDEX channel_created ON channel (date_created);
   DELETE FROM passkey_challenge;`,
  // 29: Accounts whose addresses nobody confirmed. The first proof ends their sessions, keys and passwords.
  `CREATE TABLE unproven_address (user_id INTEGER PRIMARY KEY REFERENCES user ON DELETE CASCADE) STRICT;`,
  // 30: Names that differ only by how Unicode writes an accent are the same. The server indexes all messages again,
  // with the letters that searches find now. Two channels of one name keep their keys.
  (db) => {
    db.define('nfc', (text: string) => text.normalize('NFC'));
    db.script(`
      CREATE TEMP TABLE composed AS
        SELECT id, recipient_id, nfc(name_key) AS name_key FROM topic WHERE name_key != nfc(name_key);
      INSERT OR IGNORE INTO topic (recipient_id, name_key) SELECT recipient_id, name_key FROM composed;
      UPDATE message SET topic_id = t.id FROM composed c JOIN topic t USING (recipient_id, name_key)
        WHERE message.topic_id = c.id;
      DELETE FROM topic WHERE id IN (SELECT id FROM composed);
      DROP TABLE composed;
      UPDATE OR REPLACE user_topic SET topic_key = nfc(topic_key) WHERE topic_key != nfc(topic_key);
      UPDATE OR IGNORE channel SET name_key = nfc(name_key) WHERE name_key != nfc(name_key);
      INSERT INTO message_search (message_search) VALUES ('delete-all');
      UPDATE search_progress SET indexed_to = 0;`);
  },
];

/** The schema of new databases: one more than the upgrades that lead to it. */
export const SCHEMA_VERSION = UPGRADES.length + 1;

/** The first schema whose number defines its structure, as a frozen copy of schema.sql. */
const FIRST_NUMBERED = 2;
const numberedSchema = (): string => readAsset('src/kernel/db/schema-2.sql').toString();

/** Runs upgrade steps on an open database. */
export function runStep(db: Database, step: Upgrade): void {
  if (typeof step === 'string') db.script(step);
  else step(db);
}

/** The structure of a database of an earlier or the current schema; undefined for schema 1, which had many forms. */
export function structureOfVersion(version: number): Structure | undefined {
  if (version < FIRST_NUMBERED || version > SCHEMA_VERSION) return undefined;
  const db = new Database(':memory:');
  try {
    db.script(numberedSchema());
    for (const step of UPGRADES.slice(FIRST_NUMBERED - 1, version - 1)) runStep(db, step);
    return structureOf(db);
  } finally {
    db.close();
  }
}
