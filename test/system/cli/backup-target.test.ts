import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { before, test } from 'node:test';
import { thisProcess } from '../../../src/kernel/db/lock.ts';
import { createAccount, runKlatch, startCommand, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const data = temporaryFolder();
before(async () => void (await createAccount(data, 'Ada', '--owner')));

const backup = (...args: string[]) => runKlatch(['backup', '--data', data, ...args]);

test('a backup writes nothing inside the data folder except in its backups folder', async () => {
  mkdirSync(join(data, 'uploads/ab'), { recursive: true });
  const links = temporaryFolder();
  symlinkSync(data, join(links, 'data'));
  symlinkSync(join(data, 'klatch.db'), join(links, 'database.tar'));
  const database = readFileSync(join(data, 'klatch.db'));
  const files = [
    join(data, 'klatch.db'),
    join(data, 'klatch.db-wal'),
    join(data, 'new.tar'),
    join(data, 'uploads/ab/new.tar'),
    join(data, 'backups/../new.tar'),
    join(links, 'data/new.tar'),
    join(links, 'database.tar'),
  ];
  for (const file of files) {
    const { code, stderr } = await backup(file);
    assert.equal(code, 2, `${file}: ${stderr}`);
    assert.match(stderr, /is inside the data folder/);
  }
  assert.equal((await backup('--to', join(data, 'uploads'))).code, 2);
  assert.equal((await backup('--to', join(data, 'elsewhere'))).code, 2);
  assert.deepEqual(readFileSync(join(data, 'klatch.db')), database);
  assert.deepEqual(readdirSync(join(data, 'uploads/ab')), []);
  assert.ok(!existsSync(join(data, 'elsewhere')));
  assert.equal((await backup(join(data, 'backups/mine.tar'))).code, 0);
});

test('a backup replaces a backup of the same kind and no other file', async () => {
  const place = temporaryFolder();
  const tar = join(place, 'klatch.tar');
  assert.equal((await backup(tar)).code, 0);
  const first = readFileSync(tar);
  assert.equal((await backup(tar)).code, 0);
  assert.notDeepEqual(readFileSync(tar), first);

  const full = readFileSync(tar);
  const other = await backup(tar, '--no-uploads');
  assert.equal(other.code, 2);
  assert.match(other.stderr, /it contains uploads, and this backup does not/);
  assert.deepEqual(readFileSync(tar), full);

  writeFileSync(join(place, 'thesis.odt'), 'years of work');
  writeFileSync(join(place, 'cut.tar'), full.subarray(0, full.length / 2));
  symlinkSync(join(place, 'nothing'), join(place, 'dangling'));
  for (const name of ['thesis.odt', 'cut.tar', 'dangling', 'new/']) {
    const { code, stderr } = await backup(join(place, name));
    assert.equal(code, 2, `${name}: ${stderr}`);
  }
  assert.equal((await backup('/dev/null')).code, 2);
  assert.equal(readFileSync(join(place, 'thesis.odt'), 'utf8'), 'years of work');
  assert.deepEqual(readdirSync(place).sort(), ['cut.tar', 'dangling', 'klatch.tar', 'thesis.odt']);
});

test('backups made at the same time have different names, and each kind is counted separately', async () => {
  const place = temporaryFolder();
  writeFileSync(join(place, 'klatch-2020-01-01T000000Z.tar'), '');
  writeFileSync(join(place, 'klatch-2020-01-01T000000Z-2.tar'), '');
  writeFileSync(join(place, 'klatch-2020-01-01T000000Z-no-uploads.tar'), '');
  const ends = await Promise.all([backup('--to', place), backup('--to', place), backup('--to', place, '--no-uploads')]);
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0, 0],
  );
  const names = new Set(ends.map(({ stdout }) => stdout.trim()));
  assert.equal(names.size, 3);
  for (const name of names) assert.equal((await runKlatch(['check', name])).code, 0);
  assert.equal((await backup('--to', place, '--no-uploads', '--keep', '1')).code, 0);
  const left = readdirSync(place);
  assert.equal(left.filter((name) => name.includes('no-uploads')).length, 1);
  assert.equal(left.length, 5, 'those with uploads are all there');
  assert.equal((await backup('--to', place, '--keep', '4')).code, 0);
  assert.ok(!existsSync(join(place, 'klatch-2020-01-01T000000Z.tar')));
  assert.ok(existsSync(join(place, 'klatch-2020-01-01T000000Z-2.tar')), 'the second of that second is newer');
});

test('a backup removes those that a rule of days and months does not cover', async () => {
  const place = temporaryFolder();
  const days = ['01-30', '01-31', '02-01', '02-02', '02-03'];
  for (const day of days) writeFileSync(join(place, `klatch-2020-${day}T000000Z.tar`), '');
  // A clock was wrong once.
  writeFileSync(join(place, 'klatch-2099-01-01T000000Z.tar'), '');
  const refused = await backup('--to', place, '--keep', '2 days');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /must be a number of backups, or a rule such as 7d,4w,6m/);
  const { code, stdout, stderr } = await backup('--to', place, '--keep', '2d,4m');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Removed .*klatch-2020-02-02T000000Z\.tar, which is not covered by --keep 2d,4m/);
  assert.deepEqual(readdirSync(place).sort(), [
    'klatch-2020-01-31T000000Z.tar',
    'klatch-2020-02-03T000000Z.tar',
    basename(stdout.trim()),
    'klatch-2099-01-01T000000Z.tar',
  ]);
  const newest = basename((await backup('--to', place, '--keep', '1')).stdout.trim());
  assert.deepEqual(readdirSync(place).sort(), [newest, 'klatch-2099-01-01T000000Z.tar']);
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('the remains of a killed backup are removed by the next one, and those of a running one are not', async () => {
  const large = temporaryFolder();
  await createAccount(large, 'Ada', '--owner');
  mkdirSync(join(large, 'uploads/ab/cd'), { recursive: true });
  const file = join(large, 'uploads/ab/cd/0123456789abcdef0123456789abcdef');
  writeFileSync(file, '');
  truncateSync(file, 2 ** 28);
  const place = temporaryFolder();
  const temporary = () => readdirSync(place).filter((name) => name.startsWith('.klatch-backup-'));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { ended, stop } = startCommand(['backup', '--data', large, join(place, 'large.tar')]);
    // Without the id of its process, a folder is kept for a day.
    const isOwned = (name: string) => /\}$/.test(readIfThere(join(place, name, 'owner.json')));
    await waitUntil(() => temporary().some(isOwned));
    await stop(signal);
    assert.notEqual((await ended).code, 0);
    assert.equal(temporary().length, signal === 'SIGKILL' ? 1 : 0, signal);
  }
  const owned = (owner: object | undefined, hours: number): string => {
    const made = mkdtempSync(join(place, '.klatch-backup-'));
    const path = join(made, 'owner.json');
    if (owner) writeFileSync(path, JSON.stringify(owner));
    const then = Date.now() / 1000 - hours * 3600;
    for (const each of [...(owner ? [path] : []), made]) utimesSync(each, then, then);
    return made;
  };
  const mine = { pid: process.pid, host: hostname() };
  const running = owned({ ...thisProcess(), host: hostname() }, 48);
  const elsewhere = owned({ pid: 1, host: 'another.example' }, 1);
  const gone = [
    owned({ pid: 1, host: 'another.example' }, 48),
    owned(undefined, 48),
    owned({ ...mine, began: '0' }, 0),
  ];
  assert.equal((await backup(join(place, 'small.tar'))).code, 0);
  assert.ok(existsSync(running) && existsSync(elsewhere));
  assert.deepEqual(gone.filter(existsSync), []);
  assert.equal(temporary().length, 2);
});
