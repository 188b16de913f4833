import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../kernel/db/database.ts';
import type { Upgrade } from '../../kernel/db/migrate.ts';
import { rebuildTable } from '../../kernel/db/reconcile.ts';
import { seal } from '../../kernel/sealing.ts';

/** Topics of ntfy servers are stored encrypted, with their credentials. Readable rows are overwritten in the file. */
export const upgrade: Upgrade = (db) => {
  const key = keyFor(db);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  db.define('sealed_topic', (text: string) => seal(sign('seal'), text));
  db.define('server_hash', (url: string) =>
    sign(`server ${url.slice(0, url.lastIndexOf('/') + 1)}`).toString('base64url'),
  );
  db.script('PRAGMA secure_delete = ON');
  rebuildTable(db, TABLE, {
    sealed: `sealed_topic(json_object('url', url, 'authorization', authorization))`,
    server_hash: 'server_hash(url)',
  });
  db.script(`${INDEXES} PRAGMA secure_delete = OFF`);
};

const KEY = 'notification_address_key';

/** Creates the key. Without addresses, it is not stored: the server creates one when it first needs it. */
function keyFor(db: Database): string {
  const key = randomBytes(32).toString('hex');
  db.script(`INSERT INTO realm_setting SELECT '${KEY}', '${key}' WHERE EXISTS (SELECT 1 FROM ntfy_address)`);
  return key;
}

const TABLE = `CREATE TABLE ntfy_address (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  server_hash TEXT NOT NULL,
  shows_text INTEGER NOT NULL,
  created INTEGER NOT NULL,
  last_success INTEGER,
  last_failure INTEGER,
  failure TEXT,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT`;

const INDEXES = `
  CREATE INDEX ntfy_address_user ON ntfy_address (user_id);
  CREATE INDEX ntfy_address_server ON ntfy_address (server_hash);`;
