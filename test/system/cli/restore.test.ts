import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

const peopleIn = (path: string): string[] => {
  const db = new Sqlite(join(path, 'klatch.db'), { readonly: true });
  const names = db.prepare('SELECT full_name FROM user WHERE bot_type IS NULL ORDER BY id').pluck().all() as string[];
  db.close();
  return names;
};

test('each restore keeps the replaced data in a separate folder, and prints where all of them are', async () => {
  const data = temporaryFolder();
  const archive = join(temporaryFolder(), 'first.tar');
  await createAccount(data, 'Ada', '--owner');
  assert.equal((await runKlatch(['backup', archive, '--data', data])).code, 0);
  const asides: string[] = [];
  for (const name of ['Mia', 'Max', 'Eve']) {
    await createAccount(data, name);
    const { code, stdout, stderr } = await runKlatch(['restore', archive, '--data', data, '--json']);
    assert.equal(code, 0, stderr);
    const { aside, earlier } = JSON.parse(stdout);
    assert.match(aside, /before-restore-\d{4}-\d\d-\d\dT\d{6}Z(-\d)?$/);
    assert.deepEqual(earlier, asides);
    assert.deepEqual(peopleIn(data), ['Ada']);
    asides.push(aside);
  }
  assert.deepEqual(asides.map(peopleIn), [
    ['Ada', 'Mia'],
    ['Ada', 'Max'],
    ['Ada', 'Eve'],
  ]);
  const { stderr } = await runKlatch(['restore', archive, '--data', data]);
  for (const aside of asides) assert.ok(stderr.includes(aside), stderr);
});

test('what an interrupted restore unpacked is removed by the next command', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  mkdirSync(join(data, 'restore-1234'));
  writeFileSync(join(data, 'restore-1234/klatch.db'), 'half');
  await createAccount(data, 'Mia');
  assert.ok(!existsSync(join(data, 'restore-1234')));
  assert.ok(!readdirSync(data).some((name) => name.startsWith('before-restore')));
});
