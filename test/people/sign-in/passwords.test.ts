import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from 'argon2';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

/** Spellings that look the same to the person who types them. */
const SPELLINGS = ['Ma\u0308dchen Ångström', 'M\u00e4dchen A\u030angstro\u0308m', 'Ｍädchen\u00a0\u212bngström'];
const [DECOMPOSED, MIXED, FULL_WIDTH] = SPELLINGS as [string, string, string];

test('a password is the same however a keyboard composes its letters', async () => {
  for (const chosen of SPELLINGS) {
    const { ada, team } = newTeam();
    await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: chosen });
    for (const password of SPELLINGS) {
      const reply = await team.request('POST', '/fetch_api_key', { username: 'pia@example.com', password });
      assert.equal(reply.status, 200, `${chosen} and ${password}`);
      const visitor = new Visitor(await team.url);
      await visitor.fillIn('/login/', { username: 'pia@example.com', password });
      assert.ok(visitor.cookies.has('sessionid'));
    }
    const wrong = { username: 'pia@example.com', password: 'Madchen Angstrom' };
    await assertRejected(team.request('POST', '/fetch_api_key', wrong), /incorrect/);
  }
});

test('a password that was stored as it was typed still works', async () => {
  const { mia, team, app } = newTeam();
  const stored = await hash(DECOMPOSED, { memoryCost: 1024, timeCost: 2 });
  app.db.write(() => app.users.setPassword(stored, mia.id));
  const signIn = (password: string) => team.request('POST', '/fetch_api_key', { username: mia.email, password });
  assert.equal((await signIn(DECOMPOSED)).status, 200);
  await assertRejected(signIn('another password'), /incorrect/);
});

test('a changed password and one from a link accept every spelling', async () => {
  const { ada, mia, team, app } = newTeam();
  const stored = await hash(MIXED.normalize('NFKC'), { memoryCost: 1024, timeCost: 2 });
  app.db.write(() => app.users.setPassword(stored, mia.id));
  await mia.patch('/settings', { old_password: FULL_WIDTH, new_password: 'Ｆlöße im Fluss' });
  const signIn = (username: string, password: string) => team.request('POST', '/fetch_api_key', { username, password });
  assert.equal((await signIn(mia.email, 'Flo\u0308ße im Fluss')).status, 200);
  const { invite_link } = await ada.post('/invites/multiuse', { invite_as: 400 });
  const fields = { full_name: 'Pia', email: 'pia@example.com', password: DECOMPOSED };
  await new Visitor(await team.url).fillIn(new URL(invite_link).pathname, fields);
  assert.equal((await signIn('pia@example.com', MIXED)).status, 200);
});

test('a common password is rejected in full-width letters, too', async () => {
  const { mia, app } = newTeam();
  const stored = await hash('correct horse', { memoryCost: 1024, timeCost: 2 });
  app.db.write(() => app.users.setPassword(stored, mia.id));
  const change = mia.request('PATCH', '/settings', {
    old_password: 'correct horse',
    new_password: 'ｐａｓｓｗｏｒｄ１',
  });
  await assertRejected(change, /too common/);
});
