import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const team = async () => {
  const people = newTeam();
  const { app, ada, mia, max } = people;
  const quiet = { send_new_subscription_messages: false };
  const create = async (name: string, members: TestUser[], fields = {}) =>
    (await mia.post('/channels/create', { name, subscribers: members.map(({ id }) => id), ...quiet, ...fields }))
      .id as number;
  const open = await create('open', [mia, max]);
  const plans = await create('plans', [mia, ada], { invite_only: true });
  const ids = async (who: TestUser, channel: string) => {
    const narrow = [['channel', channel]];
    const { messages } = await who.get('/messages', { anchor: 'newest', num_before: 999, num_after: 0, narrow });
    return messages
      .filter(({ subject }: { subject: string }) => subject !== 'channel events')
      .map(({ id }: { id: number }) => id);
  };
  return { ...people, app, open, plans, ids };
};
const remove = (who: TestUser, channel: number, topic_name: string) =>
  who.request('POST', `/streams/${channel}/delete_topic`, { topic_name });

test('deleting a topic deletes its messages and publishes this to everyone who had access', async () => {
  const { ada, mia, max, gus, open, ids } = await team();
  const lunch = [
    await mia.sendMessage('open', 'lunch', 'soup?'),
    await max.sendMessage('open', 'Lunch', 'yes'),
    await max.sendMessage('open', 'lunch', 'when'),
  ];
  const kept = await mia.sendMessage('open', 'dinner', 'later');
  const guest = await gus.registerQueue();
  const old = await max.registerQueue({
    event_types: ['delete_message'],
    client_capabilities: { notification_settings_null: true },
  });
  const [first, second] = (await max.assertReceives(
    async () => assert.equal((await remove(ada, open, 'LUNCH')).complete, true),
    { type: 'delete_message', message_type: 'stream', stream_id: open },
    { type: 'delete_message', message_type: 'stream', stream_id: open },
  )) as any[];
  assert.deepEqual([...first.message_ids, ...second.message_ids].sort(), lunch);
  assert.equal((await old.events()).length, 3);
  assert.deepEqual(await guest.events(), []);
  assert.deepEqual(await ids(mia, 'open'), [kept]);
  await assertRejected(remove(ada, open, 'lunch'), "Invalid topic 'lunch'", 'BAD_REQUEST');
});

test('a topic can be deleted only by users who can delete any message, and only where they can read', async () => {
  const { ada, abe, mia, max, gus, open, plans, app } = await team();
  await mia.sendMessage('open', 'lunch', 'soup?');
  await mia.sendMessage('plans', 'lunch', 'soup?');
  await max.assertReceives(async () => {
    for (const who of [mia, max])
      await assertRejected(
        remove(who, open, 'lunch'),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
    for (const who of [max, gus, abe])
      await assertRejected(remove(who, plans, 'lunch'), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(remove(gus, open, 'lunch'), 'Invalid channel ID');
    assert.equal((await remove(ada, open, 'nothing')).status, 404);
  });
  await ada.patch(`/streams/${plans}`, {
    can_delete_any_message_group: { new: { direct_members: [mia.id], direct_subgroups: [] } },
  });
  assert.equal((await remove(mia, plans, 'lunch')).complete, true);
  app.db.write(() => app.realm.set('can_delete_any_message_group', app.groups.system('role:members')));
  assert.equal((await remove(max, open, 'lunch')).complete, true);
});

test('in a protected history, only the messages that the user received are deleted', async () => {
  const { abe, mia, plans, ids } = await team();
  const before = await mia.sendMessage('plans', 'lunch', 'before abe');
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [abe.id] });
  await assertRejected(remove(abe, plans, 'lunch'), "Invalid topic 'lunch'");
  const after = await mia.sendMessage('plans', 'lunch', 'with abe');
  await abe.assertReceives(() => remove(abe, plans, 'lunch'), {
    type: 'delete_message',
    message_ids: [after],
    topic: 'lunch',
  });
  assert.deepEqual(await ids(mia, 'plans'), [before]);
});

test('a long topic is deleted in batches, and the channel’s first message is updated', async () => {
  const { ada, mia, open, ids } = await team();
  await ada.post(`/streams/${open}/delete_topic`, { topic_name: 'channel events' });
  for (let at = 0; at < 250; at++) await mia.sendMessage('open', 'long', `${at}`);
  const kept = await mia.sendMessage('open', 'short', 'stays');
  const queue = await mia.registerQueue({ event_types: ['delete_message', 'stream'] });
  await remove(ada, open, 'long');
  const events = await queue.events();
  assert.deepEqual(
    events.map(({ type, message_ids, property, value }) =>
      type === 'stream' ? [property, value] : message_ids.length,
    ),
    [100, 100, 50, ['first_message_id', kept]],
  );
  assert.deepEqual(await ids(mia, 'open'), [kept]);
});

test('nothing in an archived channel can be deleted', async () => {
  const { ada, mia, open } = await team();
  await mia.sendMessage('open', 'lunch', 'soup?');
  await mia.delete(`/streams/${open}`);
  await assertRejected(remove(ada, open, 'lunch'), 'Invalid channel ID', 'BAD_REQUEST');
});

test('deleting a topic resets its readers’ topic policies once no message is left', async () => {
  const { ada, abe, mia, max, plans, open } = await team();
  const follow = (who: TestUser, stream_id: number) =>
    who.request('POST', '/user_topics', { stream_id, topic: 'Lunch', visibility_policy: 3 });
  const policies = async (who: TestUser) =>
    (await who.post('/register', { fetch_event_types: ['user_topic'] })).user_topics;
  await mia.sendMessage('open', 'lunch', 'soup?');
  await mia.sendMessage('plans', 'lunch', 'soup?');
  for (const who of [mia, max]) await follow(who, open);
  await follow(mia, plans);
  await max.assertReceives(
    () => remove(ada, open, 'lunch'),
    { type: 'delete_message' },
    { type: 'user_topic', stream_id: open, topic_name: 'lunch', visibility_policy: 0 },
  );
  assert.deepEqual(await policies(max), []);
  assert.equal((await policies(mia)).length, 1, 'the other channel’s topic of that name is left alone');
  // Abe deletes what he can read of a protected history. The rest stays, and so does the policy.
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [abe.id] });
  await mia.sendMessage('plans', 'lunch', 'bread');
  assert.equal((await remove(abe, plans, 'lunch')).complete, true);
  assert.equal((await policies(mia)).length, 1);
  await remove(ada, plans, 'lunch');
  assert.deepEqual(await policies(mia), []);
});
