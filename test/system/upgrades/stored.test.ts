import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createReadStream, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { unpack } from '../../../src/backup/unpack.ts';
import { readAsset } from '../../../src/kernel/assets.ts';
import { Database } from '../../../src/kernel/db/database.ts';
import { runStep, UnexpectedSchema } from '../../../src/kernel/db/migrate.ts';
import { openDatabaseInSteps } from '../../../src/kernel/db/open.ts';
import { rebuildTable } from '../../../src/kernel/db/reconcile.ts';
import { compareStructures, readStructure, structureOfSchema } from '../../../src/kernel/db/structure.ts';
import { unseal } from '../../../src/kernel/sealing.ts';
import { atOnce } from '../../../src/kernel/time-slices.ts';
import { SCHEMA_VERSION, structureOfVersion, UPGRADES } from '../../../src/schema/upgrades.ts';
import {
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder as temporary,
} from '../../support/process.ts';

const STORED = fileURLToPath(new URL('stored/', import.meta.url));
const SCHEMA = readAsset('schema.sql').toString();
/** Backups of data folders of earlier versions. scripts/store-backup.ts adds one. */
const backups = globSync('*.tar', { cwd: STORED }).map((name) => join(STORED, name));
const FIRST = join(STORED, '0.1.0-c8dc1bf.tar');

/** `table.column`, or a whole `table`, that a step after the first changes on purpose, so its rows may differ. */
const CHANGED: ReadonlySet<string> = new Set(['session.csrf', 'search_progress', 'event_queue.state']);

const texts = (differences: readonly { text: string }[]): string[] => differences.map(({ text }) => text);

/** Unpacks a stored backup. Returns the path of its database. */
async function unpackDatabase(backup: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'klatch-stored-'));
  after(() => rmSync(dir, { recursive: true, force: true }));
  await unpack(createReadStream(backup), dir, { uploads: false, progress() {} });
  return join(dir, 'klatch.db');
}

function change(path: string, sql: string): void {
  const db = new Database(path);
  db.script(sql);
  db.close();
}

function upgrade(path: string): { db: Database; said: string[] } {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) });
  const db = atOnce(
    openDatabaseInSteps(path, {
      schema: SCHEMA,
      backups: join(path, '../backups'),
      version: '9.9.9',
      log,
      upgrades: UPGRADES,
    }),
  );
  after(() => db.close());
  return { db, said };
}

/** All rows of all readable tables, by table, and the words of the full-text index. */
function getContents(db: Database): Map<string, Record<string, unknown>[]> {
  const contents = new Map<string, Record<string, unknown>[]>();
  for (const { type, name, sql } of readStructure(db).values()) {
    if (type !== 'table' || sql.startsWith('CREATE VIRTUAL')) continue;
    contents.set(name, db.all<Record<string, unknown>>(`SELECT * FROM "${name}"`)());
  }
  contents.set('sqlite_sequence', db.all<Record<string, unknown>>('SELECT * FROM sqlite_sequence ORDER BY name')());
  return contents;
}

/** Returns a function that selects these columns of a row. */
const only = (columns: readonly string[]) => (row: Record<string, unknown>) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

test('schema.sql and the upgrade steps lead to the same structure', () => {
  const differences = compareStructures(structureOfVersion(SCHEMA_VERSION)!, structureOfSchema(SCHEMA));
  assert.deepEqual(
    texts(differences),
    [],
    'schema.sql has changed: add a step in src/schema/upgrades/ that makes the same change',
  );
});

for (const backup of backups)
  test(`the database of ${basename(backup, '.tar')} is upgraded to the current schema and keeps its rows`, async () => {
    const path = await unpackDatabase(backup);
    const before = new Database(path);
    const version = Number(before.pragma('user_version'));
    const promised = structureOfVersion(version);
    if (promised) assert.deepEqual(texts(compareStructures(readStructure(before), promised)), []);
    const kept = getContents(before);
    before.close();
    const { db } = upgrade(path);
    assert.equal(db.pragma('user_version'), SCHEMA_VERSION);
    assert.deepEqual(texts(compareStructures(readStructure(db), structureOfSchema(SCHEMA))), []);
    assert.equal(db.pragma('integrity_check'), 'ok');
    const contents = getContents(db);
    for (const [table, rows] of kept) {
      if (CHANGED.has(table)) continue;
      const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED.has(`${table}.${column}`));
      assert.deepEqual(contents.get(table)!.map(only(columns)), rows.map(only(columns)), table);
    }
  });

test('a queue that an older version saved keeps its types and its public events', async () => {
  const path = await unpackDatabase(FIRST);
  const state = { options: { eventTypes: ['subscription'], allPublicStreams: true }, events: [] };
  change(path, `INSERT INTO event_queue (id, user_id, state) VALUES ('q', 1, '${JSON.stringify(state)}')`);
  const { db } = upgrade(path);
  const { options } = JSON.parse(db.value<string>("SELECT state FROM event_queue WHERE id = 'q'")()!);
  assert.deepEqual(options, { eventTypes: ['subscription', 'stream'], receivesPublic: true });
});

test('an upgraded server tells of each message that one of its three readers had not read', async () => {
  const path = await unpackDatabase(FIRST);
  change(
    path,
    `INSERT OR REPLACE INTO realm_setting VALUES ('missed_messages_noticed_to', '100'),
       ('pushes_noticed_to', '99'), ('web_pushes_noticed_to', '1001')`,
  );
  const { db } = upgrade(path);
  after(() => db.close());
  assert.deepEqual(db.all(`SELECT * FROM realm_setting WHERE name LIKE '%\\_noticed_to' ESCAPE '\\'`)(), [
    { name: 'missed_messages_noticed_to', value: '99' },
  ]);
});

test('an upgraded server still knows its ntfy addresses, which its database no longer contains in readable form', async () => {
  const path = await unpackDatabase(FIRST);
  const older = new Database(path);
  older.script('PRAGMA foreign_keys = OFF');
  for (const step of UPGRADES.slice(0, 35)) runStep(older, step);
  older.script(`
    INSERT INTO ntfy_address (user_id, url, authorization, shows_text, created, failures)
      SELECT min(id), 'https://ntfy.example.com/private-topic', 'Bearer tk_secret', 1, 1700000000, 3 FROM user;
    PRAGMA user_version = 36`);
  older.close();
  const { db } = upgrade(path);
  const [row] = db.all<{ sealed: string; failures: number; shows_text: number }>('SELECT * FROM ntfy_address')();
  assert.deepEqual([row!.failures, row!.shows_text], [3, 1]);
  const key = db.value<string>("SELECT value FROM realm_setting WHERE name = 'notification_address_key'")()!;
  const opened = unseal(createHmac('sha256', key).update('seal').digest(), row!.sealed);
  const access = { url: 'https://ntfy.example.com/private-topic', authorization: 'Bearer tk_secret' };
  assert.deepEqual(JSON.parse(opened), access);
  db.close();
  const file = readFileSync(path);
  for (const secret of ['private-topic', 'tk_secret']) assert.equal(file.indexOf(secret), -1, secret);
});

test('an upgraded invitation of schema 1 requires address confirmation if it came from a reusable link', async () => {
  const path = await unpackDatabase(FIRST);
  const copied = `key_hash || 'x', key, 'joining@example.com', id, invited_by, invited_as, invited, expiry_date,
    channel_ids, group_ids, include_defaults, notify_referrer_on_join, welcome_text`;
  change(
    path,
    `INSERT INTO invitation (${copied.replace("key_hash || 'x'", 'key_hash').replace("'joining@example.com', id", 'email, link_id')})
       SELECT ${copied} FROM invitation WHERE email IS NULL LIMIT 1`,
  );
  const { db } = upgrade(path);
  const rows = db.all<{ email: string | null; confirms: number }>(
    'SELECT email, confirms FROM invitation ORDER BY id',
  )();
  assert.deepEqual(rows, [
    { email: 'eve@example.com', confirms: 0 },
    { email: null, confirms: 0 },
    { email: 'joining@example.com', confirms: 1 },
  ]);
});

/** Differences that databases between the first and the numbered schema may have. */
const FORMS: Record<string, string> = {
  'no table of web push': 'DROP TABLE web_push_notice; DROP TABLE web_push_subscription',
  'a missing column, and one in another place': `ALTER TABLE invitation DROP COLUMN confirms;
    ALTER TABLE channel DROP COLUMN is_archived;
    ALTER TABLE channel ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0`,
  'a missing index, another one, and one of the operator': `DROP INDEX message_by_topic; DROP INDEX draft_of_user;
    CREATE INDEX draft_of_user ON draft (last_edited);
    CREATE INDEX operators_own ON message (date_sent)`,
  'a trigger and a view': `CREATE TRIGGER counting AFTER INSERT ON message BEGIN DELETE FROM sent_once; END;
    CREATE VIEW names AS SELECT full_name FROM user`,
  'another full-text index': `DROP TABLE message_search;
    CREATE VIRTUAL TABLE message_search USING fts5 (marks, content, content = '', contentless_delete = 1)`,
};
for (const [form, sql] of Object.entries(FORMS))
  test(`a database called schema 1 with ${form} is upgraded to the current schema`, async () => {
    const path = await unpackDatabase(join(STORED, '0.1.0-fa84475.tar'));
    change(path, sql);
    const { db } = upgrade(path);
    assert.deepEqual(texts(compareStructures(readStructure(db), structureOfSchema(SCHEMA))), []);
    assert.ok(db.value<number>('SELECT count(*) FROM message')()! > 40);
  });

test('a rebuilt table does not reuse the ids of deleted rows', () => {
  const db = new Database(':memory:');
  db.script(`CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
    INSERT INTO item (name) VALUES ('a'), ('b'), ('c'); DELETE FROM item WHERE name <> 'a'; PRAGMA foreign_keys = OFF`);
  rebuildTable(
    db,
    'CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, name TEXT NOT NULL) STRICT',
    { size: 'length(name)' },
  );
  db.script(`INSERT INTO item (size, name) VALUES (2, 'dd')`);
  assert.deepEqual(db.all('SELECT * FROM item')(), [
    { id: 1, size: 1, name: 'a' },
    { id: 4, size: 2, name: 'dd' },
  ]);
  db.close();
});

test('a database without a column of its schema is not opened, and start and check name the column', async () => {
  const path = await unpackDatabase(FIRST);
  upgrade(path).db.close();
  change(path, 'ALTER TABLE invitation DROP COLUMN confirms; CREATE INDEX mine ON message (date_sent)');
  assert.throws(() => upgrade(path), UnexpectedSchema);
  const data = join(path, '..');
  const start = await runKlatch(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  assert.equal(start.code, 8);
  assert.match(start.stderr, /column confirms of table invitation is missing/);
  const check = await runKlatch(['check', '--data', data]);
  assert.equal(check.code, 8);
  assert.match(
    check.stdout,
    /^the database does not match its schema: column confirms of table invitation is missing$/m,
  );
});

test('an index created by the operator is reported by start and check, and is not damage', async () => {
  const path = await unpackDatabase(FIRST);
  upgrade(path).db.close();
  change(path, 'CREATE INDEX mine ON message (date_sent)');
  assert.match(upgrade(path).said.join('\n'), /index mine is not part of the schema/);
  const { code, stderr } = await runKlatch(['check', join(path, '../klatch.db')]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /index mine is not part of the schema/);
});

for (const backup of backups)
  test(`the backup ${basename(backup)} is restored, upgraded and served, and every command works with it`, async () => {
    const data = temporary();
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runKlatch([...args, '--data', data]);
      assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
      return stdout;
    };
    await run('restore', backup);
    await run('sql', 'SELECT * FROM invitations');
    await run('check');
    await run('user', 'list');
    const [{ api_key }] = JSON.parse(await run('sql', "SELECT api_key FROM user WHERE email LIKE 'ada%'", '--json'));
    const ada = { email: 'ada@example.com', api_key } as Login;
    const server = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
    for (const path of ['/register', '/messages'])
      assert.equal(
        (await sendRequest(server.url, ada, 'POST', path, { type: 'direct', to: [3], content: 'Hi' })).status,
        200,
      );
    const found = await sendRequest(server.url, ada, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'apples' }],
    });
    assert.equal(found.reply.messages.length, 30);
    for (const path of ['/invites', '/drafts', '/scheduled_messages', '/attachments', '/user_groups', '/export/realm'])
      assert.equal((await sendRequest(server.url, ada, 'GET', path)).status, 200, path);
    await run('invite', 'create', 'late@example.com');
    for (const list of [
      'invite list',
      'channel list --archived',
      'group list',
      'emoji list',
      'bot list',
      'mail',
      'doctor',
    ])
      await run(...list.split(' '));
    await run('check');
    await server.stop();
    await run('check');
    await run('backup');
    const views = [...readFileSync('src/schema/views.sql', 'utf8').matchAll(/^CREATE TEMP VIEW (\w+)/gm)].map(
      ([, name]) => name!,
    );
    await run('sql', `SELECT ${views.map((name) => `(SELECT count(*) FROM ${name})`).join(', ')}`);
  });
