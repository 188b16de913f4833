import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Sqlite from 'better-sqlite3';
import { createAccount, runKlatch, startCommand, startServer, temporaryFolder } from '../../support/process.ts';
import { S3Server } from '../../support/s3-server.ts';
import { waitUntil } from '../../support/until.ts';

const MIB = 2 ** 20;
const data = temporaryFolder();
/** A data folder whose backup is sent in several parts. */
const large = temporaryFolder();
before(async () => {
  await createAccount(data, 'Ada', '--owner');
  await createAccount(large, 'Ada', '--owner');
  mkdirSync(join(large, 'uploads/ab/cd'), { recursive: true });
  writeFileSync(join(large, 'uploads/ab/cd/0123456789abcdef0123456789abcdef'), randomBytes(20 * MIB));
});

/** A bucket, its address, and how commands run with its keys. */
async function openBucket() {
  const s3 = await S3Server.start();
  const { place, env } = s3.backups();
  const run = (...args: string[]) => runKlatch(args, { env });
  const succeed = async (...args: string[]) => {
    const ended = await run(...args);
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  };
  return { s3, place, env, run, succeed };
}

/** A pair of keys of age; `identity`: the path of the file with the secret one. */
async function createKeys(): Promise<{ recipient: string; identity: string }> {
  const secret = await generateX25519Identity();
  const identity = join(temporaryFolder(), 'key.txt');
  writeFileSync(identity, `# created: 2026-01-01T00:00:00Z\n${secret}\n`);
  return { recipient: await identityToRecipient(secret), identity };
}

const peopleIn = (folder: string): string[] => {
  const db = new Sqlite(join(folder, 'klatch.db'), { readonly: true });
  const names = db.prepare('SELECT full_name FROM user WHERE bot_type IS NULL ORDER BY id').pluck().all() as string[];
  db.close();
  return names;
};

test('a backup goes to a bucket, is listed and checked there, and is restored from there', async () => {
  const { s3, place, run, succeed } = await openBucket();
  const { stdout } = await succeed('backup', '--to', place, '--data', large);
  const url = stdout.trim();
  assert.match(url, /^s3:\/\/chat\/backups\/klatch-\d{4}-\d\d-\d\dT\d{6}Z\.tar\?endpoint=http/);
  assert.equal(s3.objects.size, 1);
  assert.ok(s3.seen.filter(({ query }) => query.has('partNumber')).length > 1, 'in parts');
  assert.ok(
    s3.seen.every(({ length }) => length <= 8 * MIB),
    'of bounded size',
  );
  assert.deepEqual(readdirSync(join(large, 'backups')), [], 'nothing stays on this machine');

  const [listed] = JSON.parse((await succeed('backup', 'list', '--from', place, '--json')).stdout);
  const { file, size, uploads, encrypted } = listed;
  assert.deepEqual({ file, uploads, encrypted }, { file: url, uploads: true, encrypted: false });
  assert.ok(size > 20 * MIB);
  assert.match((await succeed('check', url)).stderr, /No problems found/);

  for (const from of [url, place]) {
    const elsewhere = temporaryFolder();
    await succeed('restore', from, '--data', elsewhere);
    assert.deepEqual(peopleIn(elsewhere), ['Ada']);
    assert.ok(existsSync(join(elsewhere, 'uploads/ab/cd/0123456789abcdef0123456789abcdef')));
  }
  assert.equal((await run('restore', url.replace('Z.tar', 'Z-9.tar'), '--data', temporaryFolder())).code, 5);
});

test('a damaged object is found by check, and a restore from it changes nothing', async () => {
  const { s3, place, run, succeed } = await openBucket();
  const url = (await succeed('backup', '--to', place, '--data', data)).stdout.trim();
  const [stored] = [...s3.objects.values()];
  stored!.body[stored!.body.length >> 1]! ^= 1;
  const elsewhere = temporaryFolder();
  assert.equal((await run('check', url)).code, 8);
  assert.equal((await run('restore', url, '--data', elsewhere)).code, 8);
  assert.ok(!existsSync(join(elsewhere, 'klatch.db')));
  stored!.body = stored!.body.subarray(0, 5000);
  assert.equal((await run('check', url)).code, 8);
});

test('an interrupted upload leaves no object, and its parts are removed a day later', async () => {
  const { s3, place, env, succeed } = await openBucket();
  const isPart = ({ query }: { query: URLSearchParams }) => query.get('partNumber') === '2';
  s3.interfere = isPart;
  const { ended, stop } = startCommand(['backup', '--to', place, '--data', large], { env });
  await waitUntil(() => s3.seen.some(isPart));
  await stop('SIGKILL');
  await ended;
  assert.equal(s3.objects.size, 0);
  s3.interfere = (request, response) => {
    if (isPart(request)) response.writeHead(403).end();
    return isPart(request);
  };
  const refused = await runKlatch(['backup', '--to', place, '--data', large], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /s3:\/\/chat\/backups.* does not work: .*403/);
  assert.equal(s3.objects.size, 0);
  assert.equal(s3.uploads.size, 1, 'only that of the killed command');
  s3.interfere = () => false;
  const [unfinished] = [...s3.uploads.values()];
  unfinished!.initiated = new Date(Date.now() - 2 * 86_400_000);
  s3.uploads.set('of another program', { ...unfinished!, key: 'backups/film.mp4' });
  await succeed('backup', '--to', place, '--data', large);
  assert.deepEqual([...s3.uploads.keys()], ['of another program']);
});

test('retention removes old backups in a bucket and no other objects', async () => {
  const { s3, place, succeed } = await openBucket();
  const old = { body: Buffer.from('old'), modified: new Date() };
  const names = ['klatch-2020-01-30T000000Z.tar', 'klatch-2020-01-31T000000Z.tar.age', 'klatch-notes.txt', 'mine.tar'];
  for (const name of names) s3.objects.set(`backups/${name}`, old);
  s3.objects.set('klatch-2020-01-01T000000Z.tar', old);
  s3.pageSize = 2;
  const { stdout } = await succeed('backup', '--to', place, '--data', data, '--keep', '2m');
  const left = [...s3.objects.keys()].filter((name) => !stdout.includes(name));
  assert.deepEqual(left.sort(), [
    'backups/klatch-2020-01-31T000000Z.tar.age',
    'backups/klatch-notes.txt',
    'backups/mine.tar',
    'klatch-2020-01-01T000000Z.tar',
  ]);
});

test('secrets of a bucket are neither in the arguments, nor in output, nor in addresses', async () => {
  const { s3, place, env, run } = await openBucket();
  const noKeys = await runKlatch(['backup', '--to', place, '--data', data]);
  assert.equal(noKeys.code, 2);
  assert.match(noKeys.stderr, /needs the settings backup-access-key and backup-secret-key/);
  const serve = ['serve', '--data', data, '--listen', '127.0.0.1:0', '--backup-every', '1d', '--backup-to', place];
  assert.equal((await runKlatch(serve)).code, 2, 'a server does not start without the keys');
  const wrong = await runKlatch(['backup', 'list', '--from', place], {
    env: { ...env, KLATCH_BACKUP_SECRET_KEY: 'not the secret' },
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /does not work: .*SignatureDoesNotMatch/);
  assert.doesNotMatch(wrong.stderr, /not the secret/);
  for (const bad of [place.replace('http://', 'http://me:secret@'), `${place}&secret=1`, 'ftp://host/x', 's3://X']) {
    const refused = await run('backup', '--to', bad, '--data', data);
    assert.equal(refused.code, 2, bad);
  }
  assert.equal(s3.objects.size, 0);

  const server = await startServer(serve, { env: { ...env, KLATCH_METRICS: 'on' } });
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => server.said.stderr.includes('backup made'));
  assert.equal(s3.objects.size, 1);
  const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await waitUntil(async () => /^klatch_backup_age_seconds \d/m.test(await readMetrics()));
  await server.stop();
  assert.doesNotMatch(server.said.stderr + server.said.stdout, new RegExp(env.KLATCH_BACKUP_SECRET_KEY!.slice(0, 8)));
});

test('an erasure lists and deletes the backups in the bucket', async () => {
  const { s3, place, env, succeed } = await openBucket();
  const source = temporaryFolder();
  await createAccount(source, 'Ada', '--owner');
  const erase = async (name: string, backups: string) => {
    await createAccount(source, name);
    const address = `${name.toLowerCase()}@example.com`;
    const args = ['user', 'erase', address, '--messages', 'keep', '--backups', backups, '--data', source, '--json'];
    const ended = await runKlatch(args, { env: { ...env, KLATCH_BACKUP_TO: place } });
    assert.equal(ended.code, 0, ended.stderr);
    return JSON.parse(ended.stdout).backups;
  };
  const url = (await succeed('backup', '--to', place, '--data', source)).stdout.trim();
  assert.deepEqual(await erase('Bob', 'list'), [url]);
  assert.equal(s3.objects.size, 1);
  assert.deepEqual(await erase('Mia', 'delete'), [url]);
  assert.equal(s3.objects.size, 0);
});

const onlyRoot = { skip: process.getuid?.() === 0 ? false : 'only root can act for a service' };

test('root’s backup of a service to a bucket changes no owner outside of the data folder', onlyRoot, async () => {
  const { place, succeed } = await openBucket();
  const above = temporaryFolder();
  const source = join(above, 'data');
  mkdirSync(source);
  chownSync(source, 54_321, 54_321);
  await createAccount(source, 'Ada', '--owner');
  await succeed('backup', '--to', place, '--data', source);
  assert.equal(statSync(above).uid, 0);
  for (const name of readdirSync(source, { recursive: true }).map(String))
    assert.equal(lstatSync(join(source, name)).uid, 54_321, name);
});

test('an encrypted backup opens with its secret key, and with no other one', async () => {
  const { s3, place, run, succeed } = await openBucket();
  const [mine, other] = [await createKeys(), await createKeys()];
  const folder = temporaryFolder();
  for (const to of [place, folder]) {
    const made = (await succeed('backup', '--to', to, '--data', large, '--recipient', mine.recipient)).stdout.trim();
    assert.match(made, /Z\.tar\.age(\?|$)/);
    const without = await run('check', made);
    assert.equal(without.code, 2);
    assert.match(without.stderr, /is encrypted\. Name the file with your secret key: --identity FILE/);
    assert.equal((await run('check', made, '--identity', other.identity)).code, 6);
    await succeed('check', made, '--identity', mine.identity);
    const elsewhere = temporaryFolder();
    assert.equal((await run('restore', made, '--data', elsewhere, '--identity', other.identity)).code, 6);
    await succeed('restore', made, '--data', elsewhere, '--identity', mine.identity);
    assert.deepEqual(peopleIn(elsewhere), ['Ada']);
    await succeed('backup', 'test', '--from', to, '--identity', mine.identity);
  }
  assert.deepEqual(readdirSync(folder).length, 1, 'nothing unencrypted stays');
  const [name] = readdirSync(folder);
  const sealed = readFileSync(join(folder, name!));
  assert.ok(!sealed.includes('klatch-backup.json') && sealed.toString('latin1', 0, 21) === 'age-encryption.org/v1');
  assert.equal(s3.objects.size, 1);
  for (const length of [sealed.length - 1, sealed.length - 70_000, 150]) {
    writeFileSync(join(folder, 'cut.tar.age'), sealed.subarray(0, length));
    assert.equal((await run('check', join(folder, 'cut.tar.age'), '--identity', mine.identity)).code, 8, `${length}`);
  }
  const wrong = await run('backup', '--to', folder, '--data', data, '--recipient', `${mine.recipient.slice(0, -1)}q`);
  assert.equal(wrong.code, 2);
});

test('the age command opens an encrypted backup', { skip: !hasAge() && 'age is not installed' }, async () => {
  const { recipient, identity } = await createKeys();
  const file = join(temporaryFolder(), 'klatch.tar.age');
  assert.equal((await runKlatch(['backup', file, '--data', data, '--recipient', recipient])).code, 0);
  const plain = join(temporaryFolder(), 'klatch.tar');
  execFileSync('age', ['-d', '-i', identity, '-o', plain, file]);
  assert.equal((await runKlatch(['check', plain])).code, 0);
});

function hasAge(): boolean {
  try {
    return execFileSync('age', ['--version']).length > 0;
  } catch {
    return false;
  }
}

test('a test of the newest backup restores it elsewhere, and says what it found', async () => {
  const { s3, place, run, succeed } = await openBucket();
  assert.equal((await run('backup', 'test', '--from', place, '--data', data)).code, 5);
  await succeed('backup', '--to', place, '--data', large);
  const database = readFileSync(join(large, 'klatch.db'));
  const { stderr } = await succeed('backup', 'test', '--from', place, '--data', large);
  assert.match(stderr, /Restored s3:.* into a temporary folder/);
  assert.match(stderr, /0 hours ago: \d+ messages?, 1 user, 1 file\.\n.*No problems found/s);
  assert.deepEqual(readFileSync(join(large, 'klatch.db')), database);
  assert.deepEqual(readdirSync(join(large, 'backups')), []);
  const [stored] = [...s3.objects.values()];
  stored!.body[stored!.body.length >> 1]! ^= 1;
  const damaged = await run('backup', 'test', '--from', place, '--data', large);
  assert.equal(damaged.code, 8);
  assert.match(damaged.stdout, /the backup is incomplete or damaged/);
});

test('a test of a backup without uploads misses none of them', async () => {
  const folder = temporaryFolder();
  assert.equal((await runKlatch(['backup', '--to', folder, '--data', large, '--no-uploads'])).code, 0);
  const tested = await runKlatch(['backup', 'test', '--from', folder]);
  assert.equal(tested.code, 0, tested.stderr);
  assert.match(tested.stderr, /no files \(the backup contains none\)/);
});
