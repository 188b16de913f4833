import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/declarations.ts';
import type { Endpoint } from '../../../src/kernel/http/endpoint.ts';
import { newTeam, type Reply, TestUser } from '../../support/team.ts';

const PUBLIC_WORD = 'insight';
const SECRET_WORD = 'classified';

/**
 * A generic bot with the role of an owner, in the channels `open` and `closed`. Its key is limited to `open`. The word
 * `classified` is in everything that the key must not read: a message, a topic, a file, a direct message, and the name
 * and description of a channel.
 */
async function setUp(limit: Record<string, unknown> = {}) {
  const people = newTeam();
  const { ada, mia, team, app } = people;
  const { user_id, api_key } = await ada.post('/bots', { full_name: 'Robo', short_name: 'robo' });
  await ada.patch(`/bots/${user_id}`, { role: 100 });
  const bot = new TestUser(team, app.users.byId(user_id)!);
  assert.ok(api_key);
  const create = async (name: string, more: object = {}) =>
    (await mia.post('/channels/create', { name, subscribers: [mia.id, ada.id, user_id], ...more })).id as number;
  const open = await create('open');
  const closed = await create('closed', { description: `About ${SECRET_WORD}` });
  const hidden = await create(`${SECRET_WORD} channel`, { invite_only: true });
  const inOpen = await mia.sendMessage('open', 'topic', `An ${PUBLIC_WORD} for @**Robo**`);
  const { url } = await mia.upload('/user_uploads', { 'plan.txt': SECRET_WORD });
  const inClosed = await mia.sendMessage('closed', `${SECRET_WORD} topic`, `A ${SECRET_WORD} [plan](${url}) @**Robo**`);
  const direct = await mia.sendDirectMessage([bot], `A ${SECRET_WORD} between us`);
  const own = (await bot.upload('/user_uploads', { 'own.txt': SECRET_WORD })).url as string;
  const ownInClosed = await bot.sendMessage('closed', `${SECRET_WORD} topic`, `Own ${SECRET_WORD} [file](${own})`);
  await ada.patch(`/bots/${user_id}`, { key_channels: [open], ...limit });
  const foreign = [inClosed, direct, ownInClosed];
  return { ...people, bot, open, closed, hidden, inOpen, inClosed, direct, foreign, url: url as string, own };
}

const isLimited = ({ status, code }: Reply): boolean => status === 403 && code === 'KEY_LIMITED';

function assertLimited(reply: Reply, what: string): void {
  assert.deepEqual([reply.status, reply.code, reply.result], [403, 'KEY_LIMITED', 'error'], `${what}: ${reply.msg}`);
}

type Place = Awaited<ReturnType<typeof setUp>>;
type Ask = [path: string, fields?: Record<string, unknown>];

/** What a limited key is tested with at an endpoint that it may call. */
interface Probe {
  /** The key may do this. */
  allowed: (place: Place) => Ask;
  /** These concern something else, and are rejected. */
  rejected?: (place: Place) => Ask[];
}

const newest = { anchor: 'newest', num_before: 100, num_after: 0 };
const narrowed = (place: Place, more: object = {}): Ask[] =>
  [
    [{ operator: 'channel', operand: place.closed }],
    [{ operator: 'channel', operand: 'closed' }],
    [{ operator: 'channel', operand: 9_999 }],
    [{ operator: 'dm', operand: [place.mia.id] }],
    [{ operator: 'is', operand: 'dm' }],
  ].map((narrow) => ['/messages', { ...newest, ...more, narrow }]);
const ofMessages = (place: Place, path: string, fields: Record<string, unknown> = {}): Ask[] =>
  [...place.foreign, 9_999].map((id) => [path.replace('{}', String(id)), fields]);
const ofChannels = (place: Place, path: string): Ask[] =>
  [place.closed, place.hidden, 9_999].map((id) => [path.replace('{}', String(id))]);
const ofFiles = (place: Place, beside: string): Ask[] => [
  [beside + place.url.replace('/user_uploads', '')],
  [beside + place.own.replace('/user_uploads', '')],
];

/** One entry for each endpoint that limited keys may call. */
const PROBES: Record<string, Probe> = {
  'GET /messages': { allowed: () => ['/messages', newest], rejected: narrowed },
  'GET /messages/{message_id}': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}`],
    rejected: (place) => ofMessages(place, '/messages/{}'),
  },
  'GET /messages/{message_id}/history': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}/history`],
    rejected: (place) => ofMessages(place, '/messages/{}/history'),
  },
  'GET /messages/{message_id}/read_receipts': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}/read_receipts`],
    rejected: (place) => ofMessages(place, '/messages/{}/read_receipts'),
  },
  'GET /messages/matches_narrow': {
    allowed: ({ foreign, inOpen }) => [
      '/messages/matches_narrow',
      { msg_ids: [...foreign, inOpen], narrow: [{ operator: 'search', operand: SECRET_WORD }] },
    ],
  },
  'POST /messages/render': { allowed: () => ['/messages/render', { content: 'See #**closed**' }] },
  'POST /messages': {
    allowed: ({ open }) => ['/messages', { type: 'channel', to: open, topic: 'x', content: 'x' }],
    rejected: ({ closed, mia }) => [
      ['/messages', { type: 'channel', to: closed, topic: 'x', content: 'x' }],
      ['/messages', { type: 'channel', to: 'closed', topic: 'x', content: 'x' }],
      ['/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'x' }],
      ['/messages', { type: 'direct', to: [mia.id], content: 'x' }],
    ],
  },
  'PATCH /messages/{message_id}': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}`, { topic: 'another topic' }],
    rejected: (place) => [
      ...ofMessages(place, '/messages/{}', { topic: 'y' }),
      [`/messages/${place.inOpen}`, { stream_id: place.closed }],
    ],
  },
  'DELETE /messages/{message_id}': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}`],
    rejected: (place) => ofMessages(place, '/messages/{}'),
  },
  'POST /messages/{message_id}/reactions': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}/reactions`, { emoji_name: 'heart' }],
    rejected: (place) => ofMessages(place, '/messages/{}/reactions', { emoji_name: 'heart' }),
  },
  'DELETE /messages/{message_id}/reactions': {
    allowed: ({ inOpen }) => [`/messages/${inOpen}/reactions`, { emoji_name: 'heart' }],
    rejected: (place) => ofMessages(place, '/messages/{}/reactions', { emoji_name: 'heart' }),
  },
  'POST /messages/flags': {
    allowed: ({ inOpen }) => ['/messages/flags', { messages: [inOpen], op: 'add', flag: 'read' }],
    rejected: ({ foreign, inOpen }) =>
      [...foreign, 9_999].map((id) => ['/messages/flags', { messages: [inOpen, id], op: 'add', flag: 'starred' }]),
  },
  'POST /messages/flags/narrow': {
    allowed: () => ['/messages/flags/narrow', { ...newest, narrow: [], op: 'add', flag: 'starred' }],
    rejected: (place) =>
      narrowed(place, { op: 'add', flag: 'read' }).map(([, fields]) => ['/messages/flags/narrow', fields!]),
  },
  'GET /streams': { allowed: () => ['/streams', { include_all: true, include_owner_subscribed: true }] },
  'GET /streams/{stream_id}': {
    allowed: ({ open }) => [`/streams/${open}`],
    rejected: (place) => ofChannels(place, '/streams/{}'),
  },
  'GET /streams/{stream_id}/members': {
    allowed: ({ open }) => [`/streams/${open}/members`],
    rejected: (place) => ofChannels(place, '/streams/{}/members'),
  },
  'GET /get_stream_id': {
    allowed: () => ['/get_stream_id', { stream: 'open' }],
    rejected: () => [
      ['/get_stream_id', { stream: 'closed' }],
      ['/get_stream_id', { stream: 'nowhere' }],
    ],
  },
  'GET /users/me/subscriptions': { allowed: () => ['/users/me/subscriptions', { include_subscribers: true }] },
  'GET /users/me/{stream_id}/topics': {
    allowed: ({ open }) => [`/users/me/${open}/topics`],
    rejected: (place) => ofChannels(place, '/users/me/{}/topics'),
  },
  'POST /register': { allowed: () => ['/register', {}] },
  'GET /events': { allowed: () => ['/events', { dont_block: true, last_event_id: -1 }] },
  'DELETE /events': { allowed: () => ['/events', {}] },
  'GET /users': { allowed: () => ['/users'] },
  'GET /users/{user_id}': { allowed: ({ mia }) => [`/users/${mia.id}`] },
  'GET /users/{email}': { allowed: ({ mia }) => [`/users/${mia.email}`] },
  'GET /users/me': { allowed: () => ['/users/me'] },
  'GET /user_uploads/download/{realm_id_str}/{filename}': {
    allowed: ({ open }) => [`/api/../avatar/${open}`],
    rejected: (place) => ofFiles(place, '/api/../user_uploads/download'),
  },
  'GET /user_uploads/{realm_id_str}/{filename}': {
    allowed: ({ open }) => [`/api/../avatar/${open}`],
    rejected: (place) => [...ofFiles(place, '/api/../user_uploads'), ...ofFiles(place, '/user_uploads')],
  },
  'GET /user_uploads/thumbnail/{realm_id_str}/{filename}': {
    allowed: ({ open }) => [`/api/../avatar/${open}`],
    rejected: (place) => ofFiles(place, '/api/../user_uploads/thumbnail').map(([path]) => [`${path}/840x560.webp`]),
  },
  'GET /avatar/{user_id}': { allowed: ({ mia }) => [`/api/../avatar/${mia.id}`] },
  'GET /avatar/{email}': { allowed: ({ mia }) => [`/api/../avatar/${mia.email}`] },
  'GET /avatar/{user_id}/medium': { allowed: ({ mia }) => [`/api/../avatar/${mia.id}/medium`] },
  'GET /avatar/{email}/medium': { allowed: ({ mia }) => [`/api/../avatar/${mia.email}/medium`] },
  'POST /user_uploads': { allowed: () => ['/user_uploads', {}] },
  // The tools call other endpoints with the key: test/integrations/language-models.
  'POST /mcp': { allowed: () => ['/api/../mcp', {}] },
};

const getName = ({ method, path }: Endpoint): string => `${method} ${path}`;
const OF_ACCOUNTS = endpoints.filter(({ auth, developmentOnly }) => auth !== 'public' && !developmentOnly);
const ALLOWED = OF_ACCOUNTS.filter(({ limitedKeys }) => limitedKeys);

/** The path of an endpoint with numbers as parameters. */
const anyPath = ({ path, root }: Endpoint): string => (root ? '/api/..' : '') + path.replace(/\{\w+\}/g, '1');

test('every endpoint that limited keys may call has an entry in PROBES', () => {
  assert.deepEqual(Object.keys(PROBES).sort(), [...new Set(ALLOWED.map(getName))].sort());
});

test('every other endpoint rejects a limited key', async () => {
  const { bot } = await setUp({ key_channels: null, key_read_only: true });
  const others = OF_ACCOUNTS.filter(({ limitedKeys }) => !limitedKeys);
  assert.ok(others.length > 150, `${others.length}`);
  for (const endpoint of others) {
    const reply = await bot.request(endpoint.method, anyPath(endpoint));
    if (endpoint.method === 'HEAD') assert.equal(reply.status, 403, getName(endpoint));
    else assertLimited(reply, getName(endpoint));
  }
});

test('a key that is limited to reading writes nothing', async () => {
  const { bot, inOpen } = await setUp({ key_read_only: true });
  for (const endpoint of ALLOWED.filter(({ limitedKeys }) => limitedKeys === 'write'))
    assertLimited(await bot.request(endpoint.method, anyPath(endpoint)), getName(endpoint));
  assert.match((await bot.get(`/messages/${inOpen}`)).message.content, new RegExp(PUBLIC_WORD));
});

for (const endpoint of ALLOWED) {
  const name = getName(endpoint);
  test(`a key that is limited to a channel reads nothing else with ${name}`, async () => {
    const place = await setUp();
    const { allowed, rejected } = PROBES[name]!;
    const { method } = endpoint;
    for (const [path, fields] of rejected?.(place) ?? []) {
      const reply = await place.bot.request(method, path, fields);
      if (path.includes('user_uploads')) assert.equal(reply.status, 403, path);
      else assertLimited(reply, `${method} ${path} ${JSON.stringify(fields)}`);
      assert.doesNotMatch(JSON.stringify(reply), new RegExp(SECRET_WORD));
    }
    const queue = name.endsWith('/events') ? { queue_id: (await place.bot.registerQueue()).id } : {};
    const [path, fields = {}] = allowed(place);
    const reply = await place.bot.request(method, path, { ...fields, ...queue });
    assert.ok(!isLimited(reply), `${method} ${path}: ${reply.msg}`);
    assert.doesNotMatch(JSON.stringify(reply), new RegExp(SECRET_WORD));
  });
}

test('history and search of a limited key contain only its channels', async () => {
  const { bot, inOpen, inClosed } = await setUp();
  const ids = async (fields: Reply) => (await bot.get('/messages', fields)).messages.map(({ id }: Reply) => id);
  assert.ok((await ids({ ...newest, narrow: [] })).includes(inOpen));
  assert.ok(!(await ids({ ...newest, narrow: [] })).includes(inClosed));
  assert.deepEqual(await ids({ ...newest, narrow: [{ operator: 'search', operand: SECRET_WORD }] }), []);
  assert.deepEqual(await ids({ ...newest, narrow: [{ operator: 'search', operand: PUBLIC_WORD }] }), [inOpen]);
  assert.deepEqual(await ids({ message_ids: [inOpen, inClosed] }), [inOpen]);
});

test('the registration of a limited key contains only its channels', async () => {
  const { ada, bot, open, inOpen } = await setUp();
  const state = await bot.post('/register', { include_subscribers: 'true' });
  assert.deepEqual(
    state.subscriptions.map(({ stream_id }: Reply) => stream_id),
    [open],
  );
  assert.deepEqual([state.unsubscribed, state.never_subscribed], [[], []]);
  assert.deepEqual(
    state.streams.map(({ stream_id }: Reply) => stream_id),
    [open],
  );
  const { count, streams, pms, mentions } = state.unread_msgs;
  assert.deepEqual([pms, mentions], [[], [inOpen]]);
  assert.deepEqual(
    streams.map(({ stream_id }: Reply) => stream_id),
    [open, open],
  );
  assert.equal(state.realm_bots, undefined);
  await ada.patch(`/bots/${bot.id}`, { key_channels: null });
  assert.ok((await bot.post('/register')).unread_msgs.count > count, 'the others are still unread');
});

test('a queue of a limited key receives only events of its channels', async () => {
  const { ada, mia, max, bot, open, closed, inOpen, inClosed, direct } = await setUp();
  const queue = await bot.registerQueue({ all_public_streams: true });
  const sent = await mia.sendMessage('open', 'topic', 'in the open');
  await mia.sendMessage('closed', 'topic', SECRET_WORD);
  await mia.sendDirectMessage([bot], SECRET_WORD);
  for (const id of [inOpen, inClosed, direct]) await mia.post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
  await mia.patch(`/messages/${inClosed}`, { content: SECRET_WORD });
  await mia.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'closed' }],
    principals: [max.id],
  });
  await ada.patch(`/streams/${closed}`, { description: `More ${SECRET_WORD}` });
  await mia.delete('/users/me/subscriptions', { subscriptions: ['closed'] });
  const events = await queue.events();
  assert.doesNotMatch(JSON.stringify(events), new RegExp(SECRET_WORD));
  assert.deepEqual(
    events.map(({ type, op, message, message_id, stream_id, stream_ids }) =>
      [type, op, message?.id ?? message_id ?? stream_id ?? stream_ids?.join()].filter((part) => part !== undefined),
    ),
    [
      ['message', sent],
      ['reaction', 'add', inOpen],
      ['subscription', 'peer_add', String(open)],
      // It is active again.
      ['stream', 'update', open],
    ],
  );
});

test('a message that leaves the channels of a key disappears from its queue', async () => {
  const { ada, bot, closed, inOpen } = await setUp();
  const queue = await bot.registerQueue();
  await ada.patch(`/messages/${inOpen}`, { stream_id: closed, propagate_mode: 'change_all' });
  const events = await queue.events();
  assert.ok(!JSON.stringify(events).includes(`"stream_id":${closed}`));
  assertLimited(await bot.request('GET', `/messages/${inOpen}`), 'the moved message');
});

test('a change of the limit ends the queues of the bot', async () => {
  const { ada, bot, closed } = await setUp();
  const queue = await bot.registerQueue();
  await ada.patch(`/bots/${bot.id}`, { key_channels: [closed] });
  assert.equal((await bot.request('GET', '/events', { queue_id: queue.id })).code, 'BAD_EVENT_QUEUE_ID');
});

test('a limit gives no access to a channel that the bot cannot read', async () => {
  const { ada, mia, bot, open } = await setUp();
  await ada.patch(`/bots/${bot.id}`, { role: 400 });
  const other = new TestUser(ada.team, ada.team.app.users.byId(bot.id)!);
  const { id } = await mia.post('/channels/create', {
    name: 'private',
    subscribers: [mia.id, ada.id],
    invite_only: true,
  });
  await ada.patch(`/bots/${bot.id}`, { key_channels: [open, id] });
  assertLimited(await other.request('GET', `/streams/${id}`), 'the private channel');
  await ada.delete(`/streams/${open}`);
  const send = await other.request('POST', '/messages', { type: 'channel', to: open, topic: 'x', content: 'x' });
  assertLimited(send, 'the archived channel');
});

test('an incoming webhook with a limited key posts only in its channels', async () => {
  const { ada, open, closed } = await setUp();
  const { user_id, api_key } = await ada.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  await ada.patch(`/bots/${user_id}`, { key_channels: [open] });
  // Each delivery differs, since the same one is posted only once a minute.
  let count = 0;
  const post = (stream?: number) => {
    const query = new URLSearchParams({ api_key, ...(stream && { stream: String(stream) }) });
    return ada.team.request('POST', `/external/json?${query}`, { count: ++count });
  };
  assert.equal((await post(open)).status, 200);
  for (const stream of [closed, undefined]) assertLimited(await post(stream), `a webhook to ${stream}`);
  await ada.patch(`/bots/${user_id}`, { key_read_only: true });
  assertLimited(await post(open), 'a webhook that only reads');
});

test('an outgoing webhook with a limited key receives no other messages', async () => {
  const { ada, mia, app, open } = await setUp();
  const fields = { full_name: 'Out', short_name: 'out', bot_type: 3, payload_url: 'http://127.0.0.1:9' };
  const { user_id } = await ada.post('/bots', fields);
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'closed' }],
    principals: [user_id],
  });
  await ada.patch(`/bots/${user_id}`, { key_channels: [open] });
  await mia.sendMessage('closed', 'topic', '@**Out** secret');
  await mia.post('/messages', { type: 'direct', to: [user_id], content: 'secret' });
  assert.deepEqual(app.outgoingWebhooks.due(2 ** 40), []);
  await mia.sendMessage('open', 'topic', '@**Out** open');
  assert.equal(app.outgoingWebhooks.due(2 ** 40).length, 1);
});

test('owners and administrators see and change the limit of a key', async () => {
  const { ada, mia, max } = newTeam();
  const { id } = await mia.post('/channels/create', { name: 'open', subscribers: [mia.id] });
  const secret = await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id], invite_only: true });
  const created = await mia.post('/bots', { full_name: 'Robo', short_name: 'robo', key_channels: [id] });
  assert.deepEqual([created.key_channels, created.key_read_only], [[id], false]);
  const bot = `/bots/${created.user_id}`;
  await mia.assertReceives(() => ada.patch(bot, { key_channels: [secret.id, id, id], key_read_only: true }), {
    type: 'realm_bot',
    op: 'update',
    bot: { user_id: created.user_id, key_channels: [id, secret.id], key_read_only: true },
  });
  const { realm_bots } = await mia.post('/register', { fetch_event_types: ['realm_bot'] });
  assert.deepEqual([realm_bots[0].key_channels, realm_bots[0].key_read_only], [[id, secret.id], true]);
  assert.deepEqual((await mia.get('/bots')).bots[0].key_channels, [id, secret.id]);
  assert.equal((await max.request('PATCH', bot, { key_read_only: false })).msg, 'Insufficient permission');
  await mia.patch(bot, { key_channels: [secret.id] });
  await mia.patch(bot, { key_channels: null });
  assert.equal((await mia.request('PATCH', bot, { key_channels: [secret.id] })).msg, 'Invalid channel ID');
  const [entry] = (await ada.get('/audit_log')).entries.filter(({ kind }: Reply) => kind === 'bot_update');
  assert.equal(entry.details, 'key_channels: null');
});
