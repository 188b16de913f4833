import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type TestUser } from '../../support/team.ts';

const page = (person: TestUser, fields: object = {}) =>
  person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, ...fields });
const texts = ({ messages }: { messages?: { content: string }[] }): string[] =>
  messages!.map(({ content }) => content.replace(/<[^>]*>/g, ''));

/** Ada keeps a channel with protected history; Mia joins, leaves and joins again. */
async function createProtectedChannel() {
  const team = newTeam();
  const { app, ada, mia } = team;
  await ada.post('/channels/create', {
    name: 'diary',
    subscribers: [ada.id],
    invite_only: true,
    history_public_to_subscribers: false,
    send_new_subscription_messages: false,
  });
  const write = (text: string) => ada.sendMessage('diary', text, text);
  const come = () =>
    ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'diary' }],
      principals: [mia.id],
      send_new_subscription_messages: false,
    });
  const ids = { before: await write('before') } as Record<'before' | 'first' | 'between' | 'second', number>;
  await come();
  ids.first = await write('first');
  await mia.delete('/users/me/subscriptions', { subscriptions: ['diary'] });
  ids.between = await write('between');
  await come();
  ids.second = await write('second');
  return { ...team, ids, from: ids.before, to: app.messages.lastId() };
}

test('a user reads only received messages of a protected history, on every path', async () => {
  const { ada, mia, ids, from, to } = await createProtectedChannel();
  const mine = ['first', 'second'];
  const only = (all: string[]) => all.filter((text) => ['before', 'first', 'between', 'second'].includes(text));
  const narrows: unknown[][] = [
    [],
    [['channel', 'diary']],
    [['sender', 'ada@example.com']],
    [['channel', 'diary'], { operator: 'sender', operand: ada.id }],
  ];
  for (const narrow of narrows)
    assert.deepEqual(only(texts(await page(mia, { narrow }))), mine, JSON.stringify(narrow));
  for (const word of ['before', 'between']) {
    for (const narrow of [
      [['search', word]],
      [
        ['channel', 'diary'],
        ['search', word],
      ],
      [
        ['channel', 'diary'],
        ['topic', word],
      ],
      [['topic', word]],
    ])
      assert.deepEqual(texts(await page(mia, { narrow })), []);
    const id = ids[word as 'before'];
    const at = await page(mia, { anchor: id, num_before: 0, num_after: 0, narrow: [['channel', 'diary']] });
    assert.deepEqual([at.found_anchor, at.messages], [false, []]);
    assert.deepEqual((await page(mia, { narrow: [['id', String(id)]] })).messages, []);
    assert.deepEqual((await mia.get('/messages', { message_ids: [id] })).messages, []);
    assert.deepEqual((await mia.get('/messages/matches_narrow', { msg_ids: [id], narrow: [] })).messages, {});
    assert.equal(
      (
        await mia.request('GET', '/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [['with', String(id)]],
        })
      ).code,
      'BAD_NARROW',
    );
  }
  const oldest = await page(mia, {
    anchor: ids.first,
    num_before: 1,
    num_after: 0,
    narrow: [
      ['channel', 'diary'],
      ['sender', 'ada@example.com'],
      ['topic', 'first'],
    ],
  });
  assert.equal(oldest.found_oldest, true, 'what is before tells nothing of itself');
  const flagged = await mia.post('/messages/flags/narrow', {
    anchor: from,
    num_before: 0,
    num_after: to,
    narrow: [['topic', 'between']],
    op: 'add',
    flag: 'starred',
  });
  assert.equal(flagged.processed_count, 0);
});

test('messages are inaccessible after leaving, starred or not', async () => {
  const { mia, ids } = await createProtectedChannel();
  await mia.post('/messages/flags', { messages: [ids.first], op: 'add', flag: 'starred' });
  assert.deepEqual(texts(await page(mia, { narrow: [['is', 'starred']] })), ['first']);
  await mia.delete('/users/me/subscriptions', { subscriptions: ['diary'] });
  assert.deepEqual(texts(await page(mia, { narrow: [['is', 'starred']] })), []);
  assert.equal(texts(await page(mia)).includes('first'), false);
  assert.deepEqual(texts(await page(mia, { narrow: [['channel', 'diary']] })), []);
});

test('a search finds no messages of other users’ conversations', async () => {
  const { ada, mia, max, gus } = newTeam();
  await ada.sendDirectMessage([mia], 'the password is swordfish');
  for (const person of [max, gus])
    for (const narrow of [
      [['search', 'swordfish']],
      [['search', '"password is"']],
      [['is', 'dm']],
      [{ operator: 'dm-including', operand: mia.id }],
      [{ operator: 'dm', operand: [ada.id, mia.id] }],
    ])
      assert.deepEqual(texts(await page(person, { narrow })), []);
  assert.deepEqual(texts(await page(mia, { narrow: [['search', 'swordfish']] })), ['the password is swordfish']);
});

test('a search in very many channels finds nothing outside of them', async () => {
  const { ada, mia, max } = newTeam();
  const subscriptions = Array.from({ length: 60 }, (_, i) => ({ name: `room ${i}` }));
  await ada.post('/users/me/subscriptions', {
    subscriptions,
    principals: [ada.id, mia.id],
    send_new_subscription_messages: false,
  });
  await ada.post('/channels/create', {
    name: 'safe',
    subscribers: [ada.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  await ada.sendMessage('safe', 'lunch', 'swordfish inside');
  await ada.sendMessage('room 7', 'lunch', 'swordfish outside');
  const search = [
    ['channels', 'public'],
    ['search', 'swordfish'],
  ];
  for (const person of [ada, mia, max])
    assert.deepEqual(texts(await page(person, { narrow: search })), ['swordfish outside']);
  assert.deepEqual(texts(await page(mia, { narrow: [['search', 'swordfish']] })), ['swordfish outside']);
  assert.deepEqual(texts(await page(max, { narrow: [['search', 'swordfish']] })), []);
});
