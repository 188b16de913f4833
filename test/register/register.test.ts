import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import { renameChannel } from '../../src/chat/channels/channels/change-actions.ts';
import { assertRejected, CAPABILITIES, newTeam, type TestUser } from '../support/team.ts';

test('registering creates a queue, and returns server data and the requested state', async () => {
  const { mia } = newTeam();
  const reply = await mia.post('/register', {
    fetch_event_types: ['alert_words', 'something_new'],
    client_capabilities: CAPABILITIES,
  });
  assert.match(reply.queue_id, /^[\w-]{8,}$/);
  assert.equal(reply.last_event_id, -1);
  assert.equal(reply.zulip_feature_level, 421);
  assert.equal(reply.service_feature_level, 421);
  assert.equal(typeof reply.zulip_version, 'string');
  assert.equal(typeof reply.zulip_merge_base, 'string');
  assert.deepEqual(reply.alert_words, []);
  assert.equal('drafts' in reply, false);
});

test('the fetched state follows event_types unless fetch_event_types is given', async () => {
  const { mia } = newTeam();
  const parts = async (fields: object) => {
    const reply = await mia.post('/register', fields as Record<string, unknown>);
    return ['alert_words', 'drafts', 'realm_emoji'].filter((name) => name in reply);
  };
  assert.deepEqual(await parts({}), ['alert_words', 'drafts', 'realm_emoji']);
  assert.deepEqual(await parts({ event_types: ['drafts'] }), ['drafts']);
  assert.deepEqual(await parts({ event_types: ['drafts'], fetch_event_types: ['realm_emoji'] }), ['realm_emoji']);
  assert.deepEqual(await parts({ fetch_event_types: [] }), []);
  await assertRejected(
    mia.request('POST', '/register', { event_types: ['message', 7] }),
    'event_types[1] is not a string',
    'BAD_REQUEST',
  );
});

test('capabilities without notification_settings_null are rejected; unknown ones are ignored', async () => {
  const { mia } = newTeam();
  const refusal = await assertRejected(
    mia.request('POST', '/register', { client_capabilities: { bulk_message_deletion: true } }),
    /notification_settings_null/,
  );
  assert.equal(refusal.status, 400);
  const mobile = { ...CAPABILITIES, individual_emoji_changes: true, not_invented_yet: 7 };
  const reply = await mia.post('/register', {
    client_capabilities: mobile,
    idle_queue_timeout: 'mobile',
    fetch_event_types: [],
  });
  assert.deepEqual(reply.ignored_parameters_unsupported, ['idle_queue_timeout']);
});

test('a queue’s narrow supports channel, topic, sender and is, without negation', async () => {
  const { mia } = newTeam();
  const listen = (narrow: unknown) => mia.request('POST', '/register', { narrow, fetch_event_types: [] });
  const all = [
    ['stream', 'design'],
    ['channel', 5],
    ['topic', 'Lunch'],
    ['sender', 'ada@example.com'],
    ['is', 'private'],
    ['is', 'alerted'],
  ];
  assert.equal((await listen(all)).status, 200);
  assert.equal((await listen([{ operator: 'channel', operand: 'design', negated: false }])).status, 200);
  await assertRejected(listen([['search', 'soup']]), 'Operator search not supported.', 'BAD_REQUEST');
  await assertRejected(listen([['dm', 'ada@example.com']]), 'Operator dm not supported.', 'BAD_REQUEST');
  await assertRejected(listen([['is', 'followed']]), 'Operand followed not supported.', 'BAD_REQUEST');
  await assertRejected(listen([{ operator: 'topic', operand: 'x', negated: true }]), /Negated/, 'BAD_REQUEST');
});

test('a guest cannot request all public channels', async () => {
  const { gus, mia } = newTeam();
  await mia.post('/register', { all_public_streams: true, fetch_event_types: [] });
  await assertRejected(
    gus.request('POST', '/register', { all_public_streams: true }),
    'User not authorized for this query',
    'BAD_REQUEST',
  );
});

test('a visitor gets state without a queue if public access is on', async () => {
  const { app, team } = newTeam();
  const visit = (fields: object = {}) => team.request('POST', '/json/register', fields as Record<string, unknown>);
  assert.equal((await visit()).status, 401);
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  const reply = await visit();
  assert.equal(reply.result, 'success');
  assert.equal(reply.queue_id, null);
  assert.equal('last_event_id' in reply, false);
  for (const name of [
    'alert_words',
    'drafts',
    'saved_snippets',
    'muted_users',
    'onboarding_steps',
    'realm_bots',
    'custom_profile_fields',
  ])
    assert.deepEqual(reply[name], [], name);
  assert.deepEqual(reply.user_status, {});
  assert.equal(app.queues.count, 0);
  await assertRejected(
    visit({ client_gravatar: true }),
    "Invalid 'client_gravatar' parameter for anonymous request",
    'BAD_REQUEST',
  );
  await assertRejected(
    visit({ include_subscribers: 'true' }),
    "Invalid 'include_subscribers' parameter for anonymous request",
    'BAD_REQUEST',
  );
  await assertRejected(
    visit({ include_subscribers: 'partial' }),
    "Invalid 'include_subscribers' parameter for anonymous request",
    'BAD_REQUEST',
  );
});

test('users see the keys of the bots they own, administrators those of all bots up to their role', async () => {
  const { team, ada, abe, mia, max, gus } = newTeam();
  const robot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  const bots = async (person: TestUser) =>
    (await person.post('/register', { fetch_event_types: ['realm_bot'] })).realm_bots;
  const [bot] = await bots(mia);
  assert.equal(bot.user_id, robot.id);
  assert.equal(bot.owner_id, mia.id);
  assert.equal(bot.api_key, robot.apiKey);
  assert.equal(bot.email, robot.email);
  assert.deepEqual(await bots(ada), [bot]);
  const chief = team.addUser('Chief', 100, { bot_type: 1, bot_owner_id: ada.id });
  assert.equal((await bots(abe))[1].user_id, chief.id);
  assert.equal((await bots(abe))[1].api_key, '');
  assert.equal((await bots(ada))[1].api_key, chief.apiKey);
  for (const other of [max, gus, robot]) assert.deepEqual(await bots(other), []);
});

/** Adds copies of a channel. */
function copyChannel(app: App, id: number, copies: number): void {
  app.db.write(() => {
    const recipient = app.db.prepareStatement('INSERT INTO recipient (channel_id, user_ids) VALUES (NULL, NULL)');
    const { id: _, ...row } = app.db.prepareStatement('SELECT * FROM channel WHERE id = ?').get(id) as Record<
      string,
      unknown
    >;
    const columns = Object.keys(row);
    const add = app.db.prepareStatement(
      `INSERT INTO channel (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`,
    );
    const connect = app.db.prepareStatement('UPDATE recipient SET channel_id = ? WHERE id = ?');
    for (let n = 0; n < copies; n++) {
      const recipient_id = recipient.run().lastInsertRowid;
      const name = `copy ${n}`;
      connect.run(add.run({ ...row, recipient_id, name, name_key: name }).lastInsertRowid, recipient_id);
    }
  });
  app.db.commit();
}

/** Calls `made` whenever a channel is turned into JSON text. */
function watchChannelTexts(t: TestContext, made: (channel: { name: string }) => void): void {
  const stringify = JSON.stringify;
  t.mock.method(JSON, 'stringify', (value: any, ...more: any[]) => {
    for (const each of Array.isArray(value) ? value : [value]) if (each?.stream_id && each.date_created) made(each);
    return stringify(value, ...more);
  });
}

test('channels that did not change are neither read nor turned into text again when somebody registers', async (t) => {
  const { app, mia, max } = newTeam();
  const { id } = await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id] });
  copyChannel(app, id, 10_500);
  let texts = 0;
  watchChannelTexts(t, () => texts++);
  const made = async (user: TestUser) => {
    texts = 0;
    const reply = await user.post('/register', { fetch_event_types: ['stream', 'subscription'] });
    assert.ok(reply.streams.length > 10_500);
    assert.equal(
      reply.streams.length,
      reply.subscriptions.length + reply.unsubscribed.length + reply.never_subscribed.length,
    );
    return texts;
  };
  assert.ok((await made(mia)) > 10_500);
  assert.equal(await made(max), 0);
  renameChannel(app, app.users.byId(mia.id)!, app.channels.named('copy 7')!, 'renamed');
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'copy 8' }] });
  assert.equal(await made(mia), 2);
});

test('the state is that of one moment, although it is written in many turns', async (t) => {
  const { app, mia } = newTeam();
  const { id } = await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id] });
  copyChannel(app, id, 1000);
  let inTurn = 0;
  let most = 0;
  let changed: Promise<void> | undefined;
  watchChannelTexts(t, () => {
    most = Math.max(most, ++inTurn);
    if (inTurn === 1) void turn().then(() => (inTurn = 0));
    changed ??= turn().then(() => {
      const last = app.channels.named('copy 999')!;
      renameChannel(app, app.users.byId(mia.id)!, last, 'renamed');
    });
  });
  const reply = await mia.post('/register', { fetch_event_types: ['stream'], event_types: ['stream'] });
  await changed;
  assert.ok(most <= 200, `${most} channels in one turn`);
  const names = reply.streams.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('copy 999') && !names.includes('renamed'));
  const { events } = await mia.get('/events', { queue_id: reply.queue_id, last_event_id: -1 });
  assert.deepEqual([events[0].op, events[0].property, events[0].value], ['update', 'name', 'renamed']);
});
