import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
// The npm package, which has no types.
// @ts-expect-error
import zulip from 'zulip-js';
import { createAccount, type Login, type RunningServer, startServer, temporaryFolder } from '../support/process.ts';

type Reply = Record<string, any>;
/** A signed-in zulip-js client. */
type Client = Record<string, any>;

const PASSWORD = 'a word with blanks & signs = 7 %';

/** A server as its own process, with Ada and Mia created by the command line. */
async function startServerWithUsers(): Promise<{ server: RunningServer; ada: Login; mia: Login }> {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0', '--rate-limits', 'off']);
  return { server, ada, mia: await createAccount(data, 'Mia', '--password', PASSWORD) };
}

const withKey = ({ url }: RunningServer, { email, api_key }: Login): Promise<Client> =>
  zulip({ username: email, apiKey: api_key, realm: url });

/** Asserts that a request succeeded, and returns its response. */
async function assertSuccess(asking: Promise<Reply>): Promise<Reply> {
  const reply = await asking;
  assert.equal(reply.result, 'success', JSON.stringify(reply));
  assert.equal(reply.ignored_parameters_unsupported, undefined);
  return reply;
}

test('zulip-js signs in, subscribes, sends, reads, reacts and receives events', async () => {
  const { server, ada, mia } = await startServerWithUsers();
  const owner = await withKey(server, ada);
  const client: Client = await zulip({ username: mia.email, password: PASSWORD, realm: server.url });
  assert.equal(client.config.apiKey, mia.api_key, 'signed in by password');
  assert.equal((await assertSuccess(client.users.me.getProfile())).user_id, mia.user_id);
  assert.equal((await assertSuccess(client.server.settings())).zulip_feature_level, 421);
  const { members } = await assertSuccess(client.users.retrieve());
  assert.ok(members.some(({ full_name }: Reply) => full_name === 'Ada'));

  const subscriptions = JSON.stringify([{ name: 'design', description: 'What things look like' }]);
  const { subscribed } = await assertSuccess(owner.users.me.subscriptions.add({ subscriptions }));
  assert.deepEqual(Object.values(subscribed), [['design']]);
  await assertSuccess(client.users.me.subscriptions.add({ subscriptions }));
  const mine = (await assertSuccess(client.streams.subscriptions.retrieve())).subscriptions;
  assert.deepEqual(mine.map(({ name }: Reply) => name).sort(), ['announcements', 'design', 'general', 'sandbox']);
  const { stream_id } = await assertSuccess(client.streams.getStreamId('design'));
  assert.ok(
    (await assertSuccess(client.streams.retrieve())).streams.some((stream: Reply) => stream.stream_id === stream_id),
  );

  const queue = await assertSuccess(
    client.queues.register({ event_types: ['message', 'reaction', 'update_message_flags'] }),
  );
  const held = client.events.retrieve({ queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  const content = 'Grüße & **Küsse** = 100 %\n漢字';
  const { id } = await assertSuccess(owner.messages.send({ type: 'stream', to: 'design', topic: 'hello', content }));
  const [event] = (await assertSuccess(held)).events;
  assert.deepEqual([event.type, event.message.id, event.message.content], ['message', id, content]);

  const narrow = [
    { operator: 'channel', operand: 'design' },
    { operator: 'topic', operand: 'hello' },
  ];
  const { messages } = await assertSuccess(
    client.messages.retrieve({ anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false }),
  );
  assert.equal(messages.at(-1).content, content);
  assert.equal((await assertSuccess(client.messages.getById({ message_id: id }))).message.id, id);
  assert.deepEqual(
    (await assertSuccess(client.streams.topics.retrieve({ stream_id }))).topics
      .map(({ name }: Reply) => name)
      .includes('hello'),
    true,
  );

  await assertSuccess(client.reactions.add({ message_id: id, emoji_name: 'heart' }));
  await assertSuccess(client.messages.flags.add({ messages: [id], flag: 'starred' }));
  const heard = (await assertSuccess(client.events.retrieve({ queue_id: queue.queue_id, last_event_id: event.id })))
    .events;
  assert.deepEqual(
    heard.map(({ type, op }: Reply) => `${type}/${op}`),
    ['reaction/add', 'update_message_flags/add'],
  );
  assert.equal((await assertSuccess(client.messages.getById({ message_id: id }))).message.reactions.length, 1);
  await assertSuccess(client.reactions.remove({ message_id: id, emoji_name: 'heart' }));
  assert.deepEqual((await assertSuccess(client.messages.getById({ message_id: id }))).message.reactions, []);
  await assertSuccess(client.messages.flags.remove({ messages: [id], flag: 'starred' }));

  const direct = await assertSuccess(client.messages.send({ type: 'private', to: [ada.user_id], content: 'psst' }));
  await assertSuccess(client.typing.send({ to: [ada.user_id], op: 'start' }));
  await assertSuccess(owner.messages.deleteById({ message_id: direct.id }));
  assert.equal((await client.messages.getById({ message_id: direct.id })).code, 'BAD_REQUEST');

  await assertSuccess(client.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['design']) }));
  const left = (await assertSuccess(client.streams.subscriptions.retrieve())).subscriptions;
  assert.ok(!left.some(({ name }: Reply) => name === 'design'));
  await assertSuccess(client.queues.deregister({ queue_id: queue.queue_id }));
  assert.equal(
    (await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })).code,
    'BAD_EVENT_QUEUE_ID',
  );
});

/** Its loop never ends by itself, so it runs in a process that can be stopped. */
const LOOP = `
  const { parentPort, workerData: { from, config } } = require('node:worker_threads');
  const zulip = require('node:module').createRequire(from)('zulip-js');
  zulip(config).then((client) => client.callOnEachEvent((event) => parentPort.postMessage(event), ['message']));
`;

test('zulip-js calls back on each event', async () => {
  const { server, ada, mia } = await startServerWithUsers();
  const config = { username: mia.email, apiKey: mia.api_key, realm: server.url };
  const loop = new Worker(LOOP, { eval: true, workerData: { from: import.meta.url, config } });
  const heard: Reply[] = [];
  loop.on('message', (event: Reply) => heard.push(event));
  const owner = await withKey(server, ada);
  while (heard.length < 2) {
    await assertSuccess(owner.messages.send({ type: 'direct', to: [mia.user_id], content: 'are you there?' }));
    await wait(100);
  }
  await loop.terminate();
  const told = heard.map(({ id, type, message }) => [id, type, message.sender_id]);
  assert.deepEqual(told.slice(0, 2), [
    [0, 'message', ada.user_id],
    [1, 'message', ada.user_id],
  ]);
});

test('zulip-js receives errors with their messages', async () => {
  const { server, mia } = await startServerWithUsers();
  const stranger: Client = await zulip({ username: mia.email, apiKey: 'wrong', realm: server.url });
  assert.equal((await stranger.users.me.getProfile()).code, 'UNAUTHORIZED');
  const client: Client = await zulip({ username: mia.email, password: 'wrong', realm: server.url });
  assert.equal(client.config.apiKey, undefined);
  const signedIn = await withKey(server, mia);
  const refused = await signedIn.messages.send({ type: 'stream', to: 'nowhere', topic: 'x', content: 'x' });
  assert.deepEqual([refused.result, refused.code, refused.stream], ['error', 'STREAM_DOES_NOT_EXIST', 'nowhere']);
});
