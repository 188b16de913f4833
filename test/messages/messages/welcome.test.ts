import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, TestUser } from '../../support/team.ts';

test('a new user receives a welcome message, with the organization’s text, and nobody else receives it', async () => {
  const { app, team, ada, mia } = newTeam();
  const text = 'Tea is at **four**.';
  const { message_id } = await ada.post('/realm/test_welcome_bot_custom_message', {
    welcome_message_custom_text: text,
  });
  assert.match((await ada.get(`/messages/${message_id}`)).message.content, /<strong>four<\/strong>/);
  await assertRejected(
    mia.request('POST', '/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: text }),
    'Must be an organization administrator',
  );
  app.db.write(() => app.realm.set('welcome_message_custom_text', text));
  app.db.commit();
  const { user_id } = await ada.post('/users', {
    email: 'nina@example.com',
    password: 'something long',
    full_name: 'Nina',
  });
  const nina = new TestUser(team, app.users.byId(user_id)!);
  const { messages } = await nina.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  assert.deepEqual(
    messages.map(({ sender_full_name, flags }: any) => [sender_full_name, flags]),
    [
      ['Welcome Bot', []],
      ['Welcome Bot', []],
    ],
  );
  assert.match(messages[1].content, /four/);
});
