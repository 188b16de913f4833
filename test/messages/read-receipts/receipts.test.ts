import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const listReaders = async (viewer: TestUser, id: number): Promise<number[]> =>
  (await viewer.get(`/messages/${id}/read_receipts`)).user_ids;
const mark = (who: TestUser, id: number, op: 'add' | 'remove') =>
  who.post('/messages/flags', { messages: [id], op, flag: 'read' });

async function inDesign(more: object = {}) {
  const team = newTeam();
  const { ada, mia, max, mona } = team;
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id, mona.id],
    send_new_subscription_messages: false,
    ...more,
  });
  return team;
}

test('read receipts list the readers except the sender', async () => {
  const { ada, mia, max, mona } = await inDesign();
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  assert.deepEqual(await listReaders(mia, id), []);
  await mark(mona, id, 'add');
  await mark(max, id, 'add');
  for (const viewer of [mia, ada, max]) assert.deepEqual(await listReaders(viewer, id), [mona.id, max.id]);
  await mark(max, id, 'remove');
  assert.deepEqual(await listReaders(mia, id), [mona.id]);
  await mark(mia, id, 'remove');
  assert.deepEqual(await listReaders(mia, id), [mona.id], 'the sender is never among them');
});

test('read receipts work in direct messages', async () => {
  const { ada, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'psst');
  assert.deepEqual(await listReaders(mia, id), []);
  await mark(max, id, 'add');
  assert.deepEqual(await listReaders(mia, id), [max.id]);
  await assertRejected(ada.request('GET', `/messages/${id}/read_receipts`), 'Invalid message(s)', 'BAD_REQUEST');
});

test('users who turned read receipts off, bots and deactivated users are not listed', async () => {
  const { app, ada, team, mia, max, mona } = await inDesign();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: ada.id });
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [bot.id] });
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  for (const reader of [ada, max, mona, bot]) await mark(reader, id, 'add');
  assert.deepEqual(await listReaders(mia, id), [ada.id, mona.id, max.id]);
  app.db.write(() => {
    app.users.setSettings(JSON.stringify({ ...app.users.byId(max.id)!.settings, send_read_receipts: false }), max.id);
    app.users.setActive(0, mona.id);
  });
  assert.deepEqual(await listReaders(mia, id), [ada.id]);
});

test('a user who did not receive the message is not listed until they add it to their own and read it', async () => {
  const { ada, mia, max, team } = await inDesign();
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  const late = team.addUser('Late', 400);
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [late.id] });
  await mark(max, id, 'add');
  assert.deepEqual(await listReaders(late, id), [max.id]);
  await mark(late, id, 'remove');
  assert.deepEqual(await listReaders(mia, id), [max.id]);
  await mark(late, id, 'add');
  assert.deepEqual(await listReaders(mia, id), [max.id, late.id]);
});

test('users without access see no receipts, and cannot find out whether the message exists', async () => {
  const { abe, gus, mia, max, team, ada } = await inDesign({ invite_only: true, history_public_to_subscribers: false });
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  await mark(max, id, 'add');
  const late = team.addUser('Late', 400);
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [late.id] });
  for (const outsider of [abe, gus, late])
    for (const message of [id, 999])
      await assertRejected(outsider.request('GET', `/messages/${message}/read_receipts`), 'Invalid message(s)');
});

test('a limited guest does not see readers without access to them', async () => {
  const { app, ada, gus, mia, max, mona } = await inDesign();
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [gus.id] });
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  for (const reader of [max, mona]) await mark(reader, id, 'add');
  await mona.delete('/users/me/subscriptions', { subscriptions: ['design'] });
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  assert.deepEqual(await listReaders(mia, id), [mona.id, max.id]);
  assert.deepEqual(await listReaders(gus, id), [max.id]);
});

test('an organization can turn read receipts off', async () => {
  const { app, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'psst');
  app.db.write(() => app.realm.set('enable_read_receipts', false));
  app.db.commit();
  await assertRejected(
    mia.request('GET', `/messages/${id}/read_receipts`),
    'Read receipts are disabled in this organization.',
    'BAD_REQUEST',
  );
});
