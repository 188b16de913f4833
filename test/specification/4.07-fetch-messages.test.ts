import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { ada, mia, max } = people;
const quiet = { send_new_subscription_messages: false };
await ada.post('/channels/create', { name: 'open', subscribers: [ada.id], ...quiet });
await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id], ...quiet });
await mia.post('/mark_all_as_read');
const said: number[] = [];
for (const topic of ['lunch', 'lunch', 'tea', 'lunch', 'tea'])
  said.push(await ada.sendMessage('design', topic, `about **${topic}**`));
const [one, two, three, four, five] = said as [number, number, number, number, number];
const elsewhere = await ada.sendMessage('open', 'lunch', 'not received by Mia');

const fetch = (fields: Record<string, unknown>) => mia.request('GET', '/messages', fields);
const ids = async (fields: Record<string, unknown>) => (await fetch(fields)).messages.map(({ id }: Reply) => id);
const design = { narrow: [['channel', 'design']] };

test('4.7 anchor: integer message ID as text', async () => {
  assert.deepEqual(await ids({ anchor: String(three), num_before: 1, num_after: 1, ...design }), [two, three, four]);
  for (const above of ['9007199254740993', '10000000000000000', '99999999999999999999'])
    assert.deepEqual(await ids({ anchor: above, num_before: 1, num_after: 1, ...design }), [five], 'however large');
});

test('4.7 anchor: newest', async () => {
  assert.deepEqual(await ids({ anchor: 'newest', num_before: 1, num_after: 1, ...design }), [five]);
});

test('4.7 anchor: oldest', async () =>
  assert.equal((await ids({ anchor: 'oldest', num_before: 0, num_after: 50, ...design })).at(-1), five));

test('4.7 anchor: first_unread is the oldest unread matching, else the most recent', async () => {
  await mia.post('/messages/flags', { messages: [one, two], op: 'add', flag: 'read' });
  const page = () => ids({ anchor: 'first_unread', num_before: 0, num_after: 1, ...design });
  assert.deepEqual(await page(), [three, four]);
  await mia.post('/mark_all_as_read');
  assert.deepEqual(await ids({ anchor: 'first_unread', num_before: 1, num_after: 1, ...design }), [five]);
});

test('4.7 anchor: any other value is rejected', async () => {
  await assertRejected(fetch({ anchor: 'middle', num_before: 1, num_after: 1 }), /anchor/, 'BAD_REQUEST');
});

test('4.7 include_anchor: default true', async () => {
  const range = { anchor: three, num_before: 1, num_after: 1, ...design };
  assert.deepEqual(await ids(range), [two, three, four]);
  assert.deepEqual(await ids({ ...range, include_anchor: false }), [two, four]);
});

test('4.7 num_before, num_after: required if message_ids absent', async () => {
  await assertRejected(fetch({ anchor: 'newest', num_after: 1 }), "Missing 'num_before' argument");
  await assertRejected(fetch({ anchor: 'newest', num_before: 1 }), "Missing 'num_after' argument");
});

test('4.7 narrow: default [], objects of operator and operand or string arrays', async () => {
  const tea = { operator: 'topic', operand: 'tea' };
  const range = { anchor: 'newest', num_before: 50, num_after: 0 };
  assert.deepEqual(await ids({ ...range, narrow: [{ operator: 'channel', operand: 'design' }, tea] }), [three, five]);
  assert.deepEqual(
    await ids({
      ...range,
      narrow: [
        ['channel', 'design'],
        ['topic', 'tea'],
      ],
    }),
    [three, five],
  );
  assert.deepEqual(await ids(range), await ids({ ...range, narrow: [] }));
});

test('4.7 narrow: without a channel operator the user’s own history is searched', async () => {
  const found = await ids({ anchor: 'newest', num_before: 50, num_after: 0, narrow: [['topic', 'lunch']] });
  assert.deepEqual(found, [one, two, four]);
});

test('4.7 narrow: operator channels with operand public searches all public channels', async () => {
  const narrow = [
    ['channels', 'public'],
    ['topic', 'lunch'],
  ];
  assert.deepEqual(await ids({ anchor: 'newest', num_before: 50, num_after: 0, narrow }), [one, two, four, elsewhere]);
});

test('4.7 client_gravatar: default true', async () => {
  const { messages } = await fetch({ message_ids: [one] });
  assert.deepEqual(messages, (await fetch({ message_ids: [one], client_gravatar: true })).messages);
});

test('4.7 apply_markdown: default true', async () => {
  const content = async (fields: object) => (await fetch({ message_ids: [one], ...fields })).messages[0].content;
  assert.equal(await content({}), '<p>about <strong>lunch</strong></p>');
  assert.equal(await content({ apply_markdown: false }), 'about **lunch**');
});

test('4.7 message_ids: only accessible messages are returned, sorted, further filtered by narrow', async () => {
  const secret = await ada.sendDirectMessage([max], 'psst');
  assert.deepEqual(await ids({ message_ids: [five, secret, 99999, elsewhere, one] }), [one, five, elsewhere]);
  assert.deepEqual(
    await ids({
      message_ids: [five, one],
      narrow: [
        ['channel', 'design'],
        ['topic', 'tea'],
      ],
    }),
    [five],
  );
});

for (const range of [
  { anchor: 'newest' },
  { include_anchor: true },
  { use_first_unread_anchor: true },
  { num_before: 1 },
  { num_after: 1 },
])
  test(`4.7 message_ids: error if combined with ${Object.keys(range)}`, async () => {
    await assertRejected(fetch({ message_ids: [one], ...range }), /Unsupported parameter combination/, 'BAD_REQUEST');
  });

test('4.7 allow_empty_topic_name: false (the default) replaces the empty topic, in edit_history too', async () => {
  const id = await mia.sendMessage('design', 'moved', 'hi');
  await mia.patch(`/messages/${id}`, { topic: '' });
  const topics = async (fields: object) => {
    const [{ subject, edit_history }] = (await fetch({ message_ids: [id], ...fields })).messages;
    return [subject, edit_history[0].topic];
  };
  const { realm_empty_topic_display_name: name } = await mia.post('/register', { fetch_event_types: ['realm'] });
  assert.deepEqual(await topics({}), [name, name]);
  assert.deepEqual(await topics({ allow_empty_topic_name: false }), [name, name]);
  assert.deepEqual(await topics({ allow_empty_topic_name: true }), ['', '']);
});

test('4.7 use_first_unread_anchor: deprecated, default false, ignored if anchor is given', async () => {
  await mia.post('/mark_all_as_read');
  const { id } = await mia.post('/messages', { type: 'channel', to: 'design', topic: 'lunch', content: 'x' });
  await mia.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
  const page = { num_before: 0, num_after: 0, ...design };
  assert.deepEqual(await ids({ use_first_unread_anchor: true, ...page }), [id]);
  assert.deepEqual(await ids({ use_first_unread_anchor: true, anchor: '0', ...page }), [id]);
  assert.deepEqual(await ids({ use_first_unread_anchor: false, anchor: one, ...page }), [one]);
});

test('4.7 response: anchor (absent when message_ids is given)', async () => {
  assert.equal((await fetch({ anchor: one, num_before: 0, num_after: 0 })).anchor, one);
  assert.equal('anchor' in (await fetch({ message_ids: [one] })), false);
});

test('4.7 response: found_newest, found_oldest', async () => {
  const found = async (fields: object) => {
    const { found_newest, found_oldest } = await fetch({ ...design, ...fields });
    return [found_oldest, found_newest];
  };
  assert.deepEqual(await found({ anchor: three, num_before: 1, num_after: 1 }), [false, false]);
  assert.deepEqual(await found({ anchor: 'oldest', num_before: 0, num_after: 1 }), [true, false]);
  assert.deepEqual(await found({ anchor: 'newest', num_before: 1, num_after: 0 }), [false, true]);
  assert.deepEqual(await found({ anchor: three, num_before: 100, num_after: 100 }), [true, true]);
});

test('4.7 response: found_anchor is false if the anchor is missing, outside the narrow or excluded', async () => {
  const found = async (fields: object) =>
    (await fetch({ num_before: 1, num_after: 1, ...design, ...fields })).found_anchor;
  assert.equal(await found({ anchor: three }), true);
  assert.equal(await found({ anchor: 99999 }), false);
  assert.equal(await found({ anchor: elsewhere }), false);
  assert.equal(await found({ anchor: three, include_anchor: false }), false);
});

test('4.7 response: history_limited is always false, because there are no plan restrictions', async () => {
  assert.equal((await fetch({ anchor: 'oldest', num_before: 0, num_after: 99 })).history_limited, false);
});

test('4.7 response: messages, sorted by ID', async () => {
  const page = await ids({ anchor: three, num_before: 50, num_after: 50 });
  assert.deepEqual(
    page,
    [...page].sort((a, b) => a - b),
  );
});

test('4.7 a request that exceeds 5000 messages is an error', async () => {
  await assertRejected(
    fetch({ anchor: 'newest', num_before: 5001, num_after: 0 }),
    /Too many messages requested/,
    'BAD_REQUEST',
  );
  await assertRejected(
    fetch({ anchor: 'newest', num_before: 2500, num_after: 2501 }),
    /Too many messages requested/,
    'BAD_REQUEST',
  );
  assert.equal((await fetch({ anchor: 'newest', num_before: 5000, num_after: 0 })).result, 'success');
});
