import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { FailedUpgrade, ForeignDatabase, NewerDatabase } from '../../../src/kernel/db/migrate.ts';
import { DamagedDatabase, type Opening, openDatabaseInSteps } from '../../../src/kernel/db/open.ts';
import { atOnce } from '../../../src/kernel/time-slices.ts';

/**
 * An invented history: schema 1 had people, 2 added their towns, 3 made their names unique with a new table that others
 * reference.
 */
const FIRST = `
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE letter (person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE, text TEXT NOT NULL) STRICT;`;
const UPGRADES = [
  `ALTER TABLE person ADD COLUMN town TEXT NOT NULL DEFAULT ''; UPDATE person SET town = 'Ulm' WHERE name = 'Ada'`,
  `CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, town TEXT NOT NULL) STRICT;
   INSERT INTO person_new SELECT id, name, town FROM person;
   DROP TABLE person;
   ALTER TABLE person_new RENAME TO person`,
];

/** The result of the upgrades. */
const THIRD = `
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, town TEXT NOT NULL) STRICT;
  CREATE TABLE letter (person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE, text TEXT NOT NULL) STRICT;`;

const PEOPLE = [
  { id: 1, name: 'Ada', town: 'Ulm' },
  { id: 2, name: 'Mia', town: '' },
];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'klatch-upgrades-'));
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A database of the first version, with people and their letters, and options to open it with a later version. */
function createOlderDatabase(): { path: string; opening: Opening; said: string[] } {
  const dir = folder();
  const path = join(dir, 'klatch.db');
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) });
  const opening: Opening = { schema: FIRST, backups: join(dir, 'backups'), version: '0.1.0', log, upgrades: [] };
  const db = atOnce(openDatabaseInSteps(path, opening));
  db.script(
    `INSERT INTO person VALUES (1, 'Ada'), (2, 'Mia'); INSERT INTO letter VALUES (1, 'Dear Mia'), (2, 'Dear Ada')`,
  );
  db.close();
  return { path, said, opening: { ...opening, schema: THIRD, version: '0.2.0', upgrades: UPGRADES } };
}

const rows = (path: string, sql: string): unknown[] => {
  const db = new Sqlite(path, { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
};

test('an older database is copied and then upgraded step by step', () => {
  const { path, opening, said } = createOlderDatabase();
  atOnce(openDatabaseInSteps(path, opening)).close();
  assert.deepEqual(rows(path, 'SELECT * FROM person'), PEOPLE);
  assert.equal(
    rows(path, 'SELECT * FROM letter').length,
    2,
    'what referred to the table that was made anew is all there',
  );
  assert.deepEqual(rows(path, 'PRAGMA user_version'), [{ user_version: 3 }]);
  const copy = join(opening.backups, 'pre-0.2.0.db');
  assert.deepEqual(rows(copy, 'SELECT * FROM person'), [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Mia' },
  ]);
  assert.deepEqual(said, [
    `upgrading the database from schema 1 to 3; a copy of the old one is in ${copy}`,
    'upgrading the database, step 1 of 2',
    'upgrading the database, step 2 of 2',
  ]);
  atOnce(openDatabaseInSteps(path, opening)).close();
  assert.equal(said.length, 3, 'and that was that');
});

test('the older version opens the copy, and a second upgrade does not overwrite it', () => {
  const { path, opening } = createOlderDatabase();
  atOnce(openDatabaseInSteps(path, opening)).close();
  const copy = join(opening.backups, 'pre-0.2.0.db');
  copyFileSync(copy, path);
  const back = atOnce(openDatabaseInSteps(path, { ...opening, schema: FIRST, upgrades: [] }));
  back.script(`INSERT INTO person VALUES (3, 'Max')`);
  back.close();
  atOnce(openDatabaseInSteps(path, opening)).close();
  assert.deepEqual(readdirSync(opening.backups).sort(), ['pre-0.2.0-2.db', 'pre-0.2.0.db']);
  assert.equal(rows(copy, 'SELECT * FROM person').length, 2);
});

test('an upgrade that fails at any step changes nothing, and can be tried again', () => {
  const { path, opening } = createOlderDatabase();
  const before = readFileSync(path);
  const failing = [
    [UPGRADES[0]!, 'DROP TABLE nothing'],
    [UPGRADES[0]!, 'DELETE FROM person WHERE id = 1'],
  ];
  for (const upgrades of failing) {
    assert.throws(() => atOnce(openDatabaseInSteps(path, { ...opening, upgrades })), FailedUpgrade);
    assert.deepEqual(readFileSync(path), before);
  }
  atOnce(openDatabaseInSteps(path, opening)).close();
  assert.deepEqual(rows(path, 'SELECT * FROM person'), PEOPLE);
});

test('a newer database is not modified', () => {
  const { path, opening } = createOlderDatabase();
  atOnce(openDatabaseInSteps(path, opening)).close();
  const before = readFileSync(path);
  assert.throws(() => atOnce(openDatabaseInSteps(path, { ...opening, schema: FIRST, upgrades: [] })), NewerDatabase);
  assert.deepEqual(readFileSync(path), before);
  assert.ok(!existsSync(`${path}-wal`));
});

test('another program’s database is not modified, whatever version it claims', () => {
  for (const version of [0, 1]) {
    const { opening } = createOlderDatabase();
    const other = new Sqlite(join(folder(), 'klatch.db'));
    other.exec(`CREATE TABLE photograph (name TEXT); PRAGMA user_version = ${version}`);
    other.close();
    const before = readFileSync(other.name);
    assert.throws(
      () => atOnce(openDatabaseInSteps(other.name, { ...opening, schema: FIRST, upgrades: [] })),
      ForeignDatabase,
    );
    assert.deepEqual(readFileSync(other.name), before);
  }
});

test('a file that is not a database, or inconsistent, is reported as damaged', () => {
  const { path, opening, said } = createOlderDatabase();
  const whole = readFileSync(path);
  writeFileSync(path, 'x'.repeat(whole.length));
  assert.throws(() => atOnce(openDatabaseInSteps(path, opening)), DamagedDatabase);

  const many =
    '(WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 2000) SELECT n FROM count)';
  // A crash leaves a WAL with the last writes.
  const crashed = new Sqlite(join(folder(), 'crashed.db'));
  crashed.pragma('journal_mode = WAL');
  crashed.exec(`${FIRST}; CREATE INDEX letter_person ON letter (person_id); PRAGMA user_version = 1`);
  crashed.exec(`INSERT INTO person VALUES (1, 'Ada'); INSERT INTO letter SELECT 1, hex(randomblob(20)) FROM ${many}`);
  for (const end of ['', '-wal']) copyFileSync(crashed.name + end, path + end);
  crashed.close();
  atOnce(openDatabaseInSteps(path, { ...opening, schema: FIRST, upgrades: [] })).close();
  assert.match(said.join('\n'), /did not stop cleanly last time; the database was checked and is intact/);

  const torn = readFileSync(path);
  torn.fill(0x2a, 3 * 4096, 6 * 4096);
  writeFileSync(path, torn);
  assert.throws(
    () => atOnce(openDatabaseInSteps(path, { ...opening, schema: FIRST, upgrades: [] })),
    DamagedDatabase,
    'a small one is looked through after a good end too',
  );
  writeFileSync(`${path}-wal`, 'not empty');
  assert.throws(() => atOnce(openDatabaseInSteps(path, { ...opening, schema: FIRST, upgrades: [] })), DamagedDatabase);
});
