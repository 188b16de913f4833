import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { app, clock, ada, abe, mia, max } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id] });

/** The events that a client with all capabilities except some receives during an action. */
async function heard(
  who: TestUser,
  without: Partial<typeof CAPABILITIES>,
  action: () => Promise<unknown>,
): Promise<Reply[]> {
  const queue = await who.registerQueue({ client_capabilities: { ...CAPABILITIES, ...without } });
  await action();
  return queue.events();
}
const listTypes = (events: Reply[]) => events.map(({ type, op }) => (op ? `${type}/${op}` : type));

test('6.1 queue_id and last_event_id of POST /register are used to fetch events by long-polling', async () => {
  const { queue_id, last_event_id } = await mia.post('/register', { event_types: ['message'] });
  const waiting = mia.get('/events', { queue_id, last_event_id });
  await ada.sendMessage('design', 'lunch', 'soup');
  const { events } = await waiting;
  assert.deepEqual([events.length, events[0].type, events[0].message.content], [1, 'message', 'soup']);
});

test('6.2 a queue is discarded after 10 minutes without activity: BAD_EVENT_QUEUE_ID', async () => {
  const { queue_id } = await mia.post('/register', { fetch_event_types: [] });
  clock.advance(600);
  app.queues.sweep();
  await assertRejected(
    mia.request('GET', '/events', { queue_id, last_event_id: -1 }),
    /Bad event queue/,
    'BAD_EVENT_QUEUE_ID',
  );
  assert.equal((await mia.post('/register', { fetch_event_types: [] })).result, 'success');
});

test('6.2 the server sends a heartbeat event every minute', async () => {
  const { queue_id } = await mia.post('/register', { event_types: ['message'] });
  for (const last_event_id of [-1, 0]) {
    const waiting = mia.get('/events', { queue_id, last_event_id });
    while (![...app.queues.all].some(({ id, poll }) => id === queue_id && poll))
      await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(60);
    app.queues.sweep();
    assert.deepEqual((await waiting).events, [{ id: last_event_id + 1, type: 'heartbeat' }]);
  }
});

test('6.3 message, subscription, realm_user, stream', async () => {
  const types = await heard(mia, {}, async () => {
    await ada.sendMessage('design', 'lunch', 'soup');
    await mia.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: design, property: 'color', value: '#aabbcc' }],
    });
    await max.patch('/settings', { full_name: 'Maximilian' });
    await ada.patch(`/streams/${design}`, { folder_id: null, description: 'All of it' });
  });
  assert.deepEqual(
    [...new Set(listTypes(types))],
    ['message', 'subscription/update', 'realm_user/update', 'stream/update'],
  );
});

test('6.3 presence: with presences in modern format if simplified_presence_events is declared', async () => {
  const come = async () => {
    clock.advance(300);
    await max.post('/users/me/presence', { status: 'active' });
  };
  const [modern] = await heard(mia, {}, come);
  const now = clock.now() / 1000;
  assert.deepEqual(modern, {
    type: 'presence',
    presences: { [max.id]: { active_timestamp: now, idle_timestamp: now } },
  });
  const [legacy] = await heard(mia, { simplified_presence_events: false }, come);
  assert.deepEqual(
    [legacy!.email, legacy!.presence.website.status, legacy!.presences],
    ['max@example.com', 'active', undefined],
  );
});

test('6.3 user_settings; legacy update_display_settings unless user_settings_object is declared', async () => {
  const change = (value: boolean) => () =>
    mia.patch('/settings', { starred_message_counts: value, enable_sounds: value });
  assert.deepEqual(listTypes(await heard(mia, {}, change(false))), ['user_settings/update', 'user_settings/update']);
  const old = listTypes(await heard(mia, { user_settings_object: false }, change(true)));
  assert.deepEqual(old.sort(), [
    'update_display_settings',
    'update_global_notifications',
    'user_settings/update',
    'user_settings/update',
  ]);
});

test('6.3 delete_message: bulk form carries message_ids; otherwise a loop with a single message_id', async () => {
  const two = async (topic: string) => [
    await mia.sendMessage('design', topic, '1'),
    await mia.sendMessage('design', topic, '2'),
  ];
  const remove = (topic: string) => () => ada.post(`/streams/${design}/delete_topic`, { topic_name: topic });
  const first = await two('one');
  const bulk = (await heard(max, {}, remove('one'))).filter(({ type }) => type === 'delete_message');
  assert.deepEqual(
    bulk.map(({ message_ids, message_id }) => [message_ids.sort((a: number, b: number) => a - b), message_id]),
    [[first, undefined]],
  );
  const second = await two('two');
  const single = (await heard(max, { bulk_message_deletion: false }, remove('two'))).filter(
    ({ type }) => type === 'delete_message',
  );
  assert.deepEqual(
    single.map(({ message_id }) => message_id).sort((a, b) => a - b),
    second,
  );
});

test('6.3 realm_linkifiers: not sent unless linkifier_url_template is declared', async () => {
  let made = 0;
  const add = () =>
    ada.post('/realm/filters', { pattern: `#T${++made}-(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' });
  assert.deepEqual(listTypes(await heard(mia, {}, add)), ['realm_linkifiers']);
  assert.deepEqual(listTypes(await heard(mia, { linkifier_url_template: false }, add)), []);
});

test('6.3 realm_emoji', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const add = () => ada.upload('/realm/emoji/dot', { 'dot.png': Buffer.from(dot, 'base64') });
  assert.deepEqual(listTypes(await heard(mia, {}, add)), ['realm_emoji/update']);
});

test('6.3 typing events: only to users with receives_typing_notifications enabled', async () => {
  const type = () => mia.post('/typing', { type: 'stream', op: 'start', stream_id: design, topic: 'lunch' });
  assert.deepEqual(listTypes(await heard(max, {}, type)), ['typing/start']);
  await max.patch('/settings', { receives_typing_notifications: false });
  assert.deepEqual(listTypes(await heard(max, {}, type)), []);
  await max.patch('/settings', { receives_typing_notifications: true });
});

for (const property of ['is_muted', 'in_home_view'])
  test(`6.4 updating ${property} yields two subscription update events, one per property`, async () => {
    const value = property === 'is_muted';
    const set = () =>
      mia.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id: design, property, value }] });
    const told = (await heard(mia, {}, set)).map(({ property, value }) => [property, value]);
    assert.deepEqual(told, [
      ['is_muted', true],
      ['in_home_view', false],
    ]);
  });

test('6.4 POST /users/me/presence state is distributed as presence events', async () => {
  assert.deepEqual(listTypes(await heard(mia, {}, () => abe.post('/users/me/presence', { status: 'active' }))), [
    'presence',
  ]);
});

test('6.4 typing endpoints produce typing notifications', async () => {
  const id = await mia.sendDirectMessage([max], 'hi');
  assert.deepEqual(listTypes(await heard(max, {}, () => mia.post('/typing', { op: 'start', to: [max.id] }))), [
    'typing/start',
  ]);
  assert.deepEqual(listTypes(await heard(max, {}, () => mia.post(`/messages/${id}/typing`, { op: 'stop' }))), [
    'typing_edit_message/stop',
  ]);
});

test('6.4 realm_user add is not sent to guests without access when user_list_incomplete is declared', async () => {
  const other = newTeam();
  other.app.db.write(() => other.app.realm.set('can_access_all_users_group', other.app.groups.system('role:members')));
  let made = 0;
  const add = () =>
    other.ada.post('/users', {
      email: `n${++made}@example.com`,
      full_name: `New ${made}`,
      password: 'long enough for all',
    });
  const users = (events: Reply[]) => listTypes(events).filter((type) => type === 'realm_user/add');
  assert.deepEqual(users(await heard(other.gus, {}, add)), []);
  assert.deepEqual(users(await heard(other.mia, {}, add)), ['realm_user/add']);
});

test('6.4 archived channels are omitted from data and events unless archived_channels is declared', async () => {
  const { id } = await ada.post('/channels/create', { name: 'old', subscribers: [ada.id, mia.id] });
  await ada.delete(`/streams/${id}`);
  const describe = (text: string) => () => ada.patch(`/streams/${id}`, { description: text });
  const has = async (archived_channels: boolean) => {
    const client_capabilities = { ...CAPABILITIES, archived_channels };
    const state = await mia.post('/register', { client_capabilities, fetch_event_types: ['subscription', 'stream'] });
    const all: Reply[] = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed, ...state.streams];
    return all.some(({ stream_id }) => stream_id === id);
  };
  assert.deepEqual([await has(true), await has(false)], [true, false]);
  assert.deepEqual(listTypes(await heard(mia, {}, describe('Once'))), ['stream/update']);
  assert.deepEqual(listTypes(await heard(mia, { archived_channels: false }, describe('upon a time'))), []);
});

test('6.4 topic names use realm_empty_topic_display_name unless empty_topic_name is declared', async () => {
  const { realm_empty_topic_display_name: name } = await mia.post('/register', { fetch_event_types: ['realm'] });
  const subject = async (empty_topic_name: boolean) =>
    (await heard(mia, { empty_topic_name }, () => ada.sendMessage('design', '', 'hi')))[0]!.message.subject;
  assert.deepEqual([await subject(true), await subject(false)], ['', name]);
});
