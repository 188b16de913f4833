import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

const deactivate = ({ team: { app }, id }: TestUser) => deactivateUser(app, undefined, app.users.byId(id)!);

/** Everything a caller sees of a response except the date. */
const seen = ({ headers, ...body }: Reply) => ({ ...body, headers: [...headers].filter(([name]) => name !== 'date') });

test('a wrong key gets the same response for existing and missing accounts', async () => {
  const { team, mia, max } = newTeam();
  deactivate(max);
  const ask = (email: string) =>
    team.request(
      'GET',
      '/users/me',
      {},
      { authorization: `Basic ${Buffer.from(`${email}:${'0'.repeat(32)}`).toString('base64')}` },
    );
  const unknown = seen(await ask('nobody@example.com'));
  for (const email of [mia.email, max.email, `user${mia.id}@klatch.example`, 'notification-bot@klatch.invalid'])
    assert.deepEqual(seen(await ask(email)), unknown, email);
});

/** The number of password hashes computed during an action. */
async function hashes(action: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_, type) {
      if (type.startsWith('argon2')) count++;
    },
  }).enable();
  await action();
  hook.disable();
  return count;
}

test('a wrong password gets the same response and costs the same work for every kind of account', async () => {
  const { team, ada, max } = newTeam();
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse battery' });
  const { user_id } = await ada.post('/users', {
    email: 'leo@example.com',
    full_name: 'Leo',
    password: 'correct horse battery',
  });
  deactivateUser(team.app, undefined, team.app.users.byId(user_id)!);
  const signIn = (username: string, password = 'wrong') =>
    team.request('POST', '/fetch_api_key', { username, password });
  const unknown = await signIn('nobody@example.com');
  assert.ok(unknown.status >= 400);
  const usernames = ['nobody@example.com', 'pia@example.com', 'leo@example.com', max.email];
  for (const username of usernames) {
    const work = await hashes(async () => assert.deepEqual(seen(await signIn(username)), seen(unknown), username));
    assert.equal(work, 1, username);
  }
  assert.equal((await signIn('pia@example.com', 'correct horse battery')).email, 'pia@example.com');
  assert.equal((await signIn('leo@example.com', 'correct horse battery')).code, 'USER_DEACTIVATED');
});
