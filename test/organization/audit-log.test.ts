import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireAuditLog } from '../../src/chat/organization/audit-log/jobs.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

type Entry = Record<string, any>;
const logOf = async (who: TestUser, filter = {}): Promise<Entry[]> => (await who.get('/audit_log', filter)).entries;

test('administrators read who changed a role, a setting and the messages of others', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] });
  await ada.patch(`/users/${max.id}`, { role: 300 });
  await ada.patch('/realm', { name: 'Other' });
  const own = await ada.sendMessage('open', 'Lunch', 'mine');
  await ada.delete(`/messages/${own}`);
  const id = await mia.sendMessage('open', 'Lunch', 'Noodles');
  await ada.delete(`/messages/${id}`);
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'open' });
  await ada.delete(`/streams/${stream_id}`);
  const log = await logOf(ada);
  assert.deepEqual(
    log.map((entry) => [entry.kind, entry.actor_id, entry.user_id, entry.stream_id, entry.details]),
    [
      ['channel_archive', ada.id, null, stream_id, ''],
      ['message_delete', ada.id, mia.id, stream_id, ''],
      ['settings_change', ada.id, null, null, 'name'],
      ['role_change', ada.id, max.id, null, 'moderator'],
    ],
  );
  assert.ok(!JSON.stringify(log).includes('Noodles'), 'the log has no contents');
  assert.ok(log.every(({ ip_address }) => ip_address !== ''));
});

test('nobody but administrators reads the audit log', async () => {
  const { mona, mia, gus } = newTeam();
  for (const who of [mona, mia, gus]) await assertRejected(who.request('GET', '/audit_log'), /administrator/);
});

test('a rejected action leaves no entry', async () => {
  const { ada, mia, max } = newTeam();
  assert.equal((await mia.request('PATCH', `/users/${max.id}`, { role: 100 })).result, 'error');
  assert.deepEqual(await logOf(ada), []);
});

test('an entry has the names of changed channel settings, and not their values', async () => {
  const { ada, mia } = newTeam();
  await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id] });
  const { stream_id } = await mia.get('/get_stream_id', { stream: 'secret' });
  await mia.patch(`/streams/${stream_id}`, { description: 'hidden words' });
  const log = await logOf(ada, { kind: 'channel_update' });
  assert.deepEqual([log[0]!.actor_id, log[0]!.stream_id, log[0]!.details], [mia.id, stream_id, 'description']);
  assert.ok(!JSON.stringify(log).includes('hidden') && !JSON.stringify(log).includes('secret'));
});

test('failed sign-ins are recorded a limited number of times in an hour', async () => {
  const { app, ada, mia } = newTeam();
  const fail = () => ada.request('POST', '/fetch_api_key', { username: mia.email, password: 'a wrong password' });
  await fail();
  const [entry] = await logOf(ada, { kind: 'sign_in_failure' });
  assert.deepEqual([entry!.actor_id, entry!.user_id], [null, mia.id]);
  app.memory.recordedFailures.count = 30;
  await fail();
  assert.equal((await logOf(ada, { kind: 'sign_in_failure' })).length, 1);
});

test('the audit log is filtered by user, kind and time, and read in pages', async () => {
  const { ada, mia, max, clock } = newTeam();
  for (const who of [mia, max, mia]) await ada.patch(`/users/${who.id}`, { role: who === max ? 300 : 400 });
  assert.equal((await logOf(ada, { user_id: max.id })).length, 1);
  assert.equal((await logOf(ada, { kind: 'export' })).length, 0);
  const now = Math.floor(clock.now() / 1000);
  assert.equal((await logOf(ada, { since: now + 10 })).length, 0);
  const page = await ada.get('/audit_log', { num: 2 });
  assert.equal(page.entries.length, 2);
  const rest = await ada.get('/audit_log', { num: 2, before: page.before });
  assert.deepEqual([rest.entries.length, rest.before], [1, null]);
});

test('entries are deleted after the configured number of days', async () => {
  const { app, clock, ada, max } = newTeam({ auditDays: 10 });
  await ada.patch(`/users/${max.id}`, { role: 300 });
  clock.advance(10 * 86_400 + 60);
  await expireAuditLog.run(app);
  assert.deepEqual(await logOf(ada), []);
});
