import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keptFiles } from '../../src/backup/repository.ts';
import { expireDataExports } from '../../src/chat/personal/data-exports/actions.ts';
import { exportingData } from '../../src/chat/personal/data-exports/jobs.ts';
import { png } from '../support/images.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';
import { filesOfZip } from '../support/zip.ts';

const DAY = 86_400;

async function setUp() {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'hall', subscribers: [ada.id, mia.id, max.id] });
  const run = () => exportingData.run(app) as Promise<void>;
  const getExport = async (who: TestUser) => (await who.get('/users/me/data_export')).data_export;
  return { ...team, run, exportOf: getExport };
}

test('a user exports their own data, and nobody else gets it', async () => {
  const { ada, mia, max, run, exportOf } = await setUp();
  assert.equal(await exportOf(mia), null);
  await mia.sendMessage('hall', 'talk', 'my own words');
  await max.sendDirectMessage([mia], 'the words of Max');
  const { url } = await mia.upload('/user_uploads', { 'notes.txt': 'my notes' });
  await mia.sendMessage('hall', 'talk', `[notes](${url})`);
  const poll = await max.sendMessage('hall', 'talk', '/poll Tea?\n- Yes');
  const vote = { type: 'vote', key: 'canned,0', vote: 1 };
  await mia.post('/submessage', { message_id: poll, msg_type: 'widget', content: JSON.stringify(vote) });
  await mia.patch('/do_not_disturb', { schedule: [{ days: [1], start: 0, end: 60 }] });
  await mia.post('/navigation_views', { fragment: 'narrow/is/dm', is_pinned: true, name: 'Talks' });
  await mia.upload('/users/me/avatar', { 'me.png': await png() });
  await mia.post('/users/me/data_export');
  assert.deepEqual(((one) => [one.pending, one.url])(await exportOf(mia)), [true, null]);
  await run();
  const done = await exportOf(mia);
  assert.deepEqual([done.pending, done.failed, done.url], [false, false, 'http://klatch.example/data_export']);
  const reply = await mia.fetch('/data_export');
  assert.match(reply.headers.get('content-disposition')!, /data-export\.zip/);
  const bytes = Buffer.from(await reply.arrayBuffer());
  assert.equal(bytes.length, done.size);
  const files = await filesOfZip(bytes);
  const account = JSON.parse(files['account.json']!);
  assert.equal(account.profile.email, mia.email);
  assert.equal(account.do_not_disturb.schedule.length, 1);
  assert.equal(account.navigation_views[0].name, 'Talks');
  assert.ok(account.activity.every(({ time, kind }: { time: number; kind: string }) => time > 0 && kind !== ''));
  assert.match(files['votes.jsonl']!, /canned,0/);
  assert.ok(files['avatar.webp'] ?? files['avatar.png']);
  assert.match(files['messages.jsonl']!, /my own words/);
  assert.doesNotMatch(JSON.stringify(files), /the words of Max/);
  assert.ok(!JSON.stringify(files).includes(mia.apiKey));
  const upload = Object.keys(files).find((name) => name.endsWith('notes.txt'))!;
  assert.equal(files[upload], 'my notes');
  for (const other of [ada, max]) {
    assert.equal(await exportOf(other), null);
    assert.equal((await other.fetch('/data_export')).status, 404);
  }
  const { entries } = await ada.get('/audit_log', { kind: 'user_export' });
  assert.deepEqual([entries[0].actor_id, entries[0].user_id], [mia.id, mia.id]);
});

test('a user exports their data once a day, and again at once after a failure', async () => {
  const { app, mia, run, exportOf, clock } = await setUp();
  await mia.post('/users/me/data_export');
  await assertRejected(mia.request('POST', '/users/me/data_export'), /already being exported/);
  await run();
  await assertRejected(mia.request('POST', '/users/me/data_export'), /once a day/);
  const first = join(app.config.dataDir, 'uploads', app.dataExports.of(mia.id)!.file_key!);
  clock.advance(DAY);
  await mia.post('/users/me/data_export');
  await run();
  await waitFor(() => !existsSync(first));
  clock.advance(DAY);
  await mia.post('/users/me/data_export');
  const write = app.files.keep;
  app.files.keep = () => Promise.reject(new Error('no space'));
  await run();
  app.files.keep = write;
  assert.deepEqual(((one) => [one.failed, one.url])(await exportOf(mia)), [true, null]);
  await mia.post('/users/me/data_export');
});

test('the file is deleted after a week, by its user, or when a user is erased', async () => {
  const { app, ada, mia, max, run, exportOf, clock } = await setUp();
  const getPath = (who: TestUser) => join(app.config.dataDir, 'uploads', app.dataExports.of(who.id)!.file_key!);
  const start = async (who: TestUser) => {
    await who.post('/users/me/data_export');
    await run();
    return getPath(who);
  };
  const expired = await start(mia);
  assert.equal((await exportOf(mia)).expires, Math.floor(clock.now() / 1000) + 7 * DAY);
  clock.advance(7 * DAY + 1);
  expireDataExports(app);
  await app.db.committed();
  await waitFor(() => !existsSync(expired));
  assert.equal((await mia.fetch('/data_export')).status, 404);
  const deleted = await start(max);
  await max.delete('/users/me/data_export');
  await waitFor(() => !existsSync(deleted));
  assert.equal((await max.request('DELETE', '/users/me/data_export')).status, 404);
  const erased = await start(mia);
  await ada.post(`/users/${mia.id}/erase`, { messages: 'keep' });
  await waitFor(() => !existsSync(erased));
  assert.deepEqual(readdirSync(app.files.incoming), []);
});

/** Waits until a file that is deleted in the background is gone. */
async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('an export that a stop interrupts starts again, and bots have none', async () => {
  const { app, ada, mia, run, exportOf } = await setUp();
  await mia.post('/users/me/data_export');
  await exportingData.run(app, AbortSignal.abort());
  assert.equal((await exportOf(mia)).pending, true);
  await run();
  assert.equal((await exportOf(mia)).pending, false);
  const { user_id, api_key } = await ada.post('/bots', { full_name: 'Courier', short_name: 'courier', bot_type: 1 });
  const auth = `Basic ${Buffer.from(`${app.users.byId(user_id)!.email}:${api_key}`).toString('base64')}`;
  const reply = await ada.team.request('POST', '/users/me/data_export', {}, { Authorization: auth });
  assert.equal(reply.result, 'error');
});

test('a backup has the finished export of a user', async () => {
  const { app, mia, run } = await setUp();
  await mia.post('/users/me/data_export');
  await run();
  const look = { column: (sql: string) => app.db.column<never, []>(sql)() };
  assert.deepEqual(keptFiles(look), [app.dataExports.of(mia.id)!.file_key]);
});
