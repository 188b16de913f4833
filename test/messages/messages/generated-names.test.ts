import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, TestUser } from '../../support/team.ts';

/** Names a member can choose that would mention everyone or become a link. */
const TOPICS = [
  'x** @**all** [free](http://evil.com)',
  '@**all**',
  'a](http://evil.com) b',
  '`@**all**',
  'http://evil.com @**all**',
  '$$x$$ @**all** ~~',
];
const CHANNELS = ['@**all** [a](http://evil.com)', 'b>c @**all**', 'http://evil.com/**x'];

/** The messages of the server's bots that a user can read. */
async function notices(reader: TestUser): Promise<{ content: string; flags: string[]; sender: string }[]> {
  const { messages } = await reader.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0, narrow: [] });
  return messages
    .filter(({ client }: any) => client === 'Internal')
    .map(({ content, flags, sender_full_name }: any) => ({ content, flags, sender: sender_full_name }));
}

function assertHarmless(all: readonly { content: string; flags: string[] }[], least: number): void {
  assert.ok(all.length >= least, `${all.length} notices`);
  for (const { content, flags } of all) {
    assert.doesNotMatch(content, /href="[^"/#]|mention" data-user-id="\*"|<span class="user-group-mention"/, content);
    assert.deepEqual(
      flags.filter((flag) => /mentioned/.test(flag)),
      [],
      content,
    );
  }
}

test('a topic name in a notice mentions nobody and links nowhere, for any user who moves or resolves it', async () => {
  const { app, mia, max } = newTeam();
  app.db.write(() => app.realm.set('can_mention_many_users_group', app.groups.system('role:nobody')));
  for (const person of [mia, max]) await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
  for (const [at, topic] of TOPICS.entries()) {
    const id = await mia.sendMessage('open', topic, 'hello');
    const left = await mia.sendMessage('open', topic, 'stay');
    await mia.sendMessage('open', topic, 'stay too');
    await mia.patch(`/messages/${left}`, { topic: `${topic}!`, propagate_mode: 'change_one' });
    await mia.patch(`/messages/${id}`, { topic: `new ${at}`, propagate_mode: 'change_later' });
    await mia.patch(`/messages/${left}`, { topic: `✔ ${topic}!`.slice(0, 60), propagate_mode: 'change_all' });
  }
  assertHarmless(await notices(max), 3 * TOPICS.length);
});

test('a channel name in a notice mentions nobody and links nowhere', async () => {
  const { app, ada, mia, max } = newTeam();
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'news' }], principals: [mia.id, max.id] });
  const news = app.channels.named('news')!;
  app.db.write(() => app.realm.set('new_stream_announcements_stream_id', news.id));
  for (const name of CHANNELS) {
    await mia.post('/users/me/subscriptions', {
      subscriptions: [{ name, description: '``` @**all**' }],
      principals: [max.id, ada.id],
      announce: true,
    });
    const { id } = app.channels.named(name)!;
    await ada.patch(`/streams/${id}`, { new_name: `${name}.`, description: '```\n@**all**' });
    const from = await mia.sendMessage(`${name}.`, 'x', 'hello');
    await ada.patch(`/messages/${from}`, { stream_id: news.id });
  }
  assertHarmless(await notices(max), 4 * CHANNELS.length);
});

test('names of an organization, a user and a group in a notice mention nobody and link nowhere', async () => {
  const { team, app, ada, mia, max } = newTeam();
  app.db.write(() => app.realm.set('name', '@**all** [a](http://evil.com) http://evil.com'));
  const group = { name: 'a* @**all** *b http://evil.com', description: '', members: [max.id] };
  await ada.post('/user_groups/create', group);
  const groupId = app.groups.named(group.name)!.id;
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], principals: [mia.id, max.id] });
  const { id } = app.channels.named('open')!;
  await ada.patch(`/streams/${id}`, { can_send_message_group: { new: groupId } });
  const full_name = 'Eve ~~x~~ [free](evil.com) $$x$$ evil.com';
  const { user_id } = await ada.post('/users', { email: 'eve@example.com', password: 'something long', full_name });
  assertHarmless(await notices(max), 1);
  assertHarmless(await notices(new TestUser(team, app.users.byId(user_id)!)), 1);
});
