import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type TestUser } from '../../support/team.ts';

const NOTICES = { send_notification_to_new_thread: true, send_notification_to_old_thread: true };

const setUp = async () => {
  const team = newTeam();
  const { ada, mia, max, gus } = team;
  const create = async (name: string, subscribers: TestUser[], fields = {}) =>
    (await ada.post('/channels/create', { name, subscribers: subscribers.map(({ id }) => id), ...fields }))
      .id as number;
  const secret = await create('secret-plan', [ada, mia], { invite_only: true, history_public_to_subscribers: false });
  const open = await create('open', [ada, mia, max]);
  const guests = await create('guests', [ada, mia, gus]);
  /** All messages of the server's bots in a channel. */
  const notices = async (reader: TestUser, channel: string) => {
    const narrow = [['channel', channel]];
    const { messages } = await reader.get('/messages', { anchor: 'newest', num_before: 99, num_after: 0, narrow });
    return messages
      .filter(({ client }: any) => client === 'Internal')
      .map(({ content }: any) => content)
      .join('\n');
  };
  return { ...team, secret, open, guests, notices };
};

test('a notice about a move does not name a private channel or its topic to users without access', async () => {
  const { ada, max, open, secret, notices } = await setUp();
  const out = await ada.sendMessage('secret-plan', 'takeover', 'one');
  await ada.sendMessage('secret-plan', 'takeover', 'stays');
  const left = await ada.sendMessage('open', 'lunch', 'two');
  await ada.sendMessage('open', 'lunch', 'stays');
  await ada.patch(`/messages/${out}`, { stream_id: open, topic: 'news', ...NOTICES });
  await ada.patch(`/messages/${left}`, { stream_id: secret, topic: 'takeover', ...NOTICES });
  const seen = await notices(max, 'open');
  assert.match(seen, /A message was moved here from another channel by/);
  assert.match(seen, /A message was moved from this topic to another channel by/);
  assert.doesNotMatch(seen, /secret|takeover/);
  assert.match(await notices(ada, 'secret-plan'), /moved here from <a[^>]*>#open &gt; lunch<\/a>/);
});

test('a notice about a move does not name a public channel to guests without access', async () => {
  const { ada, gus, guests, open, notices } = await setUp();
  const id = await ada.sendMessage('open', 'quarter', 'one');
  await ada.patch(`/messages/${id}`, { stream_id: guests, topic: 'news', ...NOTICES });
  assert.doesNotMatch(await notices(gus, 'guests'), /open|quarter/);
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals: [gus.id] });
  const next = await ada.sendMessage('open', 'quarter', 'two');
  await ada.patch(`/messages/${next}`, { stream_id: guests, topic: 'news', ...NOTICES });
  assert.match(await notices(gus, 'guests'), /#open &gt; quarter/);
  assert.ok(open);
});

test('a user who joined a protected history late sees no earlier version of a message moved out of it', async () => {
  const { ada, mia, max, open } = await setUp();
  const id = await ada.sendMessage('secret-plan', 'takeover', 'the old wording');
  await ada.patch(`/messages/${id}`, { content: 'the new wording' });
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret-plan' }], principals: [max.id] });
  await ada.patch(`/messages/${id}`, { stream_id: open, topic: 'news' });
  const history = async (who: TestUser) => JSON.stringify((await who.get(`/messages/${id}/history`)).message_history);
  assert.match(await history(mia), /old wording/);
  assert.doesNotMatch(await history(max), /old wording|takeover/);
  const { message } = await max.get(`/messages/${id}`);
  assert.doesNotMatch(JSON.stringify(message), /old wording|takeover/);
});
