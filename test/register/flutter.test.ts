import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRole, deactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { newTeam, Queue } from '../support/team.ts';
import { brokenEvent, brokenModel, FLUTTER_REGISTER } from './flutter.ts';

test('Zulip’s mobile app finds every required field when it registers, for any role', async () => {
  const { ada, mia, gus } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, gus.id] });
  await ada.sendMessage('kitchen', 'soup', '@**Mia** hello');
  await ada.sendDirectMessage([mia, gus], 'three of us');
  await ada.sendDirectMessage([gus], 'two of us');
  await mia.post('/users/me/presence', { status: 'active', new_user_input: true });
  for (const person of [ada, mia, gus])
    assert.deepEqual(brokenModel('InitialSnapshot', await person.post('/register', FLUTTER_REGISTER)), []);
});

test('Zulip’s mobile app finds every required field in all events of a typical day', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  const queues = await Promise.all(
    [ada, mia, max, gus].map(
      async (person) => new Queue(person, (await person.post('/register', FLUTTER_REGISTER)).queue_id),
    ),
  );
  const { id: stream_id } = await ada.post('/channels/create', {
    name: 'kitchen',
    subscribers: [ada.id, mia.id, gus.id],
  });
  const soup = await ada.sendMessage('kitchen', 'soup', '@**Mia** and **all**');
  await ada.sendMessage('kitchen', '', 'no topic at all');
  const direct = await mia.sendDirectMessage([gus, max], 'three of us');
  await mia.post('/messages/flags', { messages: [soup, direct], op: 'add', flag: 'read' });
  await mia.post('/messages/flags', { messages: [soup, direct], op: 'remove', flag: 'read' });
  await mia.post('/messages/flags', { messages: [soup], op: 'add', flag: 'starred' });
  await mia.post(`/messages/${soup}/reactions`, { emoji_name: 'octopus' });
  await mia.delete(`/messages/${soup}/reactions`, { emoji_name: 'octopus' });
  await mia.post('/typing', { op: 'start', type: 'direct', to: [gus.id, max.id] });
  await mia.post('/typing', { op: 'start', type: 'stream', stream_id, topic: 'soup' });
  await mia.post('/users/me/presence', { status: 'active', new_user_input: true });
  await mia.post('/user_topics', { stream_id, topic: 'soup', visibility_policy: 3 });
  await mia.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'color', value: '#c2c2c2' }],
  });
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
  await max.delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
  await ada.post('/users', { email: 'new@example.com', full_name: 'New', password: 'correct horse battery' });
  await ada.delete(`/messages/${soup}`);
  changeRole(app, undefined, app.users.byId(max.id)!, 300);
  deactivateUser(app, undefined, app.users.byId(max.id)!);
  app.db.commit();

  const types = new Set<string>();
  for (const queue of queues.filter(({ owner }) => owner !== max))
    for (const event of await queue.events()) {
      types.add(event.op ? `${event.type}/${event.op}` : event.type);
      assert.deepEqual(brokenEvent({ id: 0, ...event }), [], JSON.stringify(event));
    }
  const expected =
    `delete_message message presence reaction/add reaction/remove realm_user/add realm_user/update stream/create
    subscription/add subscription/peer_add subscription/peer_remove subscription/update typing/start update_message_flags/add
    update_message_flags/remove user_group/add_members user_topic`.split(/\s+/);
  assert.deepEqual(
    expected.filter((type) => !types.has(type)),
    [],
    'heard',
  );
});

test('Zulip’s mobile app finds every required field in responses', async () => {
  const { team, ada, mia } = newTeam();
  const { id: stream_id } = await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id] });
  const soup = await ada.sendMessage('kitchen', 'soup', '@**Mia** hello');
  await ada.sendDirectMessage([mia], 'two of us');
  await mia.post(`/messages/${soup}/reactions`, { emoji_name: 'octopus' });
  const asked = {
    GetServerSettingsResult: await team.request('GET', '/server_settings'),
    GetMessagesResult: await mia.get('/messages', {
      narrow: [],
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      allow_empty_topic_name: true,
    }),
    GetMessageResult: await mia.get(`/messages/${soup}`, { allow_empty_topic_name: true }),
    GetOwnUserResult: await mia.get('/users/me'),
    GetChannelTopicsResult: await mia.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true }),
    GetReadReceiptsResult: await mia.get(`/messages/${soup}/read_receipts`),
    UpdatePresenceResult: await mia.post('/users/me/presence', {
      status: 'active',
      slim_presence: true,
      last_update_id: -1,
      history_limit_days: 7,
    }),
    UpdateMessageFlagsResult: await mia.post('/messages/flags', { messages: [soup], op: 'add', flag: 'read' }),
    UpdateMessageFlagsForNarrowResult: await mia.post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [],
      op: 'add',
      flag: 'read',
    }),
    SendMessageResult: await mia.post('/messages', { type: 'stream', to: stream_id, topic: 'soup', content: 'hi' }),
  };
  for (const [model, reply] of Object.entries(asked)) assert.deepEqual(brokenModel(model, reply), [], model);
});
