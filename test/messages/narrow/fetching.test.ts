import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const ids = ({ messages }: { messages?: { id: number }[] }): number[] => messages!.map(({ id }) => id);
const NEWEST = 10_000_000_000_000_000;

/** Mia's notes to herself: ten, every second one with `tea`. */
async function notes() {
  const team = newTeam();
  const own: number[] = [];
  for (let i = 0; i < 10; i++) own.push(await team.mia.sendDirectMessage([team.mia], i % 2 ? 'tea' : 'coffee'));
  return { ...team, own };
}

test('a page has the requested number of messages around its anchor, and says whether there are more', async () => {
  const { mia, own } = await notes();
  const page = async (fields: object) => {
    const { messages, anchor, found_anchor, found_oldest, found_newest, history_limited } = await mia.get('/messages', {
      ...fields,
    });
    assert.equal(history_limited, false);
    return {
      at: ids({ messages }).map((id) => own.indexOf(id)),
      anchor,
      found: [found_anchor, found_oldest, found_newest],
    };
  };
  const [, , , three] = own as number[];
  assert.deepEqual(await page({ anchor: three, num_before: 2, num_after: 2 }), {
    at: [1, 2, 3, 4, 5],
    anchor: three,
    found: [true, false, false],
  });
  assert.deepEqual(await page({ anchor: three, num_before: 2, num_after: 2, include_anchor: false }), {
    at: [1, 2, 4, 5],
    anchor: three,
    found: [false, false, false],
  });
  assert.deepEqual(await page({ anchor: three, num_before: 9, num_after: 0 }), {
    at: [0, 1, 2, 3],
    anchor: three,
    found: [true, true, false],
  });
  assert.deepEqual(await page({ anchor: three, num_before: 0, num_after: 0 }), {
    at: [3],
    anchor: three,
    found: [true, false, false],
  });
  assert.deepEqual(await page({ anchor: three, num_before: 1, num_after: 9 }), {
    at: [2, 3, 4, 5, 6, 7, 8, 9],
    anchor: three,
    found: [true, false, true],
  });
  assert.deepEqual(await page({ anchor: 'newest', num_before: 2, num_after: 5 }), {
    at: [8, 9],
    anchor: NEWEST,
    found: [false, false, true],
  });
  assert.deepEqual(await page({ anchor: 'oldest', num_before: 5, num_after: 2 }), {
    at: [0, 1],
    anchor: 0,
    found: [false, true, false],
  });
  assert.deepEqual(await page({ anchor: '-7', num_before: 1, num_after: 1 }), {
    at: [0],
    anchor: 0,
    found: [false, true, false],
  });
  assert.deepEqual(await page({ anchor: '99999999999999999999', num_before: 1, num_after: 1 }), {
    at: [9],
    anchor: NEWEST,
    found: [false, false, true],
  });
  assert.deepEqual(await page({ anchor: 5000, num_before: 1, num_after: 1 }), {
    at: [9],
    anchor: 5000,
    found: [false, false, true],
  });
  const tea = { narrow: [['search', 'tea']] };
  assert.deepEqual(await page({ anchor: own[4], num_before: 1, num_after: 1, ...tea }), {
    at: [3, 5],
    anchor: own[4],
    found: [false, false, false],
  });
});

test('the first_unread anchor is the first unread message that is not muted', async () => {
  const { ada, mia } = newTeam();
  const made = await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id],
    send_new_subscription_messages: false,
  });
  await mia.post('/mark_all_as_read');
  const [a, b, c] = [
    await ada.sendMessage('design', 'loud', '1'),
    await ada.sendMessage('design', 'lunch', '2'),
    await ada.sendMessage('design', 'lunch', '3'),
  ];
  await mia.post('/user_topics', { stream_id: made.id, topic: 'loud', visibility_policy: 1 });
  const findAnchor = async (fields: object) =>
    (await mia.get('/messages', { num_before: 0, num_after: 0, ...fields })).anchor;
  const design = { narrow: [['channel', 'design']] };
  assert.equal(await findAnchor({ anchor: 'first_unread' }), b);
  assert.equal(await findAnchor({ anchor: 'first_unread', ...design }), b);
  assert.equal(await findAnchor({ anchor: '0', use_first_unread_anchor: true }), b, 'as zulip-terminal asks');
  assert.equal(await findAnchor({ use_first_unread_anchor: true }), b);
  await mia.post('/messages/flags', { messages: [b], op: 'add', flag: 'read' });
  assert.equal(await findAnchor({ anchor: 'first_unread' }), c);
  await mia.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: made.id, property: 'is_muted', value: true }],
  });
  assert.equal(await findAnchor({ anchor: 'first_unread' }), NEWEST, 'nothing but muted ones');
  assert.equal(await findAnchor({ anchor: 'first_unread', ...design }), c, 'inside a muted channel it does not count');
  assert.ok(a < b);
});

test('messages by id: only those that exist, are readable and match the narrow are returned', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [ada.id], send_new_subscription_messages: false });
  const open = await ada.sendMessage('open', 'lunch', 'not received by Mia, but public');
  const direct = await ada.sendDirectMessage([max], 'not for Mia');
  const own = await mia.sendDirectMessage([max], 'by Mia');
  const reply = await mia.get('/messages', { message_ids: [own, direct, open, 99, own] });
  assert.deepEqual(ids(reply), [open, own]);
  assert.equal('anchor' in reply, false);
  assert.deepEqual(ids(await mia.get('/messages', { message_ids: [own, open], narrow: [['is', 'dm']] })), [own]);
  for (const range of [
    { anchor: 'newest' },
    { num_before: 0 },
    { num_after: 1 },
    { include_anchor: true },
    { use_first_unread_anchor: false },
  ]) {
    const reply = await assertRejected(
      mia.request('GET', '/messages', { message_ids: [own], ...range }),
      /Unsupported parameter combination/,
      'BAD_REQUEST',
    );
    assert.match(reply.parameters, /message_ids/);
  }
});

test('a page needs an anchor and a size within the limit', async () => {
  const { mia } = newTeam();
  const asking = (fields: object) => mia.request('GET', '/messages', { ...fields });
  for (const [fields, name] of [
    [{ num_before: 1, num_after: 1 }, 'anchor'],
    [{ anchor: 'newest', num_after: 1 }, 'num_before'],
    [{ anchor: 'newest', num_before: 1 }, 'num_after'],
  ] as const)
    assert.equal(
      (await assertRejected(asking(fields), `Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING')).var_name,
      name,
    );
  await assertRejected(asking({ anchor: 'sideways', num_before: 1, num_after: 1 }), 'Invalid anchor');
  await assertRejected(
    asking({ anchor: 'newest', num_before: 5000, num_after: 1 }),
    'Too many messages requested (maximum 5000).',
    'BAD_REQUEST',
  );
  assert.equal((await asking({ anchor: 'newest', num_before: 5000, num_after: 0 })).status, 200);
  assert.equal((await asking({ anchor: 'newest', num_before: -1, num_after: 0 })).status, 400);
});

test('a client receives the topic and the content in the requested form', async () => {
  const { ada } = newTeam();
  await ada.post('/channels/create', { name: 'design', subscribers: [ada.id], send_new_subscription_messages: false });
  await ada.sendMessage('design', '', '*yes*');
  const last = async (fields: object) =>
    (await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, ...fields })).messages[0];
  const plain = await last({});
  assert.deepEqual([plain.subject, plain.content], ['general chat', '<p><em>yes</em></p>']);
  const raw = await last({ allow_empty_topic_name: true, apply_markdown: false });
  assert.deepEqual([raw.subject, raw.content, raw.content_type], ['', '*yes*', 'text/x-markdown']);
});

test('a request returns which messages match a narrow, with highlighted matches', async () => {
  const { ada, mia, max } = newTeam();
  const [one, two] = [await ada.sendDirectMessage([mia], 'green <tea>'), await ada.sendDirectMessage([mia], 'coffee')];
  const other = await ada.sendDirectMessage([max], 'green tea');
  const ask = (person: TestUser, narrow: unknown[]) =>
    person.get('/messages/matches_narrow', { msg_ids: [one, two, other], narrow });
  const found = { match_content: '<p>green &lt;<span class="highlight">tea</span>&gt;</p>', match_subject: '' };
  assert.deepEqual((await ask(mia, [{ operator: 'search', operand: 'tea' }])).messages, { [one]: found });
  assert.deepEqual(Object.keys((await ask(mia, [{ operator: 'is', operand: 'dm' }])).messages), [
    String(one),
    String(two),
  ]);
  assert.deepEqual((await ask(max, [{ operator: 'search', operand: 'coffee' }])).messages, {});
});

test('a flag is set on a range of a narrow', async () => {
  const { mia, max, own } = await notes();
  const star = { op: 'add', flag: 'starred', narrow: [['search', 'tea']] };
  const change = { type: 'update_message_flags', op: 'add', flag: 'starred', messages: [own[5], own[7]] };
  let reply: any;
  await max.assertReceives(() =>
    mia.assertReceives(
      async () =>
        (reply = await mia.post('/messages/flags/narrow', { ...star, anchor: own[4], num_before: 0, num_after: 2 })),
      change,
    ),
  );
  const { processed_count, updated_count, first_processed_id, last_processed_id, found_oldest, found_newest } = reply;
  assert.deepEqual([processed_count, updated_count, first_processed_id, last_processed_id], [2, 2, own[5], own[7]]);
  assert.deepEqual([found_oldest, found_newest], [false, false]);
  reply = await mia.post('/messages/flags/narrow', { ...star, anchor: 'newest', num_before: 9, num_after: 0 });
  assert.deepEqual(
    [reply.processed_count, reply.updated_count, reply.found_oldest, reply.found_newest],
    [5, 3, true, true],
  );
  reply = await max.post('/messages/flags/narrow', { ...star, anchor: 'oldest', num_before: 0, num_after: 100 });
  assert.deepEqual([reply.processed_count, reply.first_processed_id, reply.last_processed_id], [0, null, null]);
  const asking = (fields: object) =>
    mia.request('POST', '/messages/flags/narrow', {
      ...star,
      anchor: 'oldest',
      num_before: 0,
      num_after: 1,
      ...fields,
    });
  await assertRejected(asking({ flag: 'mentioned' }), "Flag not editable: 'mentioned'");
  await assertRejected(asking({ num_after: 5001 }), 'Too many messages requested (maximum 5000).');
  const { narrow: _, ...everywhere } = { ...star, anchor: 'oldest', num_before: 0, num_after: 1 };
  await assertRejected(
    mia.request('POST', '/messages/flags/narrow', everywhere),
    "Missing 'narrow' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  await assertRejected(
    asking({ num_before: 1, include_anchor: false }),
    'The anchor can only be excluded at an end of the range',
  );
});

test('a user has no unread messages in a channel without a subscription', async () => {
  const { ada, mia } = newTeam();
  const { id } = await ada.post('/channels/create', {
    name: 'open',
    subscribers: [ada.id],
    send_new_subscription_messages: false,
  });
  await ada.sendMessage('open', 'lunch', 'hello');
  const unread = {
    op: 'remove',
    flag: 'read',
    narrow: [['channel', 'open']],
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
  };
  const reply = await mia.post('/messages/flags/narrow', unread);
  assert.deepEqual([reply.updated_count, reply.ignored_because_not_subscribed_channels], [0, [id]]);
});

test('no narrow returns unread messages of a channel that the user left', async () => {
  const { mia, max } = newTeam();
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'hall' }], principals: [mia.id, max.id] });
  await mia.sendMessage('hall', 'tea', 'is there any?');
  await max.delete('/users/me/subscriptions', { subscriptions: ['hall'] });
  const asked = { narrow: [{ operator: 'channel', operand: 'HALL' }], num_before: 0, num_after: 5 };
  assert.equal((await max.get('/messages', { ...asked, anchor: 'first_unread' })).anchor, NEWEST);
  const unread = [...asked.narrow, { operator: 'is', operand: 'unread' }];
  assert.deepEqual(ids(await max.get('/messages', { ...asked, narrow: unread, anchor: 'oldest' })), []);
});
