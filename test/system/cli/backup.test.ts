import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { finishRestore, READY } from '../../../src/backup/swap.ts';
import { warnOfOldBackup } from '../../../src/chat/monitoring/backup-jobs.ts';
import { backupName, backupsNamedIn } from '../../../src/kernel/backups/names.ts';
import { rememberPlace, requireMounted } from '../../../src/kernel/backups/places.ts';
import { isDue, scheduledBackup } from '../../../src/kernel/backups/schedule.ts';
import {
  createAccount,
  type Login,
  runKlatch,
  startServer,
  temporaryFolder,
  withoutNativeModules,
} from '../../support/process.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const serve = (data: string, ...more: string[]) =>
  startServer(['serve', '--data', data, '--listen', '127.0.0.1:0', '--rate-limits', 'off', ...more]);

/** Runs a command that must succeed. Returns its output. */
async function runSuccessfully(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runKlatch(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

const authorization = ({ email, api_key }: Login) => ({
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
});

async function send(url: string, ada: Login, content: string): Promise<number> {
  const body = new URLSearchParams({ type: 'direct', to: JSON.stringify([ada.user_id]), content });
  const reply = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers: authorization(ada), body });
  return ((await reply.json()) as { id: number }).id;
}

/** Uploads a file and sends a message with it. Returns the file's URL. */
async function upload(url: string, ada: Login, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'notes.txt');
  const reply = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers: authorization(ada), body: form });
  const { url: path } = (await reply.json()) as { url: string };
  await send(url, ada, `[notes](${path})`);
  return path;
}

/** The contents of all messages in a data folder, by id. */
function messagesIn(data: string): Map<number, string> {
  const db = new Sqlite(join(data, 'klatch.db'), { readonly: true });
  const rows = db.prepare('SELECT id, content FROM message').raw().all() as [number, string][];
  db.close();
  return new Map(rows);
}

test('a backup during a hundred sends a second has every acknowledged message and every file', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const early = await upload(server.url, ada, 'early '.repeat(100_000));
  const acknowledged = new Map<number, { content: string; at: number }>();
  const files: { path: string; at: number }[] = [];
  const pending = new Set<Promise<unknown>>();
  let count = 0;
  const sending = setInterval(() => {
    const content = `message ${count++}`;
    const one = send(server.url, ada, content).then((id) => acknowledged.set(id, { content, at: Date.now() }));
    const file =
      count % 50 === 0
        ? upload(server.url, ada, content).then((path) => files.push({ path, at: Date.now() }))
        : undefined;
    for (const each of [one, file]) if (each) pending.add(each.finally(() => pending.delete(each)));
  }, 10);
  await waitUntil(() => acknowledged.size > 50 && files.length > 0);
  const archive = join(temporaryFolder(), 'klatch.tar');
  const { code, stdout, stderr } = await runKlatch(['backup', archive, '--data', data, '--json']);
  clearInterval(sending);
  assert.equal(code, 0, stderr);
  await Promise.all(pending);
  await server.stop();
  const told = JSON.parse(stdout);
  assert.equal(told.file, archive);
  // Messages acknowledged right after the backup may be recorded before the test knows that the command ended.
  const made = Date.parse(told.made);
  const before = [...acknowledged].filter(([, { at }]) => at < made);
  assert.ok(before.length > 50, `${before.length} were acknowledged`);

  await runSuccessfully('check', archive);
  const elsewhere = temporaryFolder();
  await runSuccessfully('restore', archive, '--data', elsewhere);
  assert.deepEqual(withoutNativeModules(readdirSync(elsewhere)).sort(), ['klatch.db', 'uploads']);
  const restored = messagesIn(elsewhere);
  for (const [id, { content }] of before) assert.equal(restored.get(id), content, `message ${id}`);
  assert.equal(restored.size, told.messages);
  await runSuccessfully('check', '--data', elsewhere);
  const again = await serve(elsewhere);
  for (const path of [early, ...files.filter(({ at }) => at < made).map(({ path }) => path)])
    assert.equal(
      (await fetch(again.url + path.replace('/user_uploads', '/api/v1/user_uploads'), { headers: authorization(ada) }))
        .status,
      200,
    );
  await again.stop();
});

test('backups are made by schedule and on SIGUSR2, and only the configured number is kept', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const backups = join(data, 'backups');
  mkdirSync(backups);
  for (const day of ['01', '02', '03']) writeFileSync(join(backups, `klatch-2020-01-${day}T000000Z.tar`), '');
  writeFileSync(join(backups, 'mine.tar'), '');
  // The remains of a crash long ago.
  writeFileSync(join(backups, 'klatch-2020-01-03T000000Z.tar.partial.db'), '');
  utimesSync(join(backups, 'klatch-2020-01-03T000000Z.tar.partial.db'), 1, 1);
  const server = await serve(data, '--backup-keep', '2,1y', '--log-format', 'json');
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => server.said.stderr.includes('backup made'));
  const made = readdirSync(backups).sort();
  assert.equal(made.length, 3, server.said.stderr);
  assert.deepEqual(
    [made[0], made[2]],
    ['klatch-2020-01-03T000000Z.tar', 'mine.tar'],
    'only what was named by the time goes',
  );
  await runSuccessfully('check', join(backups, made[1]!));
  await server.stop();
  const path = (
    await runSuccessfully('backup', '--data', data, '--to', join(temporaryFolder(), 'other'), '--no-uploads')
  ).trim();
  assert.match(path, /other\/klatch-\d{4}-\d\d-\d\dT\d{6}Z-no-uploads\.tar$/);
});

test('restore checks everything first, keeps the replaced data, and survives a crash in the middle', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  await send(server.url, ada, 'first');
  const archive = join(temporaryFolder(), 'first.tar');
  await runSuccessfully('backup', archive, '--data', data);
  await send(server.url, ada, 'second');
  const inUse = await runKlatch(['restore', archive, '--data', data]);
  assert.equal(inUse.code, 3, inUse.stderr);
  assert.match(inUse.stderr, new RegExp(`process ${server.pid}`));
  await server.stop();
  const contents = () => [...messagesIn(data).values()].filter((text) => text === 'first' || text === 'second');

  const damaged = join(temporaryFolder(), 'damaged.tar');
  const bytes = readFileSync(archive);
  bytes[600] = bytes[600]! ^ 1;
  writeFileSync(damaged, bytes);
  const half = join(temporaryFolder(), 'half.tar');
  copyFileSync(archive, half);
  truncateSync(half, 4096);
  const refusals: [string, number, RegExp][] = [
    [damaged, 8, /not a complete backup/],
    [half, 8, /not a complete backup/],
    [join(data, 'klatch.db'), 8, /not a complete backup/],
    [join(data, 'nothing.tar'), 5, /No such file/],
    [newer(archive), 4, /newer/],
  ];
  for (const [file, exit, said] of refusals) {
    const { code, stderr } = await runKlatch(['restore', file, '--data', data]);
    assert.equal(code, exit, stderr);
    assert.match(stderr, said);
  }
  assert.equal((await runKlatch(['check', damaged])).code, 8);
  assert.deepEqual(contents(), ['first', 'second'], 'all as it was');

  const { stderr } = await runKlatch(['restore', archive, '--data', data]);
  const [, aside] = /The previous data is in (.*before-restore-\d{4}-\d\d-\d\dT\d{6}Z);/.exec(stderr) ?? [];
  assert.deepEqual(contents(), ['first']);
  assert.deepEqual([...messagesIn(aside!).values()].includes('second'), true);

  // The swap is interrupted after each step, and the next process that opens the folder completes it.
  for (const step of [0, 1, 2]) {
    const there = temporaryFolder();
    const ready = join(there, READY);
    mkdirSync(ready);
    mkdirSync(join(ready, 'uploads'));
    copyFileSync(join(data, 'klatch.db'), join(ready, 'klatch.db'));
    for (const name of ['klatch.db', 'klatch.db-wal', 'klatch.db-shm']) writeFileSync(join(there, name), 'old');
    if (step > 0) {
      mkdirSync(join(there, 'before-restore'));
      renameSync(join(there, 'klatch.db-wal'), join(there, 'before-restore/klatch.db-wal'));
    }
    if (step > 1) renameSync(join(there, 'klatch.db'), join(there, 'before-restore/klatch.db'));
    assert.equal(finishRestore(there), true);
    assert.deepEqual(readdirSync(there).sort(), ['before-restore', 'klatch.db', 'uploads'], `step ${step}`);
    assert.deepEqual(readdirSync(join(there, 'before-restore')).sort(), [
      'klatch.db',
      'klatch.db-shm',
      'klatch.db-wal',
    ]);
    assert.equal(finishRestore(there), false);
    assert.equal(messagesIn(there).size, messagesIn(data).size);
  }
});

/** The same backup, as if made by a future version. */
function newer(archive: string): string {
  const made = join(temporaryFolder(), 'newer.tar');
  writeFileSync(
    made,
    Buffer.from(
      readFileSync(archive)
        .toString('latin1')
        .replace(/"schema": (\d)/, '"schema":9$1'),
      'latin1',
    ),
  );
  return made;
}

test('check finds what is damaged, missing, superfluous or not indexed, and repair rebuilds derived data', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data);
  const path = await upload(server.url, ada, 'notes');
  const id = await send(server.url, ada, 'pears and plums');
  await send(server.url, ada, 'apples');
  await runSuccessfully('check', '--data', data);
  await server.stop();
  const uploads = readdirSync(join(data, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const [file] = uploads.map((entry) => join(entry.parentPath, entry.name));
  assert.ok(path && file);

  const stray = join(data, 'uploads/ab/cd/0123456789abcdef0123456789abcdef');
  mkdirSync(join(stray, '..'), { recursive: true });
  writeFileSync(stray, 'nobody’s');
  assert.equal((await runKlatch(['check', '--data', data])).code, 0, 'it may be on its way');
  utimesSync(stray, 1, 1);
  const db = new Sqlite(join(data, 'klatch.db'));
  db.prepare('DELETE FROM message_search WHERE rowid = ?').run(id);
  db.close();
  const found = await runKlatch(['check', '--data', data]);
  assert.equal(found.code, 8, found.stderr);
  assert.match(found.stdout, new RegExp(`the search index .* 1 message.*: ${id}\n`));
  assert.match(found.stdout, /uploads\/ab\/cd\/0123456789abcdef0123456789abcdef is not used by anything/);
  await runSuccessfully('check', '--repair', '--data', data);
  assert.ok(!existsSync(stray));
  const words = new Sqlite(join(data, 'klatch.db'));
  words.prepare("UPDATE message SET content = 'pears and cherries' WHERE id = ?").run(id);
  words.close();
  const disagreeing = await runKlatch(['check', '--data', data]);
  assert.equal(disagreeing.code, 8);
  assert.match(disagreeing.stdout, /differs from the messages in 2 words: (cherri, plum|plum, cherri)\n/);
  await runSuccessfully('check', '--repair', '--data', data);

  rmSync(file);
  const missing = await runKlatch(['check', '--data', data, '--json']);
  assert.equal(missing.code, 8);
  assert.match(JSON.parse(missing.stdout).wrong[0], /uploads\/.* is missing/);
  const bytes = readFileSync(join(data, 'klatch.db'));
  bytes.fill(7, 8192, 90_000);
  writeFileSync(join(data, 'klatch.db'), bytes);
  const broken = await runKlatch(['check', '--data', data]);
  assert.equal(broken.code, 8, broken.stderr);
  assert.match(broken.stdout, /database is damaged/);
  const backup = await runKlatch(['backup', '--data', data]);
  assert.notEqual(backup.code, 0, 'damage is not handed on');
  assert.deepEqual(readdirSync(join(data, 'backups')), []);
});

test('a backup is due when the newest is too old, however it was made, also after restarts', () => {
  const backups = temporaryFolder();
  const now = Date.UTC(2026, 4, 5, 10) / 1000;
  const every = 86_400;
  const uploads = true;
  assert.ok(isDue(backupsNamedIn(join(backups, 'nothing')), { every, now, uploads }));
  assert.ok(isDue(backupsNamedIn(backups), { every, now, uploads }));
  writeFileSync(join(backups, backupName(new Date((now - every + 10) * 1000))), '');
  writeFileSync(join(backups, `${backupName(new Date(now * 1000))}.partial`), 'not finished');
  writeFileSync(join(backups, 'mine 2030.tar'), '');
  writeFileSync(join(backups, backupName(new Date(now * 1000), { kind: 'no-uploads' })), '');
  assert.ok(!isDue(backupsNamedIn(backups), { every, now, uploads }));
  assert.ok(
    isDue(backupsNamedIn(backups), { every, now: now + 10, uploads }),
    'a backup without uploads does not count',
  );
  assert.ok(!isDue(backupsNamedIn(backups), { every, now: now + 10, uploads: false }));
  assert.ok(isDue(backupsNamedIn(backups), { every: every / 2, now, uploads }));
});

test('automatic backups go to the folder of --backup-to, which must exist', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const missing = join(temporaryFolder(), 'missing');
  const place = ['--backup-every', '1d', '--backup-to'];
  const refused = await runKlatch(['serve', '--data', data, ...place, missing]);
  assert.deepEqual([refused.code, existsSync(missing)], [2, false], refused.stderr);
  assert.match(refused.stderr, /missing does not exist\. Mount its disk, or create it/);
  mkdirSync(missing);
  const server = await serve(data, ...place, missing);
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => server.said.stderr.includes('backup made'));
  assert.equal(readdirSync(missing).filter((name) => name.endsWith('.tar')).length, 1);
  assert.equal(existsSync(join(data, 'backups')), false);
  rmSync(missing, { recursive: true });
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => /the backup failed/.test(server.said.stderr));
  assert.match(server.said.stderr, /does not exist\. Mount its disk/);
  assert.equal(existsSync(missing), false);
  await server.stop();
});

test('a failed automatic backup is logged with the age of the newest one, and tried again after a pause', async (t) => {
  const { app, clock } = newTeam();
  const place = temporaryFolder();
  Object.assign(app.config.choices, { backupEvery: 86_400, backupTo: { folder: place } });
  const error = t.mock.method(app.log, 'error');
  t.mock.method(app.backups.running, 'run', async () => {
    app.backups.tried = clock.ms / 1000;
    throw new Error('the disk is full');
  });
  const logged = () => error.mock.calls.map(({ arguments: [details, text] }: any) => [details.reason, text]);
  await scheduledBackup.run(app as never);
  assert.deepEqual(logged(), [['the disk is full', 'the backup failed; there is no backup']]);
  await scheduledBackup.run(app as never);
  assert.equal(logged().length, 1, 'not again at once');
  writeFileSync(join(place, backupName(new Date(clock.ms - 3 * 86_400_000))), '');
  clock.advance(600);
  await scheduledBackup.run(app as never);
  assert.deepEqual(logged()[1], ['the disk is full', 'the backup failed; the newest backup is 3 days old']);
  // One of this day that somebody else made.
  writeFileSync(join(place, backupName(new Date(clock.ms - 3_600_000))), '');
  clock.advance(600);
  await scheduledBackup.run(app as never);
  assert.equal(logged().length, 2);
});

test('owners get one mail a day while automatic backups fail and the newest is too old', async (t) => {
  const { app, clock, ada } = newTeam();
  const place = temporaryFolder();
  Object.assign(app.config.choices, { backupEvery: 3600, backupTo: { folder: place }, outbox: temporaryFolder() });
  const run = t.mock.method(app.backups.running, 'run', async () => {
    Object.assign(app.backups, { tried: clock.ms / 1000, lastSucceeded: false });
    throw new Error(`cannot write to ${place}`);
  });
  t.mock.method(app.log, 'error');
  const passHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      clock.advance(3600);
      await scheduledBackup.run(app as never);
      await warnOfOldBackup.run(app);
    }
  };
  const mails = () => app.mail.all().filter(({ kind }) => kind === 'backup_overdue');
  await passHours(23);
  assert.deepEqual(mails(), [], 'a new organization, whose first backup fails');
  await passHours(2);
  assert.deepEqual(
    mails().map(({ recipient, subject }) => [recipient, subject]),
    [[ada.email, `There is no backup of ${app.realm.get('name')}`]],
  );
  assert.ok(!mails()[0]!.content.includes(place), 'owners need not be the operator');
  writeFileSync(join(place, backupName(new Date(clock.ms - 72 * 3_600_000))), '');
  await passHours(22);
  assert.equal(mails().length, 1, 'the next day, not earlier');
  await passHours(2);
  assert.match(mails().at(-1)!.subject, /^No new backup of .* since \w+ \d{1,2}, \d{4}$/);
  await passHours(22);
  assert.equal(mails().length, 2);
  run.mock.restore();
  writeFileSync(join(place, backupName(new Date(clock.ms))), '');
  app.backups.lastSucceeded = true;
  clock.advance(2 * 86_400);
  await warnOfOldBackup.run(app);
  assert.equal(mails().length, 2, 'a backup that is not due yet is no failure');
});

test('no automatic backup is made where the disk of the earlier ones is not mounted', (t) => {
  const disk = smallDisk('16m');
  if (disk === undefined) return t.skip('mounting a disk needs root');
  const dataDir = temporaryFolder();
  requireMounted(disk, dataDir);
  rememberPlace(disk, dataDir);
  writeFileSync(join(disk, backupName(new Date())), '');
  requireMounted(disk, dataDir);
  spawnSync('umount', [disk]);
  assert.throws(() => requireMounted(disk, dataDir), /is not mounted: the earlier backups are gone/);
  spawnSync('mount', ['-t', 'tmpfs', 'klatch-test', disk]);
  writeFileSync(join(disk, backupName(new Date())), '');
  requireMounted(disk, dataDir);
});

test('klatch backup works when the disk of the data folder is full or read-only', async (t) => {
  const disk = smallDisk('12m');
  if (disk === undefined) return t.skip('mounting a disk needs root');
  const data = join(disk, 'data');
  const target = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const backUpThere = async () => {
    const path = (await runSuccessfully('backup', '--to', target, '--data', data)).trim();
    await runSuccessfully('check', path);
  };
  const server = await serve(data);
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=64k']);
  await backUpThere();
  await server.stop();
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/more`, 'bs=1k']);
  await backUpThere();
  spawnSync('mount', ['-o', 'remount,ro', disk]);
  await backUpThere();
  spawnSync('mount', ['-o', 'remount,rw', disk]);
});

test('a server does not start on a full disk, and names the folder and the cause', async (t) => {
  const disk = smallDisk('1m');
  if (disk === undefined) return t.skip('mounting a disk needs root');
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=4k', 'count=200']);
  const { code, stderr } = await runKlatch(['serve', '--data', join(disk, 'data'), '--listen', '127.0.0.1:0']);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`${disk}/data.*the disk is full`), stderr);
});

test('the tables of Litestream are neither extra nor damage', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const db = new Sqlite(join(data, 'klatch.db'));
  db.exec(
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)',
  );
  db.close();
  const { code, stdout, stderr } = await runKlatch(['check', '--data', data]);
  assert.equal(code, 0);
  assert.doesNotMatch(stdout + stderr, /litestream/);
});
