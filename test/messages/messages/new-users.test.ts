import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Reply, TestUser } from '../../support/team.ts';

const LATEST = { anchor: 'newest', num_before: 1500, num_after: 0 };

/** A team with a busy default channel and a busy private one. */
async function busyTeam() {
  const team = newTeam();
  const { app, ada, mia } = team;
  const { id: hall } = await ada.post('/channels/create', {
    name: 'hall',
    subscribers: [ada.id, mia.id],
    is_default_stream: true,
  });
  const { id: cellar } = await ada.post('/channels/create', {
    name: 'cellar',
    subscribers: [ada.id, mia.id],
    invite_only: true,
  });
  const hire = async (name: string) => {
    const { user_id } = await ada.post('/users', {
      email: `${name}@example.com`,
      password: 'something long',
      full_name: name,
    });
    return new TestUser(team.team, app.users.byId(user_id)!);
  };
  return { ...team, hall, cellar, hire };
}

test('a new user gets the recent messages of their public channels, the newest of them unread', async () => {
  const { clock, ada, mia, max, hall, hire } = await busyTeam();
  await mia.sendMessage('hall', 'days gone by', 'long ago');
  clock.advance(8 * 86_400);
  for (let at = 1; at <= 25; at++) await mia.sendMessage('hall', 'days', `word ${at}`);
  const newest = await mia.sendMessage('cellar', 'secrets', 'hidden');
  clock.advance(60);
  const nina = await hire('nina');
  const { messages } = await nina.get('/messages', { ...LATEST, apply_markdown: false });
  assert.deepEqual(
    messages.map(({ content, flags }: Reply) => [content.slice(0, 7), flags]),
    [
      ...Array.from({ length: 5 }, (_, at) => [`word ${at + 1}`, ['read']]),
      ...Array.from({ length: 20 }, (_, at) => [`word ${at + 6}`.slice(0, 7), []]),
      ['Hello *', []],
    ],
  );
  const { unread_msgs } = await nina.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  assert.deepEqual(
    unread_msgs.streams.map(({ stream_id, topic, unread_message_ids }: Reply) => [
      stream_id,
      topic,
      unread_message_ids.length,
    ]),
    [[hall, 'days', 20]],
  );
  assert.equal((await nina.request('GET', `/messages/${newest}`)).status, 400);
  // Read receipts do not include messages that were only added at sign-up.
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'hall' }] });
  assert.deepEqual((await mia.get(`/messages/${messages[0].id}/read_receipts`)).user_ids, []);
  assert.equal(
    (await max.get('/messages', { ...LATEST, narrow: [['is', 'unread']] })).messages.length,
    0,
    'who only joins a channel finds it read',
  );
  assert.equal((await ada.get('/messages', { ...LATEST, narrow: [['channel', 'hall']] })).messages.length, 27);
});

test('new users are announced if the organization wants it, however they joined', async () => {
  const { app, team, ada, mia, hall, hire } = await busyTeam();
  await hire('early');
  await ada.patch('/realm', { signup_announcements_stream_id: hall });
  const nina = await hire('nina');
  await ada.post('/invites', { invitee_emails: 'olaf@example.com', stream_ids: [hall] });
  const key = /\/join\/([\w-]{43})\//.exec(app.mail.waiting().at(-1)!.body)![1]!;
  const joined = await team.request('POST', '/accounts/register/', {
    key,
    full_name: 'Olaf',
    password: 'a good password',
  });
  assert.equal(joined.status, 200, joined.msg);
  team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  const { messages } = await mia.get('/messages', { ...LATEST, narrow: [['topic', 'signups']], apply_markdown: false });
  assert.deepEqual(
    messages.map(({ content }: Reply) => content),
    [`@_**nina|${nina.id}** joined this organization.`, `@_**Olaf|${joined.user_id}** joined this organization.`],
  );
  const olaf = new TestUser(team, app.users.byId(joined.user_id)!);
  assert.equal(
    (await olaf.get('/messages', { ...LATEST, narrow: [['is', 'dm']] })).messages.length,
    1,
    'who was invited is welcomed like everybody',
  );
});
