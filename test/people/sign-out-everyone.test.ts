import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../src/chat/people/sign-in/session-actions.ts';
import { runOperation } from '../../src/operations/run.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

const listSessions = ({ app }: { app: any }, { id }: TestUser): number => app.sessions.ofUser(id).length;
const open = ({ app }: { app: any }, { id }: TestUser) => openSession(app, app.users.byId(id));

test('an owner ends the sessions of everybody; API keys keep working', async () => {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  for (const who of [mia, mia, max]) open(team, who);
  const { users } = await ada.delete('/sessions');
  assert.equal(users, app.users.active().filter(({ is_bot }) => !is_bot).length);
  assert.deepEqual([listSessions(team, mia), listSessions(team, max)], [0, 0]);
  await mia.get('/users/me');
  const [entry] = (await ada.get('/audit_log', { kind: 'session_end' })).entries;
  assert.deepEqual([entry.actor_id, entry.details], [ada.id, 'everyone']);
});

test('with API keys, programs of people have to sign in again, and those of bots do not', async () => {
  const team = newTeam();
  const { app, ada, mia } = team;
  const { user_id } = await ada.post('/bots', { full_name: 'Alarm', short_name: 'alarm', bot_type: 1 });
  const getKey = (id: number) => app.users.byId(id)!.api_key;
  const before = { mia: getKey(mia.id), bot: getKey(user_id) };
  await ada.delete('/sessions', { api_keys: true });
  assert.notEqual(getKey(mia.id), before.mia);
  assert.equal(getKey(user_id), before.bot);
  assert.equal((await mia.request('GET', '/users/me')).result, 'error');
});

test('only owners can sign out everybody', async () => {
  const team = newTeam();
  const { abe, mona, mia } = team;
  open(team, mia);
  for (const who of [abe, mona, mia]) await assertRejected(who.request('DELETE', '/sessions'), /owner/);
  assert.equal(listSessions(team, mia), 1);
});

test('commands end the sessions of one user or of everybody', async () => {
  const team = newTeam();
  const { app, mia, max } = team;
  for (const who of [mia, max]) open(team, who);
  const key = app.users.byId(mia.id)!.api_key;
  await runOperation(app, 'user-sign-out', { user: mia.email, apiKeys: true });
  assert.deepEqual([listSessions(team, mia), listSessions(team, max)], [0, 1]);
  assert.notEqual(app.users.byId(mia.id)!.api_key, key);
  await runOperation(app, 'user-sign-out', { everyone: true });
  assert.equal(listSessions(team, max), 0);
});
