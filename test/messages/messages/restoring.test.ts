import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { purge, retention } from '../../../src/chat/messages/messages/jobs.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const DAY = 86_400;

const team = async () => {
  const people = newTeam();
  const { ada, abe, mia, max } = people;
  const quiet = { send_new_subscription_messages: false };
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id, max.id], ...quiet });
  await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id, max.id], ...quiet });
  const deleted = async (who: TestUser) => (await who.get('/deleted_messages')).messages as Record<string, any>[];
  const restore = (who: TestUser, ...message_ids: number[]) =>
    who.request('POST', '/deleted_messages/restore', { message_ids });
  return { ...people, abe, deleted, restore };
};

test('an administrator restores a deleted message with its reactions, stars, votes, file and history', async () => {
  const { app, ada, mia, max, deleted, restore } = await team();
  const { url } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
  const id = await mia.sendMessage('open', 'Lunch', `Noodels [plan](${url})`);
  await mia.patch(`/messages/${id}`, { content: `Noodles [plan](${url})` });
  await max.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await max.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  const poll = await max.sendMessage('open', 'Lunch', '/poll Where?\nHere\nThere');
  const before = await max.get(`/messages/${id}`);
  const pollBefore = await max.get(`/messages/${poll}`);
  await ada.delete(`/messages/${id}`);
  await ada.delete(`/messages/${poll}`);
  assert.equal((await max.fetch(url)).status, 403, 'nobody but its owner reads the file');
  const list = await deleted(ada);
  assert.deepEqual(
    list.map((one) => [one.id, one.topic, one.sender_id, one.deleted_by]),
    [
      [poll, 'Lunch', max.id, ada.id],
      [id, 'Lunch', mia.id, ada.id],
    ],
  );
  assert.equal(list[1]!.restorable_until - list[1]!.deleted, 30 * DAY);
  assert.equal(list[1]!.rendered_content, before.message.content);
  assert.equal((await restore(ada, id, poll)).result, 'success');
  assert.deepEqual((await max.get(`/messages/${id}`)).message, before.message);
  assert.deepEqual((await max.get(`/messages/${poll}`)).message.submessages, pollBefore.message.submessages);
  assert.equal((await max.get(`/messages/${id}/history`)).message_history.length, 2);
  assert.equal(await (await max.fetch(url)).text(), 'the plan');
  assert.equal(app.attachments.ofMessage(id)[0]!.unclaimed_since, null);
  const found = await max.get('/messages', {
    narrow: [{ operator: 'search', operand: 'noodles' }],
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
  });
  assert.deepEqual(
    found.messages.map((one: { id: number }) => one.id),
    [id],
  );
  assert.deepEqual(await deleted(ada), []);
});

test('clients with a restored message fetch everything again and are not notified', async () => {
  const { ada, mia, max, gus, restore } = await team();
  const id = await mia.sendMessage('open', 'Lunch', '@**Max** come');
  await ada.delete(`/messages/${id}`);
  const queue = await max.registerQueue();
  const other = await gus.registerQueue();
  assert.equal((await restore(ada, id)).msg, '');
  const reply = await max.request('GET', '/events', { queue_id: queue.id, last_event_id: -1, dont_block: true });
  assert.equal(reply.code, 'BAD_EVENT_QUEUE_ID');
  assert.deepEqual(await other.events(), [], 'a client that cannot have it notices nothing');
});

test('administrators see and restore only what they can read', async () => {
  const { ada, abe, mia, max, mona, deleted, restore } = await team();
  const secret = await mia.sendMessage('secret', 'Plans', 'a private plan');
  const direct = await mia.sendDirectMessage([max], 'only for you');
  await ada.patch('/realm', { can_delete_own_message_group: { new: await everyone(ada) } });
  for (const id of [secret, direct]) await mia.delete(`/messages/${id}`);
  for (const who of [ada, abe]) {
    assert.deepEqual(await deleted(who), []);
    await assertRejected(restore(who, secret), 'Invalid message(s)');
    await assertRejected(restore(who, direct), 'Invalid message(s)');
  }
  for (const who of [mona, mia]) {
    await assertRejected(who.request('GET', '/deleted_messages'), /administrator/);
    await assertRejected(restore(who, secret), /administrator/);
  }
});

const everyone = async (who: TestUser): Promise<number> =>
  (await who.get('/user_groups')).user_groups.find(({ name }: { name: string }) => name === 'role:everyone').id;

test('after 30 days a deleted message and its file are gone permanently', async () => {
  const { app, clock, ada, mia, deleted, restore } = await team();
  const { url } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
  const id = await mia.sendMessage('open', 'Lunch', `[plan](${url})`);
  const file = join(app.config.dataDir, 'uploads', app.attachments.ofMessage(id)[0]!.file_key);
  await ada.delete(`/messages/${id}`);
  const expire = async () => {
    await purge.run(app);
    app.db.commit();
  };
  clock.advance(30 * DAY - 60);
  await expire();
  assert.equal((await deleted(ada)).length, 1);
  clock.advance(61);
  await expire();
  assert.deepEqual(await deleted(ada), []);
  await assertRejected(restore(ada, id), 'Invalid message(s)');
  while (existsSync(file)) await wait(5);
  assert.equal(app.attachments.ofUser(mia.id).length, 0);
});

test('messages that the retention deleted can be restored for the same time', async () => {
  const { app, clock, ada, mia, deleted, restore } = await team();
  const id = await mia.sendMessage('open', 'Lunch', 'old');
  app.db.write(() => app.realm.set('message_retention_days', 2));
  clock.advance(2 * DAY + 60);
  await retention.run(app);
  app.db.commit();
  assert.deepEqual(
    (await deleted(ada)).filter((one) => one.topic === 'Lunch').map((one) => [one.id, one.deleted_by]),
    [[id, null]],
  );
  assert.equal((await restore(ada, id)).msg, '');
  assert.equal((await mia.get(`/messages/${id}`)).message.content, '<p>old</p>');
});

test('messages of an archived channel are restored after the channel', async () => {
  const { ada, mia, restore } = await team();
  const id = await mia.sendMessage('open', 'Lunch', 'old');
  await ada.delete(`/messages/${id}`);
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'open' });
  await ada.delete(`/streams/${stream_id}`);
  await assertRejected(restore(ada, id), 'Restore the channel first');
  await ada.patch(`/streams/${stream_id}`, { is_archived: false });
  assert.equal((await restore(ada, id)).msg, '');
});

test('without days to restore, messages are deleted permanently at once', async () => {
  const { ada } = newTeam({ restoreDays: 0 });
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id], send_new_subscription_messages: false });
  const id = await ada.sendMessage('open', 'Lunch', 'gone');
  await ada.delete(`/messages/${id}`);
  assert.deepEqual((await ada.get('/deleted_messages')).messages, []);
});
