import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply } from '../../support/team.ts';

test('a permission that cannot be empty cannot be empty in any form', async () => {
  const { app, ada, max } = newTeam();
  const nobody = app.groups.system('role:nobody');
  const { group_id: empty } = await ada.post('/user_groups/create', { name: 'empty', description: '', members: [] });
  const { group_id: gone } = await ada.post('/user_groups/create', {
    name: 'gone',
    description: '',
    members: [max.id],
    subgroups: [nobody],
  });
  await ada.delete(`/users/${max.id}`);
  const set = (value: unknown): Promise<Reply> =>
    ada.request('PATCH', '/realm', { can_manage_all_groups: { new: value } });
  const before = (await ada.post('/register', { fetch_event_types: ['realm'] })).realm_can_manage_all_groups;
  for (const value of [
    nobody,
    empty,
    gone,
    { direct_members: [], direct_subgroups: [] },
    { direct_members: [], direct_subgroups: [nobody] },
    { direct_members: [], direct_subgroups: [empty, gone] },
    { direct_members: [], direct_subgroups: [nobody, empty] },
  ])
    await assertRejected(set(value), /^'can_manage_all_groups' setting cannot be set to 'role:nobody' group\.$/);
  const after = (await ada.post('/register', { fetch_event_types: ['realm'] })).realm_can_manage_all_groups;
  assert.deepEqual(after, before);
  assert.equal((await set({ direct_members: [ada.id], direct_subgroups: [empty] })).status, 200);
});

test('the object form of a permission cannot contain a system group that the permission does not allow', async () => {
  const { app, ada, mia } = newTeam();
  const [everyone, internet, members] = (['role:everyone', 'role:internet', 'role:members'] as const).map((name) =>
    app.groups.system(name),
  );
  const set = (name: string, direct_subgroups: unknown[]): Promise<Reply> =>
    ada.request('PATCH', '/realm', { [name]: { new: { direct_members: [mia.id], direct_subgroups } } });
  await assertRejected(set('can_create_groups', [everyone]), /cannot be set to 'role:everyone' group/);
  await assertRejected(set('can_create_groups', [members, internet]), /cannot be set to 'role:internet' group/);
  await assertRejected(
    set('can_access_all_users_group', [members]),
    /must be a system user group/,
    'SYSTEM_GROUP_REQUIRED',
  );
  assert.equal((await set('can_create_groups', [members])).status, 200);
  const { id } = await ada.post('/channels/create', { name: 'open', subscribers: [ada.id] });
  const value = { direct_members: [], direct_subgroups: [everyone, members] };
  await assertRejected(
    ada.request('PATCH', `/streams/${id}`, { can_subscribe_group: { new: value } }),
    /role:everyone/,
  );
  await assertRejected(
    ada.request('POST', '/user_groups/create', { name: 'x', description: '', members: [], can_join_group: value }),
    /role:everyone/,
  );
});
