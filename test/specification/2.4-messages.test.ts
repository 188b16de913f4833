import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { app, clock, mia, max, ada } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id, max.id] });
const id = await mia.sendMessage('design', 'lunch', '**soup**');

const fetched = async (who: TestUser, message: number, fields: Record<string, unknown> = {}): Promise<Reply> =>
  (await who.get('/messages', { message_ids: [message], ...fields })).messages[0];
const message = await fetched(max, id);

test('2.4 id: integer, unique, display order is by id', async () => {
  assert.equal(message.id, id);
  assert.ok((await mia.sendMessage('design', 'lunch', 'next')) > id);
});

test('2.4 avatar_url: null only if the real email is visible and client_gravatar was true', async () => {
  const sender = people.team.addUser('Gray', 400);
  app.db.write(() => app.db.run("UPDATE user SET avatar_source = 'G' WHERE full_name = ?")('Gray'));
  await sender.patch('/settings', { timezone: 'Europe/Paris' });
  const said = await sender.sendDirectMessage([max], 'look');
  const picture = async (client_gravatar: boolean) => (await fetched(max, said, { client_gravatar })).avatar_url;
  assert.equal(await picture(true), null);
  assert.equal(typeof (await picture(false)), 'string');
  await sender.patch('/settings', { email_address_visibility: 4 });
  assert.equal(typeof (await picture(true)), 'string');
});

test('2.4 client: name of the client that sent it', async () => {
  const body = { type: 'channel', to: 'design', topic: 'lunch', content: 'hi' };
  const sent = await mia.request('POST', '/messages', body, { 'User-Agent': 'ZulipMobile/flutter' });
  assert.equal((await fetched(max, sent.id)).client, 'ZulipMobile');
});

test('2.4 content: HTML if apply_markdown is true, else source text', async () => {
  assert.equal((await fetched(max, id, { apply_markdown: true })).content, '<p><strong>soup</strong></p>');
  assert.equal((await fetched(max, id, { apply_markdown: false })).content, '**soup**');
});

test('2.4 content_type: text/html or text/x-markdown', async () => {
  assert.equal((await fetched(max, id, { apply_markdown: true })).content_type, 'text/html');
  assert.equal((await fetched(max, id, { apply_markdown: false })).content_type, 'text/x-markdown');
});

test('2.4 display_recipient: channel name, or basic data on the recipient users', async () => {
  assert.equal(message.display_recipient, 'design');
  const direct = await mia.sendDirectMessage([max], 'psst');
  assert.deepEqual(
    (await fetched(max, direct)).display_recipient.map(({ id, email, full_name }: Reply) => [id, email, full_name]),
    [
      [mia.id, 'mia@example.com', 'Mia'],
      [max.id, 'max@example.com', 'Max'],
    ],
  );
});

test('2.4 edit_history, last_edit_timestamp, last_moved_timestamp: absent if never edited or moved', () => {
  for (const field of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp'])
    assert.equal(field in message, false);
});

test('2.4 edit_history: newest edit first; entries have user_id, timestamp and what was before', async () => {
  const edited = await mia.sendMessage('design', 'tea', 'one');
  const { id: plans } = await ada.post('/channels/create', { name: 'plans', subscribers: [ada.id, mia.id, max.id] });
  const first = clock.now() / 1000;
  await mia.patch(`/messages/${edited}`, { content: '*two*' });
  clock.advance(60);
  await ada.patch(`/messages/${edited}`, { topic: 'coffee', stream_id: plans });
  const { edit_history, last_edit_timestamp, last_moved_timestamp } = await fetched(max, edited);
  assert.deepEqual(edit_history, [
    { user_id: ada.id, timestamp: first + 60, prev_stream: design, stream: plans, prev_topic: 'tea', topic: 'coffee' },
    { user_id: mia.id, timestamp: first, prev_content: 'one', prev_rendered_content: '<p>one</p>' },
  ]);
  assert.deepEqual([last_edit_timestamp, last_moved_timestamp], [first, first + 60]);
});

test('2.4 edit_history: absent if history viewing is disallowed', async () => {
  const edited = await mia.sendMessage('design', 'tea', 'one');
  await mia.patch(`/messages/${edited}`, { content: 'two' });
  await ada.patch('/realm', { message_edit_history_visibility_policy: 'none' });
  const there = await fetched(max, edited);
  await ada.patch('/realm', { message_edit_history_visibility_policy: 'all' });
  assert.equal('edit_history' in there, false);
  assert.equal('edit_history' in (await fetched(max, edited)), true);
});

test('2.4 last_edit_timestamp: absent if content never edited', async () => {
  const moved = await mia.sendMessage('design', 'tea', 'one');
  await mia.patch(`/messages/${moved}`, { topic: 'coffee' });
  assert.equal('last_edit_timestamp' in (await fetched(max, moved)), false);
});

test('2.4 last_moved_timestamp: topic resolve and unresolve moves do not count', async () => {
  const resolved = await mia.sendMessage('design', 'question', 'why?');
  await mia.patch(`/messages/${resolved}`, { topic: '✔ question', propagate_mode: 'change_all' });
  assert.equal((await fetched(max, resolved)).subject, '✔ question');
  assert.equal('last_moved_timestamp' in (await fetched(max, resolved)), false);
});

test('2.4 is_me_message: is a /me status message', async () => {
  assert.equal(message.is_me_message, false);
  assert.equal((await fetched(max, await mia.sendMessage('design', 'lunch', '/me eats'))).is_me_message, true);
});

test('2.4 reactions: each has emoji_name, emoji_code, reaction_type and user_id', async () => {
  await max.post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
  const [{ emoji_name, emoji_code, reaction_type, user_id, ...more }] = (await fetched(max, id)).reactions;
  assert.deepEqual(
    [emoji_name, emoji_code, reaction_type, user_id, more],
    ['heart', '2764', 'unicode_emoji', max.id, {}],
  );
});

test('2.4 recipient_id: each incoming 1:1 conversation has its own value', async () => {
  const ids: number[] = [];
  for (const sender of [mia, ada])
    ids.push((await fetched(max, await sender.sendDirectMessage([max], 'hi'))).recipient_id);
  const again = (await fetched(max, await mia.sendDirectMessage([max], 'hi again'))).recipient_id;
  assert.notEqual(ids[0], ids[1]);
  assert.equal(again, ids[0]);
});

test('2.4 sender_email: API email address of the sender', async () => {
  assert.equal(message.sender_email, 'mia@example.com');
  const shy = people.team.addUser('Shy', 400);
  const said = await shy.sendDirectMessage([max], 'hello');
  await shy.patch('/settings', { email_address_visibility: 4 });
  assert.equal((await fetched(max, said)).sender_email, `user${shy.id}@klatch.example`);
});

test('2.4 unicode_emoji: emoji_code is the dash-separated hex of code points', async () => {
  const flag = { emoji_name: 'flag_united_kingdom', emoji_code: '1f1ec-1f1e7', reaction_type: 'unicode_emoji' };
  await mia.post(`/messages/${id}/reactions`, flag);
  assert.ok((await fetched(max, id)).reactions.some(({ emoji_code }: Reply) => emoji_code === flag.emoji_code));
});

test('2.4 realm_emoji: emoji_code is the ID of the custom emoji', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  assert.equal((await ada.upload('/realm/emoji/parrot', { 'parrot.png': Buffer.from(dot, 'base64') })).msg, '');
  const [custom] = Object.values<Reply>((await mia.get('/realm/emoji')).emoji);
  await mia.post(`/messages/${id}/reactions`, { emoji_name: 'parrot' });
  const reactions = (await fetched(max, id)).reactions as Reply[];
  const parrot = { emoji_name: 'parrot', emoji_code: custom!.id, reaction_type: 'realm_emoji', user_id: mia.id };
  assert.deepEqual(
    reactions.find(({ emoji_name }) => emoji_name === 'parrot'),
    parrot,
  );
});

test('2.4 service_extra_emoji: emoji_code is the emoji name', async () => {
  const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' };
  await mia.post(`/messages/${id}/reactions`, extra);
  const reactions = (await fetched(max, id)).reactions as Reply[];
  assert.deepEqual(
    reactions.find(({ emoji_code }) => emoji_code === 'zulip'),
    { ...extra, user_id: mia.id },
  );
  const body = await max.request('GET', '/messages', { message_ids: [id] }, { 'User-Agent': 'ZulipMobile/flutter' });
  const types = (body.messages[0].reactions as Reply[]).map(({ reaction_type }) => reaction_type);
  assert.ok(
    types.includes('zulip_extra_emoji') && !types.includes('service_extra_emoji'),
    'Zulip’s own clients know only their name',
  );
});
