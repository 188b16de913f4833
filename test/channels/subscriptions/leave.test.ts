import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, deactivateUser, reactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { assertRejected, CAPABILITIES, newTeam, type TestUser } from '../../support/team.ts';

const join = (who: TestUser, channels: string[], fields = {}) =>
  who.post('/users/me/subscriptions', { subscriptions: channels.map((name) => ({ name })), ...fields });
const leave = (who: TestUser, subscriptions: string[], principals?: unknown[]) =>
  who.request('DELETE', '/users/me/subscriptions', { subscriptions, principals });

test('a user who leaves a public channel can still see it, and others receive the change', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['design', 'lunch'], { principals: [mia.id, max.id] });
  const others = await mia.registerQueue();
  await max.assertReceives(
    async () => assert.deepEqual((await leave(max, ['design'])).removed, ['design']),
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1, name: 'design' }] },
    { type: 'stream', op: 'update', property: 'subscriber_count', value: 1 },
    { type: 'update_message_flags', op: 'add', flag: 'read' },
  );
  assert.deepEqual(
    (await others.events()).map(({ type, op, user_ids, value }) => [type, op, user_ids ?? value]),
    [
      ['subscription', 'peer_remove', [max.id]],
      ['stream', 'update', 1],
    ],
  );
  const { subscriptions, unsubscribed } = await max.post('/register', { client_capabilities: CAPABILITIES });
  assert.deepEqual([subscriptions.length, unsubscribed.length, unsubscribed[0].name], [1, 1, 'design']);
  assert.deepEqual((await leave(max, ['design'])).not_removed, ['design']);
});

test('a user who leaves a private channel loses it and receives no more of it', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['plans'], { invite_only: true, principals: [mia.id, max.id] });
  await max.assertReceives(
    () => leave(max, ['plans']),
    { type: 'subscription', op: 'remove' },
    { type: 'stream', op: 'delete', stream_ids: [1] },
    { type: 'update_message_flags', op: 'add', flag: 'read' },
  );
  await max.assertReceives(() =>
    mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [3] }),
  );
  await assertRejected(leave(max, ['plans']), "Channel 'plans' does not exist", 'STREAM_DOES_NOT_EXIST');
  assert.ok(!JSON.stringify(await max.post('/register', { client_capabilities: CAPABILITIES })).includes('plans'));
});

test('a user who left and came back has the messages sent while subscribed, and no others', async () => {
  const { mia, max, app } = newTeam();
  await join(mia, ['plans'], { invite_only: true, principals: [mia.id, max.id] });
  const inside = await mia.sendMessage('plans', 'first', 'you hear this');
  await leave(max, ['plans']);
  const between = await mia.sendMessage('plans', 'second', 'you do not');
  await join(mia, ['plans'], { principals: [max.id] });
  const after = await mia.sendMessage('plans', 'third', 'you hear again');
  const received = (id: number) => app.subscriptions.received(max.id, app.channels.byId(1)!.recipient_id, id, id) === 1;
  assert.deepEqual([received(inside), received(between), received(after)], [true, false, true]);
  const { topics } = await max.get('/users/me/1/topics');
  assert.deepEqual(topics.slice(0, 2), [
    { name: 'third', max_id: after },
    { name: 'first', max_id: inside },
  ]);
  assert.ok(!topics.some(({ name }: { name: string }) => name === 'second'));
});

test('unsubscribing several users marks their messages as read, and rejoining restores only their colors', async () => {
  const { ada, mia, max, gus } = newTeam();
  const who = { principals: [mia.id, max.id, gus.id], send_new_subscription_messages: false };
  await join(ada, ['a', 'b', 'c'], who);
  await max.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: 2, property: 'color', value: '#123456' }],
  });
  for (const person of [mia, max, gus]) await person.post('/mark_all_as_read');
  const said = [
    await ada.sendMessage('a', 't', 'one'),
    await mia.sendMessage('b', 't', 'two'),
    await ada.sendMessage('b', 't', 'three'),
    await ada.sendMessage('c', 't', 'four'),
  ];
  await max.post('/messages/flags', { op: 'add', flag: 'read', messages: [said[0]] });
  await ada.patch(`/messages/${said[2]}`, { stream_id: 1, send_notification_to_new_thread: false });
  await max.post('/messages/flags', { op: 'add', flag: 'starred', messages: [said[3]] });
  const colors = async (person: TestUser) => {
    const { subscriptions } = await person.get('/users/me/subscriptions');
    return subscriptions.map(({ name, color }: any) => [name, color]);
  };
  const before = await Promise.all([mia, max].map(colors));
  const hears = async (person: TestUser) => {
    const queue = await person.registerQueue({ event_types: ['update_message_flags'] });
    return async () =>
      (await queue.events()).flatMap(({ flag, op, messages }) => (flag === 'read' && op === 'add' ? [messages] : []));
  };
  const told = await Promise.all([mia, max, gus].map(hears));
  await leave(ada, ['a', 'b'], [mia.id, max.id]);
  const theirs = await Promise.all(told.map((heard) => heard()));
  assert.deepEqual(theirs, [[[said[0], said[2]]], [[said[1], said[2]]], []], 'each once, of what they had not read');
  await join(ada, ['a', 'b'], who);
  assert.deepEqual(await Promise.all([mia, max].map(colors)), before);
  for (const person of [mia, max]) {
    const { unread_msgs } = await person.post('/register');
    assert.deepEqual(
      unread_msgs.streams.map(({ stream_id }: any) => stream_id),
      [3],
    );
  }
});

test('rejoining before anything was sent continues as if the user had not left', async () => {
  const { mia, max, app } = newTeam();
  await join(mia, ['plans'], { invite_only: true, principals: [mia.id, max.id] });
  await leave(max, ['plans']);
  await join(mia, ['plans'], { principals: [max.id] });
  const id = await mia.sendMessage('plans', 'first', 'hello');
  assert.equal(app.subscriptions.received(max.id, app.channels.byId(1)!.recipient_id, id, id), 1);
});

test('users can be unsubscribed by administrators, a bot’s owner, and holders of the permission', async () => {
  const { abe, mia, max, mona, gus, team, app } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: max.id });
  const everyone = [mia, max, mona, gus, bot].map(({ id }) => id);
  await join(mia, ['plans'], { invite_only: true, principals: everyone });
  await join(mia, ['open'], {
    principals: everyone,
    can_remove_subscribers_group: { direct_members: [max.id], direct_subgroups: [] },
  });
  await gus.assertReceives(async () => {
    await assertRejected(leave(mia, ['plans'], [gus.id]), 'Insufficient permission', 'BAD_REQUEST');
    await assertRejected(leave(mona, ['open'], [gus.id]), 'Insufficient permission', 'BAD_REQUEST');
    await assertRejected(leave(max, ['plans', 'open'], [gus.id]), 'Insufficient permission', 'BAD_REQUEST');
    await assertRejected(leave(mia, ['open'], [bot.id]), 'Insufficient permission', 'BAD_REQUEST');
  });
  assert.deepEqual((await leave(abe, ['plans'], [gus.id])).removed, ['plans']);
  assert.deepEqual((await leave(max, ['plans'], [bot.id])).removed, ['plans']);
  assert.deepEqual((await leave(max, ['open'], [gus.email])).removed, ['open']);
  app.db.write(() => app.users.setActive(0, mona.id));
  await assertRejected(leave(abe, ['open'], [mona.id]), 'User is deactivated', 'BAD_REQUEST');
  await assertRejected(leave(abe, ['open'], [9999]), 'No such user', 'BAD_REQUEST');
  const unknown = await assertRejected(leave(abe, ['nope']), "Channel 'nope' does not exist", 'STREAM_DOES_NOT_EXIST');
  assert.equal(unknown.stream, 'nope');
});

test('a deactivated user is not counted, receives nothing, and is subscribed again when reactivated', async () => {
  const { mia, max, app } = newTeam();
  const user = () => app.users.byId(max.id)!;
  await join(mia, ['plans'], { invite_only: true, principals: [mia.id, max.id] });
  const queue = await mia.registerQueue({ event_types: ['subscription', 'stream'] });
  deactivateUser(app, undefined, user());
  app.db.commit();
  assert.deepEqual(
    (await queue.events()).map(({ op, user_ids, value }) => [op, user_ids ?? value]),
    [
      ['peer_remove', [max.id]],
      ['update', 1],
    ],
  );
  const missed = await mia.sendMessage('plans', 'first', 'nobody else');
  reactivateUser(app, undefined, user());
  app.db.commit();
  assert.deepEqual(
    (await queue.events())
      .filter(({ property }) => property !== 'first_message_id')
      .map(({ op, user_ids, value }) => [op, user_ids ?? value]),
    [
      ['peer_add', [max.id]],
      ['update', 2],
    ],
  );
  const heard = await mia.sendMessage('plans', 'first', 'both of us');
  const received = (id: number) => app.subscriptions.received(max.id, app.channels.byId(1)!.recipient_id, id, id) === 1;
  assert.deepEqual([received(missed), received(heard)], [false, true]);
});

test('new members are subscribed to the default channels; guests and bots are not', async () => {
  const { abe, mia, app } = newTeam();
  await abe.post('/channels/create', { name: 'general', is_default_stream: true, subscribers: [] });
  const queue = await mia.registerQueue({ event_types: ['subscription'] });
  const admit = (name: string, role: 400 | 600, bot_type?: number) =>
    createUser(app, { email: `${name}@example.com`, full_name: name, role, bot_type: bot_type ?? null });
  const nell = admit('nell', 400);
  admit('gina', 600);
  admit('beep', 400, 1);
  app.db.commit();
  assert.deepEqual([...app.subscriptions.listSubscribers(1)], [nell.id]);
  const [peers, count, ...rest] = await queue.events();
  assert.deepEqual(peers, { type: 'subscription', op: 'peer_add', stream_ids: [1], user_ids: [nell.id] });
  assert.deepEqual([count!.property, count!.value, rest], ['subscriber_count', 1, []]);
});
