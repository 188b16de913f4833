import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { changeName } from '../../../src/chat/people/users/actions.ts';
import { changeRole, deactivateUser, reactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import type { Role } from '../../../src/shared/roles.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const findUser = ({ team: { app }, id }: TestUser) => app.users.byId(id)!;
const setRole = (person: TestUser, role: Role, actor?: TestUser) =>
  changeRole(person.team.app, actor && findUser(actor), findUser(person), role);

test('administrators change roles, only owners change owners, and the last owner stays', () => {
  const { ada, abe, mona, mia, max } = newTeam();
  assert.throws(() => setRole(max, 300, mia), { code: 'UNAUTHORIZED_PRINCIPAL' });
  assert.throws(() => setRole(max, 300, mona), { code: 'UNAUTHORIZED_PRINCIPAL' });
  assert.throws(() => setRole(max, 100, abe), { message: 'Must be an organization owner' });
  assert.throws(() => setRole(ada, 400, abe), { message: 'Must be an organization owner' });
  assert.throws(() => setRole(ada, 400, ada), {
    message: 'The owner permission cannot be removed from the only organization owner.',
    code: 'BAD_REQUEST',
  });
  setRole(max, 100, ada);
  setRole(ada, 400, max);
  assert.equal(findUser(ada).role, 400);
});

test('a bot’s owner can rename and deactivate it, but not raise its role', () => {
  const { team, app, mia, max } = newTeam();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  assert.throws(() => setRole(bot, 100, mia), { code: 'UNAUTHORIZED_PRINCIPAL' });
  assert.throws(() => changeName(app, findUser(max), findUser(bot), 'Mine'), { code: 'UNAUTHORIZED_PRINCIPAL' });
  changeName(app, findUser(mia), findUser(bot), 'Helper');
  deactivateUser(app, findUser(mia), findUser(bot));
  assert.equal(findUser(bot).is_active, false);
});

test('everyone receives a new role, with the groups that the user leaves and joins', async () => {
  const { app, max, mia } = newTeam();
  const group = (name: 'role:members' | 'role:fullmembers' | 'role:moderators') => app.groups.system(name);
  await mia.assertReceives(
    () => setRole(max, 300),
    { type: 'realm_user', op: 'update', person: { user_id: max.id, role: 300 } },
    { type: 'user_group', op: 'remove_members', group_id: group('role:fullmembers'), user_ids: [max.id] },
    { type: 'user_group', op: 'remove_members', group_id: group('role:members'), user_ids: [max.id] },
    { type: 'user_group', op: 'add_members', group_id: group('role:moderators'), user_ids: [max.id] },
  );
});

test('a demoted user receives the addresses that became hidden', async () => {
  const { abe, mia, max } = newTeam();
  await mia.patch('/settings', { email_address_visibility: 3 });
  const queue = await abe.registerQueue({ event_types: ['realm_user'] });
  setRole(abe, 400);
  assert.deepEqual(
    (await queue.events()).map(({ person }) => person),
    [
      { user_id: abe.id, role: 400 },
      { user_id: mia.id, delivery_email: null },
    ],
  );
  await max.assertReceives(() => setRole(abe, 400));
});

test('a deactivated user loses everything at once, including bots, and gets it back when reactivated', async () => {
  const { team, app, ada, mia, max } = newTeam();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: max.id });
  const Cookie = `sessionid=${openSession(app, findUser(max)).token}`;
  const queue = await max.registerQueue();
  const waiting = max.request('GET', '/events', { queue_id: queue.id, last_event_id: -1 });
  await waitUntil(() => app.queues.ofUser(max.id)[0]?.poll);
  await mia.assertReceives(
    () => deactivateUser(app, findUser(ada), findUser(max)),
    { type: 'realm_user', op: 'update', person: { user_id: max.id, is_active: false } },
    { type: 'realm_user', op: 'update', person: { user_id: bot.id, is_active: false } },
  );
  assert.equal((await waiting).code, 'USER_DEACTIVATED');
  const known = await team.request('GET', '/json/users/me', {}, { Cookie });
  assert.deepEqual([known.status, known.code], [401, 'USER_DEACTIVATED'], 'a browser is told why');
  for (const one of [max, bot]) assert.equal((await one.request('GET', '/users/me')).code, 'USER_DEACTIVATED');
  const { realm_users, realm_non_active_users, realm_user_groups } = await mia.post('/register', {
    fetch_event_types: ['realm_user', 'realm_user_groups'],
  });
  const ids = (users: { user_id: number }[]) => users.map(({ user_id }) => user_id);
  assert.deepEqual(ids(realm_non_active_users), [max.id, bot.id]);
  assert.equal(ids(realm_users).includes(max.id), false);
  assert.equal(
    JSON.stringify(realm_user_groups.map(({ members }: { members: number[] }) => members)).includes(`${max.id}`),
    false,
  );
  await mia.assertReceives(
    () => reactivateUser(app, findUser(ada), findUser(max)),
    { type: 'realm_user', op: 'update', person: { user_id: max.id, is_active: true } },
    { type: 'user_group', op: 'add_members', user_ids: [max.id] },
    { type: 'user_group', op: 'add_members', user_ids: [max.id] },
  );
  assert.equal((await max.get('/users/me')).is_active, true);
  const again = await team.request('GET', '/json/users/me', {}, { Cookie });
  assert.deepEqual([again.status, again.code], [401, 'UNAUTHORIZED'], 'and has to sign in again');
});

test('the last owner cannot be deactivated, and a member can deactivate nobody else', () => {
  const { app, ada, abe, mia, max } = newTeam();
  assert.throws(() => deactivateUser(app, findUser(ada), findUser(ada)), {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    extra: { is_last_owner: true, entity: 'organization owner' },
  });
  assert.throws(() => deactivateUser(app, findUser(abe), findUser(ada)), { message: 'Must be an organization owner' });
  assert.throws(() => deactivateUser(app, findUser(mia), findUser(max)), { code: 'UNAUTHORIZED_PRINCIPAL' });
  deactivateUser(app, findUser(mia), findUser(mia));
  assert.equal(findUser(mia).is_active, false);
});

test('everyone receives a new name', async () => {
  const { app, abe, mia, max } = newTeam();
  await mia.assertReceives(() => changeName(app, findUser(abe), findUser(max), 'Maximilian'), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: max.id, full_name: 'Maximilian' },
  });
  await mia.assertReceives(() => changeName(app, findUser(abe), findUser(max), ' Maximilian '));
  await assertRejected(Promise.resolve(max.request('GET', '/users/maximilian@example.com')), 'No such user');
});
