import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../support/team.ts';

/** Surprising behavior of Zulip's API that existing clients rely on. Other test files cover the rest in detail. */
async function inDesign() {
  const people = newTeam();
  const { ada, mia, max } = people;
  const subscribers = [ada.id, mia.id, max.id];
  const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers });
  return { ...people, design: design as number };
}
const NEWEST = { anchor: 'newest', num_before: 100, num_after: 0 };
const withAgent = (agent: string) => ({ 'User-Agent': agent });
const fetchState = (who: TestUser, ...fetch_event_types: string[]) =>
  who.post('/register', { client_capabilities: CAPABILITIES, fetch_event_types });

test('service_feature_level is only in /register, zulip_feature_level is everywhere', async () => {
  const { team, mia } = newTeam();
  const [registered, settings] = [await mia.post('/register'), await team.request('GET', '/server_settings')];
  assert.deepEqual([registered.service_feature_level, registered.zulip_feature_level], [421, 421]);
  assert.deepEqual([settings.service_feature_level, settings.zulip_feature_level], [undefined, 421]);
});

test('messages say stream and private, typing events say stream and direct', async () => {
  const { mia, max, design } = await inDesign();
  const options = { client_capabilities: CAPABILITIES, event_types: ['message', 'typing'] };
  const queue = await max.registerQueue(options);
  for (const type of ['channel', 'stream'])
    await mia.post('/messages', { type, to: 'design', subject: 'x', content: 'x' });
  for (const type of ['direct', 'private']) await mia.post('/messages', { type, to: [max.id], content: 'x' });
  await mia.post('/typing', { type: 'channel', op: 'start', stream_id: design, topic: 'x' });
  await mia.post('/typing', { type: 'direct', op: 'start', to: [max.id] });
  const types = (await queue.events()).map(({ message, message_type }) => message?.type ?? message_type);
  assert.deepEqual(types, ['stream', 'stream', 'private', 'private', 'stream', 'direct']);
});

test('a role that is too low is 400 UNAUTHORIZED_PRINCIPAL, wrong credentials are 401 UNAUTHORIZED', async () => {
  const { team, mia } = newTeam();
  const low = await mia.request('PATCH', '/realm', { name: 'Mine' });
  assert.deepEqual([low.status, low.code], [400, 'UNAUTHORIZED_PRINCIPAL']);
  const Authorization = `Basic ${btoa(`${mia.email}:wrong`)}`;
  const wrong = await team.request('GET', '/users/me', {}, { Authorization });
  assert.deepEqual([wrong.status, wrong.code], [401, 'UNAUTHORIZED']);
});

test('personal things that do not exist are 404 BAD_REQUEST, an unknown channel name is 400', async () => {
  const { ada } = newTeam();
  const unknown: [string, string, object?][] = [
    ['DELETE', '/drafts/9'],
    ['DELETE', '/saved_snippets/9'],
    ['DELETE', '/reminders/9'],
    ['DELETE', '/scheduled_messages/9'],
    ['DELETE', '/navigation_views/nothing'],
    ['DELETE', '/realm/emoji/nothing'],
  ];
  for (const [method, path] of unknown) {
    const { status, code } = await ada.request(method, path);
    assert.deepEqual([status, code], [404, 'BAD_REQUEST'], path);
  }
  const { status, code } = await ada.request('GET', '/get_stream_id', { stream: 'nothing' });
  assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
});

test('a taken channel name is 409 for /channels/create, and already_subscribed when subscribing', async () => {
  const { mia } = await inDesign();
  const { status, code } = await mia.request('POST', '/channels/create', { name: 'Design', subscribers: [] });
  assert.deepEqual([status, code], [409, 'CHANNEL_ALREADY_EXISTS']);
  const { already_subscribed } = await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  assert.deepEqual(already_subscribed, { [mia.id]: ['design'] });
});

test('group settings: a stale old value fails, one subgroup becomes its id, nobody becomes role:nobody', async () => {
  const { app, ada, design } = await inDesign();
  const group = (name: string) => app.groups.named(name)!.id;
  const set = (update: object) => ada.request('PATCH', `/streams/${design}`, { can_send_message_group: update });
  const value = async () =>
    (await ada.get('/streams')).streams.find(({ stream_id }: Reply) => stream_id === design).can_send_message_group;
  const old = group('role:owners');
  assert.equal((await set({ new: group('role:members'), old })).code, 'EXPECTATION_MISMATCH');
  await set({ new: { direct_members: [], direct_subgroups: [group('role:members')] } });
  assert.equal(await value(), group('role:members'));
  await set({ new: { direct_members: [], direct_subgroups: [] } });
  assert.equal(await value(), group('role:nobody'));
});

test('user settings ignore a forbidden name, and the organization’s response has only what changed', async () => {
  const { ada, mia } = newTeam();
  const { result: _, msg, status, headers, ...changed } = await ada.patch('/realm', { name_changes_disabled: true });
  assert.deepEqual([msg, status, headers !== undefined, changed], ['', 200, true, { name_changes_disabled: true }]);
  assert.equal((await mia.patch('/settings', { full_name: 'Maria' })).result, 'success');
  assert.equal((await mia.get('/users/me')).full_name, 'Mia');
});

test('texts are accepted with and without JSON quotes', async () => {
  const { ada, design } = await inDesign();
  const policy = async () =>
    (await ada.get('/streams')).streams.find(({ stream_id }: Reply) => stream_id === design).topics_policy;
  for (const topics_policy of ['disable_empty_topic', '"allow_empty_topic"']) {
    await ada.patch(`/streams/${design}`, { topics_policy });
    assert.equal(await policy(), topics_policy.replaceAll('"', ''));
    await ada.post('/channels/create', { name: topics_policy, subscribers: [], topics_policy });
  }
  for (const message_retention_days of ['unlimited', '"realm_default"', '30', 7])
    await ada.patch(`/streams/${design}`, { message_retention_days });
  for (const jitsi_server_url of ['https://meet.example', '"https://jitsi.example"'])
    await ada.patch('/realm', { jitsi_server_url });
});

test('PATCH and DELETE take parameters from the query string', async () => {
  const { mia, design } = await inDesign();
  await mia.patch(`/settings?${new URLSearchParams({ timezone: 'Europe/Vienna' })}`);
  assert.equal((await mia.get('/users/me')).timezone, 'Europe/Vienna');
  const query = new URLSearchParams({ subscriptions: '["design"]' });
  assert.deepEqual((await mia.delete(`/users/me/subscriptions?${query}`)).removed, ['design']);
  assert.equal((await mia.get(`/users/${mia.id}/subscriptions/${design}`)).is_subscribed, false);
});

test('a page that reaches the newest message has the largest anchor; first unread skips muted topics', async () => {
  const { mia, max, design } = await inDesign();
  const noise = await mia.sendMessage('design', 'noise', 'x');
  const lunch = await mia.sendMessage('design', 'lunch', 'x');
  await max.post('/mark_all_as_read');
  await max.post('/messages/flags', { messages: [noise, lunch], op: 'remove', flag: 'read' });
  await max.post('/user_topics', { stream_id: design, topic: 'noise', visibility_policy: 1 });
  assert.equal((await max.get('/messages', NEWEST)).anchor, 10_000_000_000_000_000);
  const page = { num_before: 0, num_after: 5 };
  assert.equal((await max.get('/messages', { ...page, anchor: 'first_unread' })).anchor, lunch);
  // zulip-terminal sends both: the flag takes precedence, and so do its older operator names.
  const both = { ...page, anchor: 0, use_first_unread_anchor: true };
  for (const narrow of [[['stream', 'design']], [['is', 'private']], [['pm-with', mia.email]]])
    assert.equal(
      (await max.request('GET', '/messages', { ...both, narrow }, withAgent('ZulipTerminal/0.7.0'))).status,
      200,
    );
  const first = await max.get('/messages', { ...both, narrow: [['stream', 'design']] });
  assert.equal(first.anchor, lunch);
});

test('messages of muted users are included in fetched messages', async () => {
  const { mia, max } = await inDesign();
  await max.post(`/users/me/muted_users/${mia.id}`);
  const id = await mia.sendMessage('design', 'lunch', 'x');
  const { messages } = await max.get('/messages', NEWEST);
  assert.equal(messages.at(-1).id, id);
  assert.equal(messages.at(-1).flags.includes('read'), true);
});

test('narrows that no message can match are BAD_NARROW, as is a second `with`', async () => {
  const { mia, max } = await inDesign();
  const id = await mia.sendDirectMessage([max], 'x');
  const direct = { operator: 'dm', operand: [max.id] };
  const impossible = [
    [{ operator: 'is', operand: 'dm', negated: true }, direct],
    [['channel', 'design'], direct],
    [
      ['with', id],
      ['with', id],
    ],
  ];
  for (const narrow of impossible)
    await assertRejected(mia.request('GET', '/messages', { ...NEWEST, narrow }), /narrow/, 'BAD_NARROW');
});

test('archiving is is_archived for clients with archived_channels, and stream/delete for others', async () => {
  const { ada, mia, design } = await inDesign();
  const [fresh, old] = [
    await mia.registerQueue({ event_types: ['stream'] }),
    await mia.registerQueue({ event_types: ['stream'], client_capabilities: { notification_settings_null: true } }),
  ];
  await ada.delete(`/streams/${design}`);
  const [updated] = await fresh.events();
  assert.deepEqual([updated!.op, updated!.property, updated!.value], ['update', 'is_archived', true]);
  assert.deepEqual(
    (await old.events()).map(({ op }) => op),
    ['delete'],
  );
});

test('propagate_mode appears only with a move, and messages that become unread include their details', async () => {
  const { mia, max } = await inDesign();
  const ids = [await mia.sendMessage('design', 'lunch', 'x'), await mia.sendMessage('design', 'lunch', 'y')];
  const queue = await max.registerQueue({ event_types: ['update_message', 'update_message_flags'] });
  await mia.patch(`/messages/${ids[0]}`, { content: 'z' });
  await mia.patch(`/messages/${ids[1]}`, { topic: 'tea', propagate_mode: 'change_all', content: 'w' });
  await max.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' });
  await max.post('/messages/flags', { messages: ids.toReversed(), op: 'remove', flag: 'read' });
  const events = await queue.events();
  const [edited, moved] = events.filter(({ type }) => type === 'update_message');
  assert.equal('propagate_mode' in edited!, false);
  assert.equal(moved!.message_ids.includes(moved!.message_id), true);
  const removed = events.filter(({ type, op }) => type === 'update_message_flags' && op === 'remove');
  assert.deepEqual(Object.keys(removed[0]!.message_details).map(Number), ids);
  const { unread_msgs } = await fetchState(max, 'message', 'update_message_flags');
  for (const { unread_message_ids } of unread_msgs.streams)
    assert.deepEqual(
      unread_message_ids,
      [...new Set<number>(unread_message_ids)].sort((a, b) => a - b),
    );
});

test('a client without simplified_presence_events gets presence in the legacy format', async () => {
  const { mia, max } = newTeam();
  const { simplified_presence_events: _, ...client_capabilities } = CAPABILITIES;
  const queues = [await max.registerQueue(), await max.registerQueue({ client_capabilities })];
  await mia.post('/users/me/presence', { status: 'active', new_user_input: true });
  const [modern, legacy] = await Promise.all(queues.map((queue) => queue.events()));
  assert.deepEqual(Object.keys(modern![0]!.presences), [String(mia.id)]);
  assert.deepEqual([legacy![0]!.email, legacy![0]!.presence.website.status], [mia.email, 'active']);
});

test('typing intervals match Zulip’s, and the typing user receives the event too', async () => {
  const { mia, max } = newTeam();
  const state = await fetchState(mia, 'realm');
  assert.deepEqual(
    ['started_expiry_period', 'stopped_wait_period', 'started_wait_period'].map(
      (name) => state[`server_typing_${name}_milliseconds`],
    ),
    [45_000, 12_000, 30_000],
  );
  await mia.assertReceives(() => mia.post('/typing', { op: 'start', to: [max.id] }), { type: 'typing', op: 'start' });
});

test('the first event has id 0, and a register response contains the times for polling', async () => {
  const { mia, max } = newTeam();
  const queue = await mia.post('/register', { event_types: ['message'] });
  await max.sendDirectMessage([mia], 'x');
  const { queue_id, last_event_id } = queue;
  const { events } = await mia.get('/events', { queue_id, last_event_id, dont_block: true });
  assert.equal(events[0].id, 0);
  assert.equal((await mia.post('/register')).event_queue_longpoll_timeout_seconds, 90);
});

test('users in /register have no is_active, bot fields only for bots, and is_system_bot only when true', async () => {
  const { team, mia } = newTeam();
  team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const { realm_users, realm_non_active_users, cross_realm_bots } = await fetchState(mia, 'realm_user');
  for (const user of [...realm_users, ...realm_non_active_users]) {
    assert.equal('is_active' in user, false);
    assert.deepEqual(['bot_type' in user, 'bot_owner_id' in user], [user.is_bot, user.is_bot]);
    assert.notEqual(user.is_system_bot, false);
  }
  for (const bot of cross_realm_bots) assert.equal(bot.is_system_bot, true);
  const own = realm_users.find(({ full_name }: Reply) => full_name === 'Robo');
  assert.deepEqual([own.bot_type, own.bot_owner_id], [1, mia.id]);
});

test('unread_msgs needs both of its types, realm_filters is empty, default channels are ids', async () => {
  const { ada, mia, gus, design } = await inDesign();
  for (const types of [['message'], ['update_message_flags']])
    assert.equal('unread_msgs' in (await fetchState(mia, ...types)), false);
  assert.equal('unread_msgs' in (await fetchState(mia, 'message', 'update_message_flags')), true);
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  assert.deepEqual((await fetchState(mia, 'realm_filters')).realm_filters, []);
  await ada.patch(`/streams/${design}`, { is_default_stream: true });
  const ids = async (who: TestUser) => (await fetchState(who, 'default_streams')).realm_default_streams;
  assert.deepEqual([await ids(mia), await ids(gus)], [[design], []]);
});

test('legacy fields that the mobile app needs are there: uri, realm_uri, realm_wildcard_mention_policy', async () => {
  const { team, mia } = newTeam();
  const { url, uri } = await mia.upload('/user_uploads', { 'a.txt': 'hello' });
  assert.deepEqual([typeof url, uri], ['string', url]);
  const { realm_url, realm_uri } = await team.request('GET', '/server_settings');
  assert.deepEqual([typeof realm_url, realm_uri], ['string', realm_url]);
  const { realm_wildcard_mention_policy } = await fetchState(mia, 'realm');
  assert.equal([1, 2, 3, 5, 6, 7].includes(realm_wildcard_mention_policy), true);
});
