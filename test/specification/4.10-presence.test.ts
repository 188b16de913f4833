import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

const report = (who: TestUser, fields: Record<string, unknown> = {}) =>
  who.request('POST', '/users/me/presence', { status: 'active', ...fields });

test('4.10 status: required; active or idle', async () => {
  const { mia } = newTeam();
  for (const status of ['active', 'idle']) assert.equal((await report(mia, { status })).msg, '');
  await assertRejected(report(mia, { status: undefined }), "Missing 'status' argument");
  await assertRejected(report(mia, { status: 'asleep' }), /status/, 'BAD_REQUEST');
});

test('4.10 last_update_id: -1 fetches everything; afterwards what changed since', async () => {
  const { mia, max, clock } = newTeam();
  await report(max);
  const first = await report(mia, { last_update_id: -1 });
  assert.deepEqual(Object.keys(first.presences).map(Number), [mia.id, max.id]);
  const same = await report(mia, { last_update_id: first.presence_last_update_id });
  assert.deepEqual(
    [same.presences, same.presence_last_update_id],
    [{}, first.presence_last_update_id],
    'equal means no changes',
  );
  clock.advance(60);
  await report(max);
  const later = await report(mia, { status: 'idle', last_update_id: first.presence_last_update_id });
  assert.ok(max.id in later.presences);
  assert.ok(later.presence_last_update_id > first.presence_last_update_id);
});

test('4.10 last_update_id: when given, modern format is always used', async () => {
  const { mia } = newTeam();
  const { presences } = await report(mia, { last_update_id: -1, slim_presence: false });
  assert.deepEqual(Object.keys(presences), [String(mia.id)]);
});

test('4.10 history_limit_days: default 14', async () => {
  const { mia, max, clock } = newTeam();
  await report(max);
  clock.advance(13 * 86_400);
  assert.ok(max.email in (await report(mia)).presences);
  clock.advance(2 * 86_400);
  assert.ok(!(max.email in (await report(mia)).presences));
  assert.ok(max.email in (await report(mia, { history_limit_days: 30 })).presences);
});

test('4.10 history_limit_days: ignored if last_update_id is greater than 0', async () => {
  const { mia, max, mona, clock } = newTeam();
  await report(mona);
  const { presence_last_update_id } = await report(mia, { last_update_id: -1 });
  await report(max);
  clock.advance(20 * 86_400);
  const { presences } = await report(mona, { last_update_id: presence_last_update_id, history_limit_days: 1 });
  assert.ok(max.id in presences);
});

test('4.10 ping_only: default false; true only updates own status and returns no presence data', async () => {
  const { mia, max } = newTeam();
  const { presences, server_timestamp, presence_last_update_id } = await report(mia, { ping_only: true });
  assert.deepEqual([presences, server_timestamp, presence_last_update_id], [undefined, undefined, -1]);
  assert.ok(mia.email in (await report(max)).presences);
});

test('4.10 new_user_input: whether the user is actively using the client', async () => {
  const { mia } = newTeam();
  for (const new_user_input of [true, false]) assert.equal((await report(mia, { new_user_input })).msg, '');
});

test('4.10 slim_presence: deprecated, default false; true requests modern format', async () => {
  const { mia } = newTeam();
  assert.deepEqual(Object.keys((await report(mia, { slim_presence: true })).presences), [String(mia.id)]);
  assert.deepEqual(Object.keys((await report(mia)).presences), [mia.email]);
});

test('4.10 presence_last_update_id: -1 if no last_update_id was passed and no data returned', async () => {
  const { mia } = newTeam();
  await mia.patch('/settings', { presence_enabled: false });
  assert.equal((await report(mia)).presence_last_update_id, -1);
});

test('4.10 presence_last_update_id: not lower than the value passed', async () => {
  const { mia } = newTeam();
  assert.ok((await report(mia, { last_update_id: 1000 })).presence_last_update_id >= 1000);
});

test('4.10 server_timestamp, presences: only if ping_only false', async () => {
  const { mia, clock } = newTeam();
  const { server_timestamp, presences } = await report(mia);
  assert.equal(server_timestamp, clock.now() / 1000);
  assert.equal(typeof presences, 'object');
});

test('4.10 zephyr_mirror_active: boolean', async () => {
  assert.equal(typeof (await report(newTeam().mia)).zephyr_mirror_active, 'boolean');
});

test('4.10 presence data is limited to users the requester can access', async () => {
  const { app, mia, gus } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  await report(mia);
  assert.deepEqual(Object.keys((await report(gus, { last_update_id: -1 })).presences), [String(gus.id)]);
});

test('4.10 presence_enabled: a user who turns it off is not shown to anyone', async () => {
  const { mia, max } = newTeam();
  await mia.patch('/settings', { presence_enabled: false });
  await max.assertReceives(() => report(mia));
  assert.ok(!(mia.id in (await report(max, { last_update_id: -1 })).presences));
});
