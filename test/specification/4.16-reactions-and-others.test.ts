import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply } from '../support/team.ts';

const people = newTeam();
const { ada, mia, max } = people;
await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id] });

async function reacted(...emoji: Record<string, string>[]): Promise<number> {
  const id = await ada.sendMessage('design', 'lunch', 'soup');
  for (const one of emoji) await mia.post(`/messages/${id}/reactions`, one);
  return id;
}
const takeBack = (id: number, fields: object) => mia.request('DELETE', `/messages/${id}/reactions`, { ...fields });
const left = async (id: number): Promise<string[]> =>
  (await mia.get('/messages', { message_ids: [id] })).messages[0].reactions.map(({ emoji_name }: Reply) => emoji_name);

const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
for (const fields of [
  HEART,
  { emoji_name: 'heart' },
  { emoji_code: '2764' },
  { emoji_code: '2764', reaction_type: 'unicode_emoji' },
])
  test(`4.16 emoji_name, emoji_code, reaction_type all optional: ${Object.keys(fields).join(', ')}`, async () => {
    const id = await reacted({ emoji_name: 'heart' });
    assert.equal((await takeBack(id, fields)).msg, '');
    assert.deepEqual(await left(id), []);
  });

test('4.16 reaction_type service_extra_emoji, as the server supplied it', async () => {
  const id = await reacted({ emoji_name: 'zulip' });
  const [{ user_id: _, ...emoji }] = (await mia.get('/messages', { message_ids: [id] })).messages[0].reactions;
  assert.equal(emoji.reaction_type, 'service_extra_emoji');
  assert.equal((await takeBack(id, emoji)).msg, '');
});

test('4.16 BAD_REQUEST: invalid emoji code', async () => {
  const id = await reacted({ emoji_name: 'heart' });
  const wrong = { emoji_code: 'zzz', reaction_type: 'unicode_emoji' };
  await assertRejected(takeBack(id, wrong), 'Invalid emoji code.', 'BAD_REQUEST');
  assert.deepEqual(await left(id), ['heart']);
});

test('4.16 REACTION_DOES_NOT_EXIST', async () => {
  const id = await reacted();
  await assertRejected(takeBack(id, HEART), /./, 'REACTION_DOES_NOT_EXIST');
});

test('4.16 message_id: a message that the user has access to', async () => {
  const secret = await ada.sendDirectMessage([max], 'psst');
  await assertRejected(takeBack(secret, HEART), 'Invalid message(s)', 'BAD_REQUEST');
});

const type = (id: number, fields: object) => mia.request('POST', `/messages/${id}/typing`, { ...fields });

test('4.17 op: required; start or stop', async () => {
  const id = await mia.sendDirectMessage([max], 'hi');
  for (const op of ['start', 'stop']) assert.equal((await type(id, { op })).msg, '');
  await assertRejected(type(id, {}), "Missing 'op' argument");
  await assertRejected(type(id, { op: 'pause' }), 'Invalid op', 'BAD_REQUEST');
});

test('4.17 notifies other users that the current user is or is not editing the message', async () => {
  const id = await mia.sendMessage('design', 'lunch', 'hi');
  for (const op of ['start', 'stop'])
    await max.assertReceives(() => type(id, { op }), {
      type: 'typing_edit_message',
      op,
      sender_id: mia.id,
      message_id: id,
    });
});

test('4.17 the older path /message_edit_typing is gone', async () => {
  const id = await mia.sendDirectMessage([max], 'hi');
  assert.equal((await mia.request('POST', '/message_edit_typing', { op: 'start', message_id: id })).status, 404);
});

const view = (fields: object) => mia.request('POST', '/navigation_views', { ...fields });
const views = async () => (await mia.get('/navigation_views')).navigation_views;

test('4.18 fragment: required, must not be blank: BAD_REQUEST', async () => {
  await assertRejected(view({ is_pinned: true, name: 'Nowhere' }), "Missing 'fragment' argument");
  for (const fragment of ['', '   '])
    await assertRejected(view({ fragment, is_pinned: true, name: 'Nowhere' }), /./, 'BAD_REQUEST');
  assert.deepEqual(await views(), []);
});

test('4.18 is_pinned: required, boolean', async () => {
  await assertRejected(view({ fragment: 'inbox' }), "Missing 'is_pinned' argument");
  await assertRejected(view({ fragment: 'inbox', is_pinned: 'yes' }), /is_pinned/);
});

test('4.18 name: string or null, omitted for built-in views', async () => {
  assert.equal((await view({ fragment: 'inbox', is_pinned: true })).msg, '');
  assert.equal((await view({ fragment: 'recent', is_pinned: false, name: null })).msg, '');
  assert.equal((await view({ fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' })).msg, '');
  assert.deepEqual(
    (await views()).map(({ name }: Reply) => name),
    ['inbox', 'narrow/is/alerted', 'recent'].map((fragment) => (fragment.startsWith('narrow') ? 'Alerts' : null)),
  );
});

const snippet = async () => (await mia.post('/saved_snippets', { title: 'Bye', content: 'See you' })).saved_snippet_id;
const kept = async (id: number) =>
  (await mia.get('/saved_snippets')).saved_snippets.find((one: Reply) => one.id === id);

for (const [fields, expected] of [
  [{ title: 'Goodbye' }, ['Goodbye', 'See you']],
  [{ content: '*Take care*' }, ['Bye', '*Take care*']],
  [{ title: 'Hello', content: 'Hi' }, ['Hello', 'Hi']],
] as const)
  test(`4.19 title, content: both optional: ${Object.keys(fields).join(', ')}`, async () => {
    const id = await snippet();
    await mia.patch(`/saved_snippets/${id}`, fields);
    const { title, content } = await kept(id);
    assert.deepEqual([title, content], expected);
  });

test('4.19 BAD_REQUEST when no snippet has that ID', async () => {
  const id = await snippet();
  await assertRejected(mia.request('PATCH', '/saved_snippets/999', { title: 'x' }), /./, 'BAD_REQUEST');
  await assertRejected(max.request('PATCH', `/saved_snippets/${id}`, { title: 'x' }), /./, 'BAD_REQUEST');
});
