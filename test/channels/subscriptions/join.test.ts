import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscribeInBatches } from '../../../src/chat/channels/subscriptions/batches.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { assertReceivesChannelEvents } from '../channels/channel-events.ts';

const names = (who: TestUser) => async () =>
  (await who.get('/users/me/subscriptions')).subscriptions.map(({ name }: { name: string }) => name) as string[];
const join = (who: TestUser, channels: string[], fields = {}) =>
  who.request('POST', '/users/me/subscriptions', { subscriptions: channels.map((name) => ({ name })), ...fields });

test('subscribing to a channel that does not exist creates it; subscribing again changes nothing', async () => {
  const { mia, max } = newTeam();
  const first = await join(mia, ['design', 'Lunch']);
  assert.deepEqual(first.subscribed, { [mia.id]: ['design', 'Lunch'] });
  assert.deepEqual(first.already_subscribed, {});
  await max.assertReceives(async () => {
    const again = await join(mia, ['DESIGN']);
    assert.deepEqual(again.subscribed, {});
    assert.deepEqual(again.already_subscribed, { [mia.id]: ['design'] });
  });
  assert.deepEqual(await names(mia)(), ['design', 'Lunch']);
});

test('existing subscribers receive one event for all channels, with new subscribers and new count', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['a', 'b']);
  await mia.assertReceives(
    () => join(max, ['a', 'b']),
    { type: 'subscription', op: 'peer_add', stream_ids: [1, 2], user_ids: [max.id] },
    { type: 'stream', op: 'update', stream_id: 1, property: 'subscriber_count', value: 2 },
    { type: 'stream', op: 'update', stream_id: 2, property: 'subscriber_count', value: 2 },
  );
});

test('a user added to a private channel receives the channel first, and users without access nothing', async () => {
  const { mia, max, gus, mona } = newTeam();
  await join(mia, ['plans'], { invite_only: true });
  const outsiders = [await mona.registerQueue(), await gus.registerQueue()];
  const [created, joined] = await assertReceivesChannelEvents(
    max,
    () => join(mia, ['plans'], { principals: [max.id] }),
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'add' },
    { type: 'stream', op: 'update', property: 'subscriber_count' },
  );
  assert.equal(created!.streams[0].name, 'plans');
  assert.deepEqual(joined!.subscriptions[0].subscribers, [mia.id, max.id]);
  for (const queue of outsiders) assert.deepEqual(await queue.events(), []);
});

test('nobody can join a private channel uninvited, not even an administrator', async () => {
  const { mia, max, ada } = newTeam();
  await join(mia, ['plans'], { invite_only: true });
  await mia.assertReceives(async () => {
    for (const who of [max, ada])
      await assertRejected(join(who, ['plans']), 'Unable to access channel (plans).', 'BAD_REQUEST');
  });
  const partly = await join(max, ['plans', 'lunch'], { authorization_errors_fatal: false });
  assert.deepEqual(partly.subscribed, { [max.id]: ['lunch'] });
  assert.deepEqual(partly.unauthorized, ['plans']);
});

test('a channel’s join permission lets uninvited users in', async () => {
  const { mia, max, gus } = newTeam();
  await join(mia, ['plans'], {
    invite_only: true,
    can_subscribe_group: { direct_members: [max.id, gus.id], direct_subgroups: [] },
  });
  assert.deepEqual((await join(max, ['plans'])).subscribed, { [max.id]: ['plans'] });
  await assertRejected(join(gus, ['plans']), /guest/, 'BAD_REQUEST');
});

test('guests cannot join channels by themselves but can be added', async () => {
  const { mia, gus } = newTeam();
  await join(mia, ['design']);
  await assertRejected(join(gus, ['design']), /guest/, 'BAD_REQUEST');
  await assertRejected(
    gus.request('PATCH', '/users/me/subscriptions', { add: [{ name: 'design' }] }),
    /guest/,
    'BAD_REQUEST',
  );
  await assertReceivesChannelEvents(
    gus,
    () => join(mia, ['design'], { principals: [gus.email] }),
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'add' },
    { type: 'stream', op: 'update', property: 'subscriber_count', value: 2 },
  );
  assert.deepEqual(await names(gus)(), ['design']);
});

test('adding others requires permission, or administering a public channel, and active users', async () => {
  const { mia, max, mona, gus, team, app } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: max.id });
  await join(mia, ['design']);
  app.db.write(() => {
    app.realm.set('can_add_subscribers_group', app.groups.system('role:moderators'));
    app.users.setActive(0, gus.id);
  });
  await assertRejected(join(max, ['design'], { principals: [mia.id] }), 'Insufficient permission', 'BAD_REQUEST');
  await assertRejected(
    join(mia, ['new'], { principals: [max.id], invite_only: true }),
    'Insufficient permission',
    'BAD_REQUEST',
  );
  await assertRejected(mia.request('GET', '/get_stream_id', { stream: 'new' }), /Invalid channel name/);
  assert.deepEqual(
    (await join(mia, ['design'], { principals: [max.id] })).subscribed,
    { [max.id]: ['design'] },
    'she administers it',
  );
  assert.deepEqual((await join(mona, ['design'], { principals: [mona.id, bot.id] })).subscribed, {
    [mona.id]: ['design'],
    [bot.id]: ['design'],
  });
  await assertRejected(join(mona, ['design'], { principals: [gus.id] }), 'User is deactivated', 'BAD_REQUEST');
  await assertRejected(join(mona, ['design'], { principals: [9999] }), 'No such user', 'BAD_REQUEST');
  await assertRejected(join(mona, ['design'], { principals: ['nobody@example.com'] }), 'No such user', 'BAD_REQUEST');
});

test('leaving some channels and joining others is atomic', async () => {
  const { mia } = newTeam();
  await join(mia, ['a', 'b']);
  const reply = await mia.patch('/users/me/subscriptions', {
    delete: ['a'],
    add: [{ name: 'c', color: '#ABCDEF' }, { name: 'b' }],
  });
  assert.deepEqual(reply.removed, ['a']);
  assert.deepEqual(reply.not_removed, []);
  assert.deepEqual(reply.subscribed, { [mia.id]: ['c'] });
  assert.deepEqual(reply.already_subscribed, { [mia.id]: ['b'] });
  assert.equal(reply.new_subscription_messages_sent, true);
  const { subscriptions } = await mia.get('/users/me/subscriptions');
  assert.equal(subscriptions[1].color, '#abcdef');
  await mia.assertReceives(() =>
    assertRejected(
      mia.request('PATCH', '/users/me/subscriptions', { add: [{ name: 'd' }], delete: ['nope'] }),
      /does not exist/,
    ),
  );
  assert.deepEqual(await names(mia)(), ['b', 'c']);
  await assertRejected(mia.request('PATCH', '/users/me/subscriptions'), /Nothing to do/, 'BAD_REQUEST');
});

test('a guest with limited visibility sees new users by joining a channel, and loses them by leaving', async () => {
  const { ada, mia, max, gus, app } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  await join(mia, ['design']);
  const heard = await assertReceivesChannelEvents(
    gus,
    () => join(mia, ['design'], { principals: [gus.id] }),
    { type: 'stream', op: 'create' },
    { type: 'realm_user', op: 'add', person: { user_id: mia.id } },
    { type: 'subscription', op: 'add' },
    { type: 'stream', op: 'update' },
  );
  assert.ok(!JSON.stringify(heard).includes(max.email));
  await gus.assertReceives(
    () => join(max, ['design']),
    { type: 'realm_user', op: 'add', person: { user_id: max.id } },
    { type: 'subscription', op: 'peer_add', user_ids: [max.id] },
    { type: 'stream', op: 'update' },
  );
  await gus.assertReceives(
    () => ada.delete('/users/me/subscriptions', { subscriptions: ['design'], principals: [max.id] }),
    { type: 'subscription', op: 'peer_remove', user_ids: [max.id] },
    { type: 'stream', op: 'update' },
    { type: 'realm_user', op: 'remove', person: { user_id: max.id } },
  );
});

test('thousands of users join many channels in complete batches, with other requests in between', async () => {
  const { app, ada, mia, max, mona, gus } = newTeam();
  await join(ada, ['a', 'b']);
  await join(max, ['a']);
  const person = (who: TestUser) => app.users.byId(who.id)!;
  const request = {
    subscriptions: ['a', 'b', 'c'].map((name) => ({ name })),
    authorization_errors_fatal: true,
    announce: false,
  };
  const all = {
    ...request,
    send_new_subscription_messages: true,
    principals: [mia.id, max.id, mona.id, mia.id, gus.id],
  };
  // A request without permission, or with an unknown user, changes nothing.
  const atOnce = { subscriptions: 3, channels: 2 };
  await assert.rejects(subscribeInBatches(app, person(gus), all, { atOnce }), /Not allowed for guest users/);
  await assert.rejects(
    subscribeInBatches(app, person(ada), { ...all, principals: [mia.id, max.id, 4711] }, { atOnce }),
  );
  assert.deepEqual(await names(mia)(), []);
  // The third channel's number of subscribers at each turn of the event loop.
  const seen: number[] = [];
  let done = false;
  const look = () => {
    const channel = app.channels.named('c');
    seen.push(channel ? app.subscriptions.listSubscribers(channel.id).size : 0);
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  const reply = await subscribeInBatches(app, person(ada), all, { atOnce });
  done = true;
  for (const size of [1, 2, 3]) assert.ok(seen.includes(size), `others had their turn when ${size} had joined`);
  assert.deepEqual(await names(gus)(), ['a', 'b', 'c']);
  assert.deepEqual(reply.subscribed, {
    [mia.id]: ['a', 'b', 'c'],
    [max.id]: ['b', 'c'],
    [mona.id]: ['a', 'b', 'c'],
    [gus.id]: ['a', 'b', 'c'],
  });
  assert.deepEqual(reply.already_subscribed, { [max.id]: ['a'] });
  assert.equal(reply.new_subscription_messages_sent, true);
  const { messages } = await gus.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['is', 'dm']],
  });
  assert.equal(messages.length, 1, 'and everybody is written to once');
  assert.equal(
    (await ada.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow: [['channel', 'c']] })).messages
      .length,
    1,
  );
});

test('many channels are created in batches with their first messages, all or none', async () => {
  const { app, ada } = newTeam();
  const owner = app.users.byId(ada.id)!;
  const channels = ['a', 'b', 'c', 'd', 'e'];
  const request = { authorization_errors_fatal: true, announce: false, send_new_subscription_messages: true };
  const make = (names: readonly string[]) =>
    subscribeInBatches(
      app,
      owner,
      { ...request, subscriptions: names.map((name) => ({ name })) },
      { atOnce: { subscriptions: 100, channels: 2 } },
    );
  await assert.rejects(make([...channels, ' ']), /can't be empty/);
  assert.equal(app.channels.named('a'), undefined);
  // The number of messages at each turn of the event loop.
  const before = app.messages.lastId();
  const seen = new Set<number>();
  let done = false;
  const look = () => {
    seen.add(app.messages.lastId() - before);
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  const reply = await make(channels);
  done = true;
  assert.deepEqual(reply.subscribed, { [ada.id]: channels });
  assert.ok(seen.has(2) && seen.has(4), 'others had their turn in between');
  const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 });
  const created = messages.filter(({ content }: { content: string }) =>
    content.includes('created this public channel'),
  );
  assert.deepEqual(
    new Set(created.map(({ display_recipient }: { display_recipient: string }) => display_recipient)),
    new Set(channels),
  );
});

test('a channel created with its subscribers sends them no direct message, an existing one does', async () => {
  const { mia, max } = newTeam();
  const queue = await max.registerQueue({ event_types: ['message'] });
  const direct = async () =>
    (await queue.events()).filter(({ message }) => message.type === 'private').map(({ message }) => message.content);
  await mia.post('/channels/create', { name: 'lunch', subscribers: [mia.id, max.id] });
  const made = await join(mia, ['design'], { principals: [mia.id, max.id] });
  assert.equal(made.new_subscription_messages_sent, true);
  assert.deepEqual(await direct(), []);
  await mia.post('/channels/create', { name: 'old', subscribers: [mia.id] });
  await join(mia, ['old', 'new'], { principals: [max.id] });
  const [only, ...more] = await direct();
  assert.match(only, /subscribed you to the channel .*>#old</);
  assert.deepEqual(more, []);
});
