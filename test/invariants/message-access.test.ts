import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRole, deactivateUser, reactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { testForms, waitForEvents } from '../support/streams.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../support/team.ts';
import { Secrets } from './secrets.ts';

/** A channel with Mia, who adds and removes others. */
async function createChannel(choices: Record<string, unknown> = {}) {
  const team = newTeam();
  const { ada, mia } = team;
  const subscribers = [ada.id, mia.id];
  const { id } = await mia.post('/channels/create', {
    name: 'diary',
    subscribers,
    send_new_subscription_messages: false,
    ...choices,
  });
  const into = (person: TestUser) =>
    mia.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'diary' }],
      principals: [person.id],
      send_new_subscription_messages: false,
    });
  const out = (person: TestUser) =>
    ada.delete('/users/me/subscriptions', { subscriptions: ['diary'], principals: [person.id] });
  const say = (content: string, topic = content) => mia.sendMessage('diary', topic, `Dear diary: ${content}`);
  return { ...team, id, into, out, say, first: await say('first') };
}

const PROTECTED = { invite_only: true };
const SHARED = { invite_only: true, history_public_to_subscribers: true };

const page = (person: TestUser, narrow: unknown[], more = {}) =>
  person.request('GET', '/messages', { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, ...more });
const listIds = ({ messages = [] }: Reply): number[] => messages.map(({ id }: Reply) => id);

/** The messages of the channel that a user can reach. Asserts that all endpoints agree. */
async function readableMessages(person: TestUser, streamId: number, upTo: number): Promise<number[]> {
  const inChannel = { operator: 'channel', operand: streamId };
  const all = Array.from({ length: upTo }, (_, at) => at + 1);
  const direct: number[] = [];
  const diary: number[] = [];
  for (const id of all) {
    const { message } = await person.request('GET', `/messages/${id}`);
    if (message?.stream_id === streamId) direct.push(id);
    if (message?.content.includes('diary')) diary.push(id);
    assert.equal(
      (await person.request('GET', `/messages/${id}/read_receipts`)).result,
      message ? 'success' : 'error',
      `receipts of ${id}`,
    );
  }
  const ours = (ids: number[]) => ids.filter((id) => !others.includes(id));
  const others = listIds(await page(person, [{ operator: 'channel', operand: streamId, negated: true }]));
  const ways: Record<string, number[]> = {
    'the channel': listIds(await page(person, [inChannel])),
    'from the other end': listIds(
      await page(person, [inChannel], { anchor: 'newest', num_before: 1000, num_after: 0 }),
    ),
    ids: ours(listIds(await person.request('GET', '/messages', { message_ids: all }))),
  };
  for (const [way, ids] of Object.entries(ways)) assert.deepEqual(ids, direct, `${person.name}, by ${way}`);
  const searched = listIds(await page(person, [inChannel, { operator: 'search', operand: 'diary' }]));
  assert.deepEqual(searched, diary, `${person.name}, by words in the channel`);
  const topics: Reply[] = (await person.request('GET', `/users/me/${streamId}/topics`)).topics ?? [];
  for (const { name, max_id } of topics) assert.ok(direct.includes(max_id), `topic ${name} shows ${max_id}`);
  assert.equal(topics.length === 0, direct.length === 0);
  return diary;
}

test('protected history is exactly what was sent while the user was subscribed', async () => {
  const { app, max, id, into, out, say, first } = await createChannel(PROTECTED);
  const reach = () => readableMessages(max, id, app.messages.lastId());
  assert.deepEqual(await reach(), []);
  await into(max);
  assert.deepEqual(await reach(), [], 'nothing from before');
  const there = [await say('second'), await say('third', 'first')];
  assert.deepEqual(await reach(), there);
  assert.deepEqual(
    (await max.get(`/users/me/${id}/topics`)).topics.map(({ name }: Reply) => name),
    ['first', 'second'],
    'newest first',
  );
  await out(max);
  const away = [await say('fourth'), await say('fifth', 'second')];
  assert.deepEqual(await reach(), [], 'nothing at all once one has left');
  await into(max);
  const back = await say('sixth');
  assert.deepEqual(await reach(), [...there, back], 'what one had comes back, what one missed does not');
  for (const missed of [first, ...away])
    await assertRejected(
      max.request('POST', '/messages/flags', { messages: [missed], op: 'add', flag: 'starred' }),
      /Invalid message/,
    );
});

test('shared history is the whole history, for as long as the user is subscribed', async () => {
  const { app, max, id, into, out, say, first } = await createChannel(SHARED);
  const reach = () => readableMessages(max, id, app.messages.lastId());
  assert.deepEqual(await reach(), []);
  await into(max);
  const second = await say('second');
  assert.deepEqual(await reach(), [first, second]);
  await out(max);
  const third = await say('third');
  assert.deepEqual(await reach(), []);
  await into(max);
  assert.deepEqual(await reach(), [first, second, third]);
});

test('unread messages are those received that the user can still read', async () => {
  const { max, into, out, say } = await createChannel(PROTECTED);
  const unread = async () => {
    const { unread_msgs } = await max.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
    return unread_msgs.streams.flatMap(({ unread_message_ids }: Reply) => unread_message_ids);
  };
  await into(max);
  const second = await say('second');
  const third = await say('third');
  assert.deepEqual(await unread(), [second, third]);
  await max.post('/messages/flags', { messages: [second], op: 'add', flag: 'starred' });
  await out(max);
  await say('fourth');
  assert.deepEqual(await unread(), []);
  const starred = { anchor: 'newest', num_before: 9, num_after: 0, narrow: [{ operator: 'is', operand: 'starred' }] };
  assert.deepEqual((await max.get('/messages', starred)).messages, [], 'the star stays, the message is out of reach');
  await into(max);
  assert.ok(!(await unread()).includes(second + 2), 'nothing from the time away');
  assert.deepEqual((await max.post('/register', { fetch_event_types: ['starred_messages'] })).starred_messages, [
    second,
  ]);
});

test('a deleted message is gone from every endpoint, for everyone', async () => {
  const { app, ada, mia, max, id, into, say, first } = await createChannel(SHARED);
  await into(max);
  const gone = await say('quatsch', 'only here');
  await max.post(`/messages/${gone}/reactions`, { emoji_name: 'heart' });
  await max.post('/messages/flags', { messages: [gone], op: 'add', flag: 'starred' });
  await max.assertReceives(() => mia.delete(`/messages/${gone}`), {
    type: 'delete_message',
    message_id: undefined,
    message_ids: [gone],
  });
  const secrets = new Secrets();
  secrets.message(gone, []);
  for (const person of [ada, mia, max]) {
    assert.deepEqual(await readableMessages(person, id, app.messages.lastId()), [first]);
    assert.deepEqual(listIds(await page(person, [{ operator: 'search', operand: 'quatsch' }])), []);
    assert.ok(!(await person.get(`/users/me/${id}/topics`)).topics.some(({ name }: Reply) => name === 'only here'));
    assert.deepEqual(secrets.hiddenIds(person.name, await person.post('/register')), [], 'not even its number');
  }
  assert.ok((await say('next')) > gone, 'its number is not given again');
});

testForms('a user removed from a private channel can no longer read it or receive its events', async (form) => {
  const { mia, max, into, out, say, id } = await createChannel(SHARED);
  await into(max);
  const second = await say('second');
  const [plain, everything, narrowed] = [
    await max.registerQueue(),
    await max.registerQueue({ all_public_streams: true }),
    await max.registerQueue({ narrow: [['stream', 'diary']] }),
  ];
  const held = waitForEvents(form, max, { queue_id: plain.id, last_event_id: -1 });
  await out(max);
  assert.ok((await held).events.every(({ type }: Reply) => type !== 'message'));
  await say('third');
  await mia.post(`/messages/${second}/reactions`, { emoji_name: 'heart' });
  await mia.post('/typing', { type: 'stream', op: 'start', stream_id: id, topic: 'second' });
  await mia.delete(`/messages/${second}`);
  for (const queue of [everything, narrowed]) {
    const kinds = (await queue.events()).map(({ type }) => type);
    assert.ok(
      !kinds.some((type) => ['message', 'reaction', 'typing', 'delete_message', 'update_message'].includes(type)),
      `${kinds}`,
    );
  }
  await assertRejected(max.request('GET', `/messages/${second}`), 'Invalid message(s)');
  await assertRejected(max.request('GET', `/streams/${id}`), 'Invalid channel ID');
  await assertRejected(
    max.request('POST', '/messages', { type: 'channel', to: id, topic: 'x', content: 'x' }),
    /does not exist/,
    'STREAM_DOES_NOT_EXIST',
  );
  assert.deepEqual((await page(max, [{ operator: 'channel', operand: 'diary' }])).messages, []);
});

test('a user who becomes a guest keeps only subscribed channels', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  const { id: hall } = await ada.post('/channels/create', { name: 'hall', subscribers: [ada.id, mia.id] });
  await ada.post('/channels/create', { name: 'nook', subscribers: [ada.id, mia.id, max.id, gus.id] });
  const message = await mia.sendMessage('hall', 'x', 'open to members');
  assert.equal((await max.get(`/messages/${message}`)).message.id, message);
  const queue = await max.registerQueue({ all_public_streams: true, event_types: ['message', 'reaction'] });
  await mia.sendMessage('hall', 'x', 'heard');
  assert.equal((await queue.events()).length, 1);
  changeRole(app, app.users.byId(ada.id), app.users.byId(max.id)!, 600);
  await mia.sendMessage('hall', 'x', 'not heard');
  await mia.post(`/messages/${message}/reactions`, { emoji_name: 'heart' });
  assert.deepEqual(await queue.events(), []);
  await assertRejected(max.request('GET', `/messages/${message}`), 'Invalid message(s)');
  await assertRejected(max.request('GET', `/streams/${hall}`), 'Invalid channel ID');
  await mia.sendMessage('nook', 'x', 'heard again');
  assert.equal((await queue.events()).length, 1);
});

testForms('a deactivated user loses everything immediately: key, queues, pending polls and bots', async (form) => {
  const { team, app, ada, mia, max } = newTeam();
  const bot = team.addUser('Bot', 400, { bot_type: 1, bot_owner_id: max.id });
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id, bot.id] });
  for (const person of [max, bot]) assert.equal((await person.get('/users/me')).user_id, person.id);
  const waiting = await Promise.all(
    [max, bot].map(async (person) => {
      const queue = await person.registerQueue({ event_types: ['message'] });
      return { person, queue, held: waitForEvents(form, person, { queue_id: queue.id, last_event_id: -1 }) };
    }),
  );
  await max.get('/users/me');
  deactivateUser(app, app.users.byId(ada.id), app.users.byId(max.id)!);
  app.db.commit();
  assert.equal(app.queues.ofUser(max.id).length + app.queues.ofUser(bot.id).length, 0);
  for (const { person, queue, held } of waiting) {
    const reply = await held;
    assert.deepEqual([reply.result, reply.events], ['error', undefined], 'who waits is sent away');
    for (const [method, path, fields] of [
      ['GET', '/users/me', {}],
      ['GET', '/events', { queue_id: queue.id }],
      ['POST', '/register', {}],
      ['POST', '/messages', { type: 'channel', to: 'hall', topic: 'x', content: 'x' }],
    ] as const) {
      const refusal = await assertRejected(
        person.request(method, path, fields),
        'Account is deactivated',
        'USER_DEACTIVATED',
      );
      assert.equal(refusal.status, 401);
    }
  }
  await mia.sendMessage('hall', 'x', 'among us');
  reactivateUser(app, app.users.byId(ada.id), app.users.byId(max.id)!);
  app.db.commit();
  await assertRejected(
    max.request('GET', '/events', { queue_id: waiting[0]!.queue.id }),
    /Bad event queue/,
    'BAD_EVENT_QUEUE_ID',
  );
  assert.equal((await max.get('/users/me')).user_id, max.id);
  assert.equal((await bot.request('GET', '/users/me')).status, 401, 'bots come back one by one');
});

testForms('after regenerating a key, the old key fails and its pending polls end', async (form) => {
  const { mia, max } = newTeam();
  const queue = await max.registerQueue({ event_types: ['message'] });
  const held = waitForEvents(form, max, { queue_id: queue.id, last_event_id: -1 });
  await max.get('/users/me');
  const old = max.apiKey;
  const { api_key } = await max.post('/users/me/api_key/regenerate');
  assert.match(api_key, /^[\da-zA-Z]{32}$/);
  assert.notEqual(api_key, old);
  assert.ok(!(await held).events?.length);
  for (const path of ['/users/me', `/events?queue_id=${queue.id}&dont_block=true`])
    assert.equal((await assertRejected(max.request('GET', path), 'Invalid API key', 'UNAUTHORIZED')).status, 401);
  max.apiKey = api_key;
  await mia.sendDirectMessage([max], 'still there?');
  assert.equal((await queue.events()).length, 1, 'the queue goes on with the new key');
});

testForms(
  'a channel that becomes private denies events, pending polls and files to users outside at once',
  async (form) => {
    const { ada, mia, max, gus } = newTeam();
    const id = (await ada.post('/channels/create', { name: 'open', subscribers: [ada.id, mia.id] })).id;
    const { url } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
    const first = await mia.sendMessage('open', 'plans', `see [plan](${url})`);
    await max.post('/user_topics', { stream_id: id, topic: 'plans', visibility_policy: 3 });
    await max.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
    assert.equal((await max.fetch(url)).status, 200);
    const { queue_id } = await max.post('/register', {
      all_public_streams: true,
      fetch_event_types: [],
      event_types: ['message', 'stream'],
    });
    const held = waitForEvents(form, max, { queue_id, last_event_id: -1 });
    await ada.patch(`/streams/${id}`, { is_private: true });
    const { events } = await held;
    assert.deepEqual(
      events.map(({ type, op }: Reply) => `${type}/${op}`),
      ['stream/delete'],
    );
    await mia.sendMessage('open', 'plans', 'for us alone');
    const after = await max.get('/events', { queue_id, last_event_id: events.at(-1).id, dont_block: true });
    assert.deepEqual(after.events, []);
    for (const person of [max, gus]) {
      assert.equal((await person.fetch(url)).status, 403);
      assert.equal((await person.request('GET', `/messages/${first}`)).status, 400);
    }
    const state = await max.post('/register', {});
    assert.ok(!JSON.stringify([state.streams, state.unread_msgs, state.never_subscribed]).includes('open'));
    await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals: [max.id] });
    const back = await max.post('/register', {});
    assert.deepEqual(
      [
        back.starred_messages,
        back.user_topics.map(({ topic_name, visibility_policy }: Reply) => [topic_name, visibility_policy]),
      ],
      [[first], [['plans', 3]]],
      'what they wanted of it comes back with it',
    );
  },
);
