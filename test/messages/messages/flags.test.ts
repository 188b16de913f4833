import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const unread = async (person: TestUser): Promise<number> =>
  (await person.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs.count;

async function inDesign() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id],
    send_new_subscription_messages: false,
  });
  // The channel's first message is its creation notice.
  for (const person of [ada, mia, max]) await person.post('/mark_all_as_read');
  return team;
}

test('unread messages are counted until they are read', async () => {
  const { ada, mia, max } = await inDesign();
  const ids = [
    await mia.sendMessage('design', 'lunch', '1'),
    await mia.sendMessage('design', 'tea', '2'),
    await mia.sendDirectMessage([max], '3'),
    await mia.sendDirectMessage([max, ada], '4'),
  ];
  const { unread_msgs } = await max.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  assert.deepEqual(unread_msgs, {
    count: 4,
    pms: [{ other_user_id: mia.id, sender_id: mia.id, unread_message_ids: [ids[2]] }],
    streams: [
      { stream_id: 1, topic: 'lunch', unread_message_ids: [ids[0]] },
      { stream_id: 1, topic: 'tea', unread_message_ids: [ids[1]] },
    ],
    huddles: [
      { user_ids_string: [ada.id, mia.id, max.id].sort((a, b) => a - b).join(','), unread_message_ids: [ids[3]] },
    ],
    mentions: [],
    old_unreads_missing: false,
  });
  assert.equal(await unread(mia), 0, 'one has read what one wrote');
  await max.assertReceives(
    () =>
      mia.assertReceives(() => max.post('/messages/flags', { messages: [ids[0], ids[2]], op: 'add', flag: 'read' })),
    {
      type: 'update_message_flags',
      op: 'add',
      flag: 'read',
      messages: [ids[0], ids[2]],
      all: false,
    },
  );
  assert.equal(await unread(max), 2);
  await max.assertReceives(() => max.post('/messages/flags', { messages: [ids[0]], op: 'remove', flag: 'read' }), {
    type: 'update_message_flags',
    op: 'remove',
    flag: 'read',
    messages: [ids[0]],
    message_details: { [String(ids[0])]: { type: 'stream', stream_id: 1, topic: 'lunch', unmuted_stream_msg: true } },
  });
  assert.equal(await unread(max), 3);
  await max.post('/mark_topic_as_read', { stream_id: 1, topic_name: 'LUNCH' });
  assert.equal(await unread(max), 2);
  await max.post('/mark_stream_as_read', { stream_id: 1 });
  assert.equal(await unread(max), 1);
  await max.assertReceives(() => max.post('/mark_all_as_read'), {
    type: 'update_message_flags',
    op: 'add',
    flag: 'read',
    messages: [ids[3]],
  });
  assert.equal(await unread(max), 0);
});

test('a user can mark their own messages, and messages from before they joined, as unread', async () => {
  const { ada, mia, mona } = await inDesign();
  const id = await mia.sendMessage('design', 'lunch', 'mine');
  await mia.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
  assert.equal(await unread(mia), 1);
  await mona.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  assert.equal(await unread(mona), 0);
  assert.deepEqual((await mona.get(`/messages/${id}`)).message.flags, ['read', 'historical']);
  await mona.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
  assert.deepEqual((await mona.get(`/messages/${id}`)).message.flags, ['historical']);
  assert.equal(await unread(mona), 1);
  assert.equal(await unread(ada), 1);
});

test('a user has no unread messages in a channel without a subscription', async () => {
  const { mia, mona } = await inDesign();
  const id = await mia.sendMessage('design', 'lunch', 'x');
  const reply = await mona.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
  assert.deepEqual(reply.ignored_because_not_subscribed_channels, [1]);
  assert.equal(await unread(mona), 0);
});

test('a star is visible to its user only, and flags set by the server cannot be changed', async () => {
  const { mia, max, gus } = await inDesign();
  const id = await mia.sendMessage('design', 'lunch', 'x');
  await mia.assertReceives(() => max.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }));
  assert.deepEqual((await max.post('/register', { fetch_event_types: ['starred_messages'] })).starred_messages, [id]);
  await assertRejected(
    max.request('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'mentioned' }),
    "Flag not editable: 'mentioned'",
  );
  await assertRejected(
    max.request('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'pretty' }),
    "Invalid flag: 'pretty'",
  );
  await assertRejected(
    gus.request('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
    'Invalid message(s)',
  );
});

test('a flag is set on thousands of messages at once, or on none if one is inaccessible', async () => {
  const { app, ada, mia, max, mona } = await inDesign();
  const { id: cellar } = await ada.post('/channels/create', {
    name: 'cellar',
    subscribers: [mia.id],
    invite_only: true,
  });
  const first = app.messages.lastId() + 1;
  const [design, elsewhere] = [1, cellar].map((id) => app.channels.byId(id)!.recipient_id);
  const said = {
    sender_id: mia.id,
    subject: 'a',
    content: 'x',
    rendered_content: '<p>x</p>',
    date_sent: 1,
    client_id: 1,
    facts: 0,
  };
  app.db.write(() => {
    for (const recipient_id of [...Array(3000).fill(design), elsewhere])
      app.messages.add({ ...said, recipient_id, topic_id: app.topics.ensure(recipient_id, 'a') });
  });
  app.db.commit();
  const messages = Array.from({ length: 3000 }, (_, at) => first + at);
  const hidden = [...messages, first + 3000];
  await assertRejected(
    max.request('POST', '/messages/flags', { messages: hidden, op: 'add', flag: 'starred' }),
    'Invalid message(s)',
  );
  const starred = async (person: TestUser) =>
    (await person.post('/register', { fetch_event_types: ['starred_messages'] })).starred_messages;
  assert.deepEqual(await starred(max), []);
  // Mona is not subscribed: starring adds a message to her own.
  await Promise.all(
    [max, mona, mia].map((person) => person.post('/messages/flags', { messages, op: 'add', flag: 'starred' })),
  );
  for (const person of [max, mona, mia]) assert.deepEqual(await starred(person), messages);
  assert.deepEqual((await mona.get(`/messages/${first}`)).message.flags, ['read', 'starred', 'historical']);
  await mona.post('/messages/flags', { messages: messages.slice(1), op: 'remove', flag: 'starred' });
  assert.deepEqual(await starred(mona), [first]);
  await max.post('/messages/flags', { messages, op: 'add', flag: 'read' });
  assert.equal(await unread(max), 0);
  await max.post('/messages/flags', { messages, op: 'remove', flag: 'read' });
  assert.equal(await unread(max), 3000);
});
