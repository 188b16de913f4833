import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

const isRoot = process.getuid?.() === 0;
/** Root can write everywhere, so commands run as another user. */
const NOBODY = 65534;
const wrapper = isRoot ? ['setpriv', `--reuid=${NOBODY}`, '--clear-groups'] : [];

/** Makes a folder read-only for users other than root. */
function makeReadOnly(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (isRoot) chownSync(file, NOBODY, NOBODY);
    chmodSync(file, entry.isDirectory() ? 0o555 : 0o444);
  }
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  chmodSync(path, 0o555);
}

/** Makes it possible to delete the folder. */
function makeWritable(path: string): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(path, entry.name));
}

/** A data folder of a server that ended cleanly, and one with a WAL left by a crash. */
async function folders(): Promise<{ well: string; crashed: string }> {
  const well = temporaryFolder();
  await createAccount(well, 'Ada', '--owner');
  const crashed = temporaryFolder();
  const db = new Sqlite(join(well, 'klatch.db'));
  db.exec("UPDATE user SET full_name = 'Ada L.' WHERE full_name = 'Ada'");
  for (const end of ['', '-wal']) copyFileSync(join(well, `klatch.db${end}`), join(crashed, `klatch.db${end}`));
  db.close();
  assert.ok(statSync(join(crashed, 'klatch.db-wal')).size > 0);
  for (const path of [well, crashed]) mkdirSync(join(path, 'backups'));
  for (const path of [well, crashed]) makeReadOnly(path);
  return { well, crashed };
}

test('check, doctor and sql report no damage in a read-only folder', async () => {
  const { well, crashed } = await folders();
  for (const data of [well, crashed]) {
    const check = await runKlatch(['check', '--data', data], { wrapper });
    assert.equal(check.code, 0, check.stdout + check.stderr);
    assert.equal((await runKlatch(['check', join(data, 'klatch.db')], { wrapper })).code, 0);
    const doctor = await runKlatch(['doctor', '--data', data], { wrapper });
    assert.doesNotMatch(doctor.stdout, /damaged/);
    assert.match(doctor.stdout, /database, search index and files are consistent/);
    const sql = await runKlatch(['sql', "SELECT name FROM people WHERE name LIKE 'Ada%'", '--data', data], { wrapper });
    makeWritable(data);
    assert.match(sql.stdout, /^Ada L\.$/m, sql.stderr);
  }
});

test('an unreadable database is not reported as damaged', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  chmodSync(join(data, 'klatch.db'), isRoot ? 0o600 : 0o000);
  for (const args of [['check'], ['check', join(data, 'klatch.db')], ['doctor'], ['sql', 'SELECT 1']]) {
    const { code, stdout, stderr } = await runKlatch([...args, '--data', data], { wrapper });
    assert.equal(code, 1, `${args.join(' ')}: ${stdout}${stderr}`);
    assert.doesNotMatch(stdout + stderr, /damaged|^ +at /m);
  }
});
