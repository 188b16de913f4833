import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

test('a temporary server lets its developer sign in as any user', async () => {
  const { team, mia, app } = newTeam({ development: true });
  const visitor = new Visitor(await team.url);
  const list = await visitor.open('/devlogin/');
  assert.deepEqual(
    list.elements('button').map(({ text }) => text),
    ['Ada', 'Abe', 'Mona', 'Mia', 'Max', 'Gus'],
  );
  await visitor.request('POST', '/devlogin/', {
    csrfmiddlewaretoken: visitor.cookies.get('csrftoken')!.value,
    username: mia.email,
  });
  const token = decodeURIComponent(visitor.cookies.get('sessionid')!.value);
  assert.equal(app.accounts.withSession(token)?.user.id, mia.id);
});

test('any other server has no such page', async () => {
  const { team, mia } = newTeam();
  const visitor = new Visitor(await team.url);
  await visitor.open('/login/');
  assert.equal((await visitor.open('/devlogin/')).status, 404);
  const form = { csrfmiddlewaretoken: visitor.cookies.get('csrftoken')!.value, username: mia.email };
  assert.equal((await visitor.request('POST', '/devlogin/', form)).status, 404);
  assert.ok(!visitor.cookies.has('sessionid'));
});
