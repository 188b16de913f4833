import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, Queue, type TestUser } from '../../support/team.ts';

const join = (who: TestUser, channels: string[], fields = {}) =>
  who.post('/users/me/subscriptions', { subscriptions: channels.map((name) => ({ name })), ...fields });
const set = (who: TestUser, ...subscription_data: object[]) =>
  who.request('POST', '/users/me/subscriptions/properties', { subscription_data });

test('a user’s setting of a channel is published only to that user, and muting under both of its names', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['design'], { principals: [mia.id, max.id] });
  const other = await max.registerQueue();
  const change = (property: string, value: unknown) => ({ stream_id: 1, property, value });
  const heard = (property: string, value: unknown) => ({
    type: 'subscription',
    op: 'update',
    ...change(property, value),
  });
  await mia.assertReceives(
    () =>
      set(
        mia,
        change('color', '#AABBCC'),
        change('is_muted', true),
        change('pin_to_top', true),
        change('in_home_view', true),
      ),
    heard('color', '#aabbcc'),
    heard('is_muted', true),
    heard('in_home_view', false),
    heard('pin_to_top', true),
    heard('is_muted', false),
    heard('in_home_view', true),
  );
  assert.deepEqual(await other.events(), []);
  await mia.assertReceives(() => set(mia, change('color', '#F0a')), heard('color', '#ff00aa'));
  await set(mia, change('color', '#AABBCC'));
  const { subscriptions } = await mia.get('/users/me/subscriptions');
  assert.deepEqual(
    [subscriptions[0].color, subscriptions[0].is_muted, subscriptions[0].pin_to_top],
    ['#aabbcc', false, true],
  );
});

test('one invalid setting rejects the whole request', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['design']);
  const good = { stream_id: 1, property: 'pin_to_top', value: true };
  await mia.assertReceives(async () => {
    await assertRejected(
      set(mia, good, { stream_id: 1, property: 'color', value: 'red' }),
      'color is not a valid hex color code',
      'BAD_REQUEST',
    );
    await assertRejected(
      set(mia, good, { stream_id: 1, property: 'color', value: true }),
      'color is not a string',
      'BAD_REQUEST',
    );
    await assertRejected(
      set(mia, good, { stream_id: 1, property: 'is_muted', value: 'yes' }),
      'is_muted is not a boolean',
      'BAD_REQUEST',
    );
    await assertRejected(set(mia, good, { stream_id: 1, property: 'wings', value: true }), /property/, 'BAD_REQUEST');
    await assertRejected(
      set(mia, good, { stream_id: 9, property: 'is_muted', value: true }),
      'Not subscribed to channel id 9',
      'BAD_REQUEST',
    );
    await assertRejected(set(max, good), 'Not subscribed to channel id 1', 'BAD_REQUEST');
  });
  assert.equal((await mia.get('/users/me/subscriptions')).subscriptions[0].pin_to_top, false);
});

test('settings without an own value are null, or the effective value for clients without support', async () => {
  const { mia } = newTeam();
  await join(mia, ['design']);
  const register = async (notification_settings_null: boolean) =>
    (await mia.post('/register', { client_capabilities: { ...CAPABILITIES, notification_settings_null } }))
      .subscriptions[0];
  const fields = [
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ];
  const knows = await register(true);
  const old = await register(false);
  assert.deepEqual(
    fields.map((name) => knows[name]),
    [null, null, null, null, null],
  );
  assert.deepEqual(
    fields.map((name) => old[name]),
    [false, false, false, false, true],
  );
  const queue = await mia.registerQueue({
    client_capabilities: { ...CAPABILITIES, notification_settings_null: false },
  });
  await join(mia, ['lunch']);
  const joined = (await queue.events()).find(({ op }) => op === 'add')!;
  assert.equal(joined.subscriptions[0].push_notifications, false);
});

test('zulip-terminal finds an e-mail address of its channels, although none works', async () => {
  const { mia } = newTeam();
  await join(mia, ['design']);
  const { queue_id, subscriptions } = await mia.request(
    'POST',
    '/register',
    {},
    { 'User-Agent': 'ZulipTerminal/0.7.0 Linux' },
  );
  assert.equal(subscriptions[0].email_address, '');
  await join(mia, ['lunch']);
  const added = (await new Queue(mia, queue_id).events()).find(({ op }) => op === 'add')!;
  assert.deepEqual([added.subscriptions[0].email_address, added.subscriptions[0].subscribers], ['', [mia.id]]);
  assert.equal('email_address' in (await mia.post('/register')).subscriptions[0], false);
});

test('/register lists the subscribers of visible channels: all, none, or only the relevant ones', async () => {
  const { mia, max, team, app, clock } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const crowd = Array.from({ length: 250 }, (_, at) => team.addUser(`P${at}`, 400).id);
  const paul = team.addUser('Paul', 400);
  await join(mia, ['large'], { principals: [mia.id, bot.id, paul.id, ...crowd] });
  await join(mia, ['small']);
  const vera = team.addUser('Vera', 400);
  const seen = (who: TestUser, ago: number) => {
    const time = clock.now() / 1000 - ago;
    return { user_id: who.id, active_timestamp: time, idle_timestamp: time, client: 'website', update_id: who.id };
  };
  app.db.write(() => {
    app.presence.put(seen(paul, 13 * 86_400));
    app.presence.put(seen(vera, 1));
  });
  const register = async (who: TestUser, include_subscribers: string) =>
    who.post('/register', {
      client_capabilities: CAPABILITIES,
      fetch_event_types: ['subscription'],
      include_subscribers,
    });
  const [large, small] = (await register(mia, 'partial')).subscriptions;
  assert.deepEqual([large.subscribers, large.partial_subscribers], [undefined, [mia.id, bot.id, paul.id]]);
  app.db.write(() => app.presence.put(seen(paul, 15 * 86_400)));
  assert.equal((await register(mia, 'partial')).subscriptions[0].partial_subscribers.includes(paul.id), false);
  await paul.registerQueue();
  assert.equal(
    (await register(mia, 'partial')).subscriptions[0].partial_subscribers.includes(paul.id),
    true,
    'he is here, and says so to nobody',
  );
  assert.deepEqual([small.subscribers, small.partial_subscribers], [[mia.id], undefined]);
  const { never_subscribed } = await register(max, 'true');
  assert.equal(never_subscribed[0].subscribers.length, 253);
  assert.equal(never_subscribed[0].subscriber_count, 253);
  assert.equal('color' in never_subscribed[0], false);
  assert.equal((await register(max, 'false')).never_subscribed[0].subscribers, undefined);
  const listed = await mia.get('/users/me/subscriptions', { include_subscribers: 'true' });
  assert.equal(listed.subscriptions[0].subscribers.length, 253);
  assert.equal(app.subscriptions.listSubscribers(1).size, 253);
});

test('a guest receives only subscribed and web-public channels, a visitor only web-public ones', async () => {
  const { ada, mia, gus, team, app } = newTeam();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await join(mia, ['design']);
  await join(mia, ['plans'], { invite_only: true });
  await join(ada, ['wide'], { is_web_public: true });
  const states = {
    fetch_event_types: ['subscription', 'stream', 'default_streams'],
    client_capabilities: CAPABILITIES,
  };
  const guest = await gus.post('/register', states);
  assert.deepEqual(
    [guest.subscriptions, guest.unsubscribed, guest.never_subscribed.map(({ name }: { name: string }) => name)],
    [[], [], ['wide']],
  );
  assert.deepEqual(guest.realm_default_streams, []);
  const visitor = await team.request('POST', '/json/register', states);
  assert.deepEqual(
    visitor.subscriptions.map(({ name }: { name: string }) => name),
    ['wide'],
  );
  assert.ok(!JSON.stringify([guest, visitor]).match(/design|plans/));
});

test('a single setting of a channel can also be changed under its own path', async () => {
  const { mia, max } = newTeam();
  await join(mia, ['design']);
  const other = await max.registerQueue();
  const ask = (who: TestUser, property: string, value: unknown, id = 1) =>
    who.request('PATCH', `/users/me/subscriptions/${id}`, { property, value });
  const heard = (property: string, value: unknown) => ({
    type: 'subscription',
    op: 'update',
    stream_id: 1,
    property,
    value,
  });
  await mia.assertReceives(() => ask(mia, 'is_muted', true), heard('is_muted', true), heard('in_home_view', false));
  await mia.assertReceives(() => ask(mia, 'color', '#AABBCC'), heard('color', '#aabbcc'));
  await mia.assertReceives(() => ask(mia, 'color', '"#aabbdd"'), heard('color', '#aabbdd'));
  await assertRejected(ask(mia, 'color', true), 'color is not a string', 'BAD_REQUEST');
  await assertRejected(ask(mia, 'pin_to_top', 'yes'), 'pin_to_top is not a boolean', 'BAD_REQUEST');
  await assertRejected(ask(mia, 'name', 'mine'), 'Invalid property', 'BAD_REQUEST');
  for (const id of [1, 99])
    await assertRejected(ask(max, 'is_muted', true, id), `Not subscribed to channel id ${id}`, 'BAD_REQUEST');
  assert.deepEqual(await other.events(), []);
});
