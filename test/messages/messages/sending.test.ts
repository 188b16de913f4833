import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

/** Ada, Mia and Max in `design`, which already has a message, so it is not new. */
async function inDesign(choices: Record<string, unknown> = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  const subscribers = [ada.id, mia.id, max.id];
  await ada.post('/channels/create', {
    name: 'design',
    subscribers,
    send_new_subscription_messages: false,
    ...choices,
  });
  await ada.sendMessage('design', 'lunch', 'Who is hungry?');
  return team;
}

test('subscribers receive a message in a private channel at once, and nobody else does', async () => {
  const { ada, mia, max, gus, mona, abe } = await inDesign({ invite_only: true });
  const say = () => mia.sendMessage('design', 'lunch', 'Soup or **bread**?');
  const event = {
    type: 'message',
    message: {
      type: 'stream',
      display_recipient: 'design',
      subject: 'lunch',
      sender_id: mia.id,
      sender_full_name: 'Mia',
      content: '<p>Soup or <strong>bread</strong>?</p>',
      content_type: 'text/html',
    },
    flags: [],
  };
  let heard: any[] = [];
  await gus.assertReceives(() =>
    mona.assertReceives(() =>
      abe.assertReceives(() =>
        ada.assertReceives(async () => void (heard = await max.assertReceives(say, event)), event),
      ),
    ),
  );
  const { message } = await max.get(`/messages/${heard[0].message.id}`);
  assert.equal(message.content, event.message.content);
  assert.deepEqual(message.flags, []);
  for (const outsider of [gus, mona, abe])
    await assertRejected(outsider.request('GET', `/messages/${message.id}`), 'Invalid message(s)');
  await assertRejected(
    gus.request('POST', '/messages', { type: 'channel', to: 'design', topic: 'lunch', content: 'Me!' }),
    "Channel 'design' does not exist",
    'STREAM_DOES_NOT_EXIST',
  );
});

test('the sender’s message is read, and only the sender’s queue receives its local_id', async () => {
  const { mia } = await inDesign();
  const queue = await mia.registerQueue();
  const send = { type: 'stream', to: 'design', topic: 'lunch', content: 'Me', queue_id: queue.id, local_id: '7.01' };
  const { id } = await mia.post('/messages', send);
  const [event] = await queue.events();
  assert.deepEqual([event!.message.id, event!.flags, event!.local_message_id], [id, ['read'], '7.01']);
  assert.equal((await mia.post('/messages', send)).id, id, 'sent twice, stored once');
  assert.deepEqual(await queue.events(), []);
  const other = await mia.registerQueue();
  await mia.post('/messages', { ...send, local_id: '7.02', read_by_sender: false });
  const [heard] = await other.events();
  assert.deepEqual([heard!.flags, heard!.local_message_id], [[], undefined]);
  await assertRejected(mia.request('POST', '/messages', { ...send, local_id: undefined }), /local_id/);
});

test('only the two participants receive a direct message', async () => {
  const { mia, max, ada } = newTeam();
  const heard = await max.assertReceives(() => ada.assertReceives(() => mia.sendDirectMessage([max], 'psst')), {
    type: 'message',
    message: {
      type: 'private',
      display_recipient: [mia, max].map(({ id, email, name }) => ({
        id,
        email,
        full_name: name,
        is_mirror_dummy: false,
      })),
      subject: '',
    },
    flags: [],
  });
  await assertRejected(ada.request('GET', `/messages/${heard[0]!.message.id}`), 'Invalid message(s)');
  await assertRejected(
    mia.request('POST', '/messages', { type: 'direct', to: [999], content: 'x' }),
    'Invalid user ID 999',
  );
  await assertRejected(
    mia.request('POST', '/messages', { type: 'direct', to: [], content: 'x' }),
    'Message must have recipients',
  );
  await assertRejected(
    mia.request('POST', '/messages', { type: 'direct', to: [max.id], content: ' \n' }),
    'Message must not be empty',
  );
});

test('a mention flags the message for mentioned users who receive it', async () => {
  const { mia, max, gus } = await inDesign();
  const heard = await max.assertReceives(
    () => mia.sendMessage('design', 'lunch', '@**Max** and @**Gus**'),
    { type: 'user_topic', visibility_policy: 3 },
    { type: 'message', flags: ['mentioned'] },
  );
  assert.match(heard[1]!.message.content, new RegExp(`data-user-id="${max.id}"`));
  assert.deepEqual((await max.get(`/messages/${heard[1]!.message.id}`)).message.flags, ['mentioned']);
  await gus.assertReceives(() => mia.sendMessage('design', 'lunch', '@**Gus**'));
  await max.assertReceives(() => mia.sendMessage('design', 'lunch', '@**all**'), {
    type: 'message',
    flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'],
  });
});

test('content and topics that are too long are truncated, not rejected', async () => {
  const { mia } = await inDesign();
  const id = await mia.sendMessage('design', 't'.repeat(70), 'x'.repeat(10_050));
  const { message, raw_content } = await mia.get(`/messages/${id}`);
  assert.equal(message.subject, `${'t'.repeat(57)}...`);
  assert.equal(raw_content.length, 10_000);
  assert.match(raw_content, /\[message truncated\]$/);
});

test('a message sent by a script without read_by_sender stays unread for its sender', async () => {
  const { mia, max, mona } = await inDesign();
  const to = { design: { type: 'channel', to: 'design', topic: 'lunch' }, max: { type: 'direct', to: [max.id] } };
  const queue = await mia.registerQueue({ event_types: ['message'] });
  const send = async (where: object, agent: string, more = {}) => {
    const fields = { ...where, content: 'Soup', ...more };
    const { id } = await mia.request('POST', '/messages', fields, { 'User-Agent': agent });
    const [event] = await queue.events();
    assert.deepEqual((await mia.get(`/messages/${id}`)).message.flags, event!.flags, agent);
    return { id, flags: event!.flags };
  };
  const unread = [];
  for (const agent of ['curl/8.0', 'ZulipPython/0.9.0', 'zulip-js/2.1.0', ''])
    for (const where of Object.values(to)) {
      const { id, flags } = await send(where, agent);
      assert.deepEqual(flags, [], agent);
      unread.push(id);
    }
  const read = { read: (await send(to.design, 'curl/8.0', { read_by_sender: true })).flags };
  assert.deepEqual(read, { read: ['read'] });
  for (const agent of ['website', 'ZulipMobile/28.1 (iOS 18)', 'ZulipElectron/5.12', 'ZulipTerminal/0.7.0', 'snipe'])
    assert.deepEqual((await send(to.design, agent)).flags, ['read'], agent);
  assert.deepEqual((await send(to.design, 'curl/8.0', { client: 'website' })).flags, ['read']);
  const found = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [['is', 'unread']],
  });
  const own = found.messages.filter(({ sender_id }: { sender_id: number }) => sender_id === mia.id);
  assert.deepEqual(
    own.map(({ id }: { id: number }) => id),
    unread,
  );
  await mia.post('/messages/flags', { messages: unread, op: 'add', flag: 'read' });
  assert.deepEqual((await mia.get(`/messages/${unread[0]}`)).message.flags, ['read']);
  // A user without a subscription does not receive the message, so it cannot be unread for them.
  const { id } = await mona.request(
    'POST',
    '/messages',
    { ...to.design, content: 'Soup' },
    { 'User-Agent': 'curl/8.0' },
  );
  assert.deepEqual((await mona.get(`/messages/${id}`)).message.flags.includes('read'), true);
  assert.equal(
    (await mona.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs.count,
    0,
  );
});

test('a message sent by a script stays unread for its sender when it is edited, until everything is marked as read', async () => {
  const { mia, max } = await inDesign();
  const sent = { type: 'channel', to: 'design', topic: 'lunch', content: 'Soup' };
  const { id } = await mia.request('POST', '/messages', sent, { 'User-Agent': 'curl/8.0' });
  const isUnread = async () => {
    const { unread_msgs } = await mia.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
    return unread_msgs.streams.some((topic: { unread_message_ids: number[] }) => topic.unread_message_ids.includes(id));
  };
  await mia.patch(`/messages/${id}`, { content: 'Soup with [bread](https://bread.example)' });
  assert.deepEqual((await mia.get(`/messages/${id}`)).message.flags, []);
  assert.equal(await isUnread(), true);
  const channel_id = (await mia.get('/get_stream_id', { stream: 'design' })).stream_id;
  await mia.post('/mark_stream_as_read', { stream_id: channel_id });
  assert.deepEqual((await mia.get(`/messages/${id}`)).message.flags, ['read']);
  assert.equal(await isUnread(), false);
  assert.deepEqual((await max.get(`/messages/${id}`)).message.flags, []);
});

test('a channel message without a topic is rejected; one with an empty topic goes to general chat', async () => {
  const { mia } = await inDesign();
  for (const type of ['channel', 'stream'])
    await assertRejected(
      mia.request('POST', '/messages', { type, to: 'design', content: 'Soup' }),
      'Missing topic',
      'BAD_REQUEST',
    );
  assert.equal(
    (await mia.post('/messages', { type: 'channel', to: 'design', topic: '', content: 'Soup' })).result,
    'success',
  );
});

test('members mentioned through a group follow the topic if their setting says so', async () => {
  const { ada, mia, max, mona, gus } = await inDesign();
  const members = [mia, max, mona, gus].map(({ id }) => id);
  await ada.post('/user_groups/create', { name: 'cooks', description: '', members });
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [gus.id] });
  await gus.patch('/settings', { automatically_follow_topics_where_mentioned: false });
  const policies = (who: TestUser) => who.post('/register', { fetch_event_types: ['user_topic'] });
  await max.assertReceives(
    () => mia.sendMessage('design', 'dinner', '@*cooks*'),
    { type: 'user_topic', topic_name: 'dinner', visibility_policy: 3 },
    { type: 'message', flags: ['mentioned'] },
  );
  await mia.sendMessage('design', 'quiet', '@_*cooks* @**all**');
  const followed = async (who: TestUser) =>
    (await policies(who)).user_topics.map(({ topic_name }: { topic_name: string }) => topic_name);
  assert.deepEqual(await followed(max), ['dinner']);
  // Gus turned this off, and Mona is not subscribed.
  for (const who of [gus, mona]) assert.deepEqual(await followed(who), []);
});

test('a mention of the topic flags its sender too, unless the sender is not subscribed', async () => {
  const { mia, max, mona } = await inDesign();
  const flags = ['topic_wildcard_mentioned', 'wildcard_mentioned'];
  let id = 0;
  await max.assertReceives(
    () =>
      mia.assertReceives(
        async () => void (id = await mia.sendMessage('design', 'new', '@**topic**')),
        { type: 'user_topic' },
        { type: 'message', flags: ['read', ...flags] },
      ),
    { type: 'message', flags: [] },
  );
  assert.deepEqual((await mia.get(`/messages/${id}`)).message.flags, ['read', ...flags]);
  await mia.assertReceives(() => mona.sendMessage('design', 'new', '@**topic**'), { type: 'message', flags });
  const narrow = [['is', 'mentioned']];
  assert.deepEqual(
    (await mona.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })).messages,
    [],
  );
});
