import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { makeThumbnails, sweep } from '../../../src/chat/files/attachments/jobs.ts';
import { openStorage } from '../../../src/kernel/files/open-storage.ts';
import { makeName } from '../../../src/kernel/files/store.ts';
import { png } from '../../support/images.ts';
import { temporaryFolder } from '../../support/process.ts';
import { PREFIX, S3Server } from '../../support/s3-server.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MIB = 2 ** 20;
const DAY = 86_400_000;

/** Tests of the API that are also run with files in S3-compatible storage. */
const TESTS = [
  'test/files/uploads/uploads.test.ts',
  'test/files/uploads/media.test.ts',
  'test/files/uploads/resumable.test.ts',
  'test/people/avatars/avatars.test.ts',
  'test/organization/emoji/realm-emoji.test.ts',
  'test/organization/realm/realm-images.test.ts',
  'test/organization/exports/archive.test.ts',
];
/** Tests that look into the folder of the files. */
const OF_FOLDERS = 'without a trace|partial uploads after a day';

test('the API behaves the same with files in S3-compatible storage', { timeout: 600_000 }, async () => {
  const s3 = await S3Server.start();
  const env: NodeJS.ProcessEnv = { ...process.env, S3_SERVER: s3.url };
  // Otherwise the runner would report to the runner of this test.
  delete env.NODE_TEST_CONTEXT;
  const how = ['--test', '--test-isolation=none', '--test-reporter=tap', `--test-skip-pattern=${OF_FOLDERS}`];
  const child = spawn(process.execPath, [...how, ...TESTS], { cwd: root, env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'exit');
  const failed = output.split('\n').filter((line) => /not ok|error:/.test(line));
  assert.equal(code, 0, failed.join('\n'));
  assert.ok(s3.seen.filter(({ method }) => method === 'PUT').length > 50, 'the files were in the storage');
});

async function start(prefix?: string) {
  const s3 = await S3Server.start();
  return { s3, ...newTeam(s3.choices(prefix)) };
}

async function upload(person: TestUser, name: string, content: Uint8Array | string): Promise<string> {
  const { url, msg, status } = await person.upload('/user_uploads', { [name]: content });
  assert.equal(status, 200, msg);
  return url;
}

const decodeBytes = async (person: TestUser, url: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await person.fetch(url, headers)).arrayBuffer());

test('a large file is sent in bounded parts, is complete, and can be read from any byte on', async () => {
  const { s3, mia } = await start('');
  const content = randomBytes(20 * MIB + 12_345);
  const url = await upload(mia, 'film.bin', content);
  const parts = s3.seen.filter(({ query }) => query.has('partNumber'));
  assert.deepEqual(
    parts.map(({ length }) => length),
    [8 * MIB, 8 * MIB, content.length - 16 * MIB],
  );
  assert.equal(s3.uploads.size, 0);
  assert.ok((await decodeBytes(mia, url)).equals(content));
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=19000000-', 19_000_000, content.length],
    ['bytes=-5', content.length - 5, content.length],
    ['bytes=300000-9000000', 300_000, 9_000_001],
  ];
  for (const [range, from, to] of ranges) {
    const reply = await mia.fetch(url, { Range: range });
    assert.equal(reply.status, 206);
    assert.equal(reply.headers.get('content-range'), `bytes ${from}-${to - 1}/${content.length}`);
    assert.ok(Buffer.from(await reply.arrayBuffer()).equals(content.subarray(from, to)), range);
  }
  assert.equal((await mia.fetch(url, { Range: `bytes=${content.length}-` })).status, 416);
});

test('an interrupted download continues, and a client that has the file gets no file', async () => {
  const { s3, mia } = await start();
  const content = randomBytes(3 * MIB);
  const url = await upload(mia, 'song.bin', content);
  const reply = await mia.fetch(url);
  assert.equal((await reply.arrayBuffer()).byteLength, content.length);
  let interruptions = 0;
  s3.interfere = ({ method, key, range }, response) => {
    if (method !== 'GET' || range === undefined || interruptions === 5) return false;
    interruptions += 1;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range)!;
    const part = s3.objects.get(key)!.body.subarray(Number(from), Number(to) + 1);
    const some = part.subarray(0, 100_000);
    response.writeHead(206, { 'Content-Length': part.length });
    response.write(some, () => setTimeout(() => response.destroy(), 50));
    return true;
  };
  assert.ok((await decodeBytes(mia, url)).equals(content));
  assert.equal(interruptions, 5);
  const before = s3.seen.length;
  const again = await mia.fetch(url, { 'If-None-Match': reply.headers.get('etag')! });
  assert.deepEqual([again.status, s3.seen.length], [304, before]);
});

test('small files are read from the storage once', async () => {
  const { s3, mia, max } = await start();
  const { avatar_url } = await mia.upload('/users/me/avatar', { 'me.png': await png() });
  const path = new URL(avatar_url, 'http://klatch.example').pathname;
  const read = () => s3.seen.filter(({ method }) => method === 'GET').length;
  const [one, two] = await Promise.all([decodeBytes(mia, path), decodeBytes(max, path)]);
  assert.ok(one.length > 0 && one.equals(two) && one.equals(await decodeBytes(mia, path)));
  assert.equal(read(), 1);
  const empty = await upload(mia, 'empty.txt', '');
  assert.equal((await decodeBytes(mia, empty)).length, 0);
});

test('a storage that fails changes nothing and gives a clear error; afterwards everything works', async () => {
  const { s3, app, mia, max } = await start();
  const url = await upload(mia, 'before.bin', randomBytes(MIB));
  await max.assertReceives(() =>
    mia.assertReceives(async () => {
      s3.interfere = (_, response) => Boolean(response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'));
      const form = mia.upload('/user_uploads', { 'a.bin': randomBytes(9 * MIB) });
      await assertRejected(form, /storage for files does not work/, 'STORAGE_UNAVAILABLE');
      await assertRejected(mia.upload('/users/me/avatar', { 'me.png': await png() }), /storage/, 'STORAGE_UNAVAILABLE');
      assert.equal((await mia.fetch(url)).status, 502);
    }),
  );
  assert.equal((await mia.get('/attachments')).attachments.length, 1);
  assert.deepEqual(readdirSync(app.files.incoming), []);
  // A short failure is not noticed.
  let failures = 0;
  s3.interfere = (_, response) => failures++ % 3 < 2 && Boolean(response.writeHead(503).end());
  await upload(mia, 'after.txt', 'works');
  s3.interfere = () => false;
  assert.equal((await mia.fetch(url)).status, 200);
  // A wrong key is an error of the server, not of the user.
  app.config.choices.filesSecretKey = 'wrong';
  await assertRejected(mia.upload('/user_uploads', { 'a.txt': 'a' }), /storage/, 'STORAGE_UNAVAILABLE');
});

test('an upload whose last part fails leaves no parts, and one that fails at its end is no file', async () => {
  const { s3, mia } = await start();
  const failing = (fails: (query: URLSearchParams, method: string) => boolean, answer: string, status: number) => {
    s3.interfere = ({ query, method }, response) =>
      fails(query, method) && Boolean(response.writeHead(status).end(answer));
    return assertRejected(
      mia.upload('/user_uploads', { 'a.bin': randomBytes(9 * MIB) }),
      /storage/,
      'STORAGE_UNAVAILABLE',
    );
  };
  await failing((query) => query.get('partNumber') === '2', '', 403);
  // Amazon sends the status before it joins the parts.
  const joins = (query: URLSearchParams, method: string) => method === 'POST' && query.has('uploadId');
  await failing(joins, '<Error><Code>InternalError</Code></Error>', 200);
  assert.deepEqual([s3.uploads.size, s3.names], [0, []]);
  assert.deepEqual((await mia.get('/attachments')).attachments, []);
});

test('a storage that does not answer at all fails after a time, and is not asked again', async () => {
  let requests = 0;
  const silent = createServer(() => requests++).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const dataDir = temporaryFolder();
  const filesEndpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const choices = { files: { bucket: 'chat', prefix: '' }, filesRegion: 'r', filesAccessKey: 'a', filesSecretKey: 'b' };
  const storage = openStorage({ ...choices, dataDir, filesEndpoint }, pino({ level: 'silent' }), 100);
  await assert.rejects(storage.open('uploads/a'), /storage for files does not work/);
  await assert.rejects(storage.size('uploads/a'), /storage for files does not work/);
  writeFileSync(join(dataDir, 'a'), 'a');
  await assert.rejects(storage.put('uploads/a', join(dataDir, 'a')), /storage for files does not work/);
  assert.deepEqual([requests, readdirSync(dataDir).includes('a')], [3, true]);
  silent.closeAllConnections();
  silent.close();
});

test('thumbnails are in the storage, wait while it fails, and are deleted with their file', async () => {
  const { s3, app, mia } = await start();
  const thumbnails = () => s3.names.filter((name) => name.startsWith(`${PREFIX}/thumbs/`)).length;
  let failing = true;
  s3.interfere = ({ key }, response) => failing && key.includes('/thumbs/') && Boolean(response.writeHead(403).end());
  const url = await upload(mia, 'photo.png', await png(900, 700));
  // More often than an image that crashes the server would be tried.
  for (let tries = 0; tries < 5; tries++) {
    await makeThumbnails(app);
    await waitUntil(() => !app.memory.thumbnailRun.isRunning);
  }
  assert.equal(app.attachments.nextDue()?.file_name, 'photo.png');
  failing = false;
  await makeThumbnails(app);
  await waitUntil(() => app.attachments.nextDue() === undefined);
  assert.equal(thumbnails(), 1);
  const path = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
  const reply = await mia.fetch(path);
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp']);
  const [{ id }] = (await mia.get('/attachments')).attachments;
  await mia.delete(`/attachments/${id}`);
  await waitUntil(() => s3.names.length === 0);
});

test('a job deletes what no row refers to, also parts of unfinished uploads, once it is a day old', async () => {
  const { s3, app, mia } = await start();
  s3.pageSize = 2;
  for (let count = 0; count < 5; count++) await upload(mia, `${count}.txt`, `file ${count}`);
  s3.interfere = ({ method }, response) => method === 'DELETE' && Boolean(response.writeHead(403).end());
  const [{ id }] = (await mia.get('/attachments')).attachments;
  await mia.delete(`/attachments/${id}`);
  s3.interfere = () => false;
  const old = new Date(Date.now() - DAY - 60_000);
  const stray = (name: string, modified: Date) =>
    s3.objects.set(`${PREFIX}/${name}`, { body: Buffer.from('x'), modified });
  stray(makeName(`ab/cd/${'1'.repeat(32)}`), new Date());
  stray(makeName(`ab/cd/${'2'.repeat(32)}`), old);
  stray('uploads/notes.txt', old);
  for (const [name, initiated] of [
    ['old', old],
    ['new', new Date()],
  ] as const)
    s3.uploads.set(name, { key: `${PREFIX}/uploads/${name}`, initiated, parts: new Map() });
  assert.equal(s3.names.length, 8, 'a file that could not be deleted is still there');
  for (const object of s3.objects.values()) if (object.body.toString() !== 'x') object.modified = old;
  await sweep.run(app);
  assert.equal(s3.names.length, 6);
  assert.ok(s3.names.includes(`${PREFIX}/uploads/notes.txt`), 'it is not a file of Klatch');
  assert.ok(s3.names.includes(`${PREFIX}/uploads/ab/cd/${'1'.repeat(32)}`), 'it may be arriving');
  assert.deepEqual([...s3.uploads.keys()], ['new']);
  assert.equal((await mia.get('/attachments')).attachments.length, 4);
});

test('an outsider cannot read a file in the storage', async () => {
  const { s3, mia, gus } = await start();
  const url = await upload(mia, 'secret.txt', 'the secret');
  const before = s3.seen.length;
  assert.equal((await gus.fetch(url)).status, 403);
  assert.equal(s3.seen.length, before, 'the storage is not asked');
});
