import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type TestUser } from '../../support/team.ts';

const preview = async (person: TestUser, content: string): Promise<string> =>
  (await person.post('/messages/render', { content })).rendered as string;

test('emoticons become emoji for users who turned this on', async () => {
  const { mia, max } = newTeam();
  await mia.patch('/settings', { translate_emoticons: true });
  assert.match(await preview(mia, 'hi :)'), /^<p>hi <span [^>]*class="emoji emoji-1f642"[^>]*>:smile:<\/span><\/p>$/);
  assert.equal(await preview(max, 'hi :)'), '<p>hi :)</p>');
});

test('a URL of this server becomes a named link for users who can see the name', async () => {
  const { ada, mia, gus } = newTeam();
  const { id } = await ada.post('/channels/create', {
    name: 'plans',
    subscribers: [ada.id, mia.id],
    invite_only: true,
  });
  const address = `http://klatch.example/#narrow/channel/${id}-plans/topic/a.20b/near/5`;
  assert.equal(
    await preview(mia, address),
    `<p><a class="message-link" href="/#narrow/channel/${id}-plans/topic/a.20b/near/5">#plans &gt; a b @ 💬</a></p>`,
  );
  assert.equal(
    await preview(gus, address.replace('plans', 'x')),
    `<p><a href="/#narrow/channel/${id}-x/topic/a.20b/near/5">${address.replace('plans', 'x')}</a></p>`,
  );
});
