import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announceFullMembers } from '../../../src/chat/channels/channels/visibility-actions.ts';
import * as actions from '../../../src/chat/people/groups/actions.ts';
import * as memberActions from '../../../src/chat/people/groups/member-actions.ts';
import { isInGroup, storedValue, usersInGroup } from '../../../src/chat/people/groups/rules.ts';
import { SYSTEM_GROUPS } from '../../../src/chat/people/groups/types.ts';
import { newTeam, type TestUser } from '../../support/team.ts';

const findUser = ({ team: { app }, id }: TestUser) => app.users.byId(id)!;

function withGroups() {
  const team = newTeam();
  const { app } = team;
  const make = (creator: TestUser, name: string, members: TestUser[], more: Partial<actions.GroupDraft> = {}) =>
    actions.createGroup(app, findUser(creator), {
      name,
      description: '',
      members: members.map(({ id }) => id),
      ...more,
    });
  const add = (actor: TestUser, group: number, ...people: TestUser[]) =>
    memberActions.addMembers(
      app,
      findUser(actor),
      group,
      people.map(({ id }) => id),
    );
  const remove = (actor: TestUser, group: number, ...people: TestUser[]) =>
    memberActions.removeMembers(
      app,
      findUser(actor),
      group,
      people.map(({ id }) => id),
    );
  const within = (group: number) => [...usersInGroup(app, group)].sort((a, b) => a - b);
  return { ...team, make, add, remove, within };
}

test('system groups contain the users of their roles, and each contains the next higher one', async () => {
  const { app, ada, abe, mona, mia, max, gus, clock } = withGroups();
  const { realm_user_groups } = await gus.post('/register', { fetch_event_types: ['realm_user_groups'] });
  assert.deepEqual(
    realm_user_groups.map(({ name, members, is_system_group }: any) => [name, members, is_system_group]),
    [
      ['role:nobody', [], true],
      ['role:owners', [ada.id], true],
      ['role:administrators', [abe.id], true],
      ['role:moderators', [mona.id], true],
      ['role:fullmembers', [mia.id, max.id], true],
      ['role:members', [mia.id, max.id], true],
      ['role:everyone', [gus.id], true],
      ['role:internet', [], true],
    ],
  );
  const counts = SYSTEM_GROUPS.map((name) => usersInGroup(app, app.groups.system(name)).size);
  assert.deepEqual(counts, [0, 1, 2, 3, 5, 5, 6, 6]);
  assert.equal(isInGroup(app, undefined, app.groups.system('role:internet')), true);
  assert.equal(isInGroup(app, undefined, app.groups.system('role:everyone')), false);
  app.db.write(() => app.realm.set('waiting_period_threshold', 3));
  assert.equal(isInGroup(app, findUser(mia), app.groups.system('role:fullmembers')), false);
  assert.equal(isInGroup(app, findUser(mona), app.groups.system('role:fullmembers')), true, 'moderators never wait');
  clock.advance(3 * 86_400);
  assert.equal(isInGroup(app, findUser(mia), app.groups.system('role:fullmembers')), true);
});

test('everyone receives a new group, and its creator manages it', async () => {
  const { app, mia, max, gus, ada, make, add, remove } = withGroups();
  let id = 0;
  const [{ group }] = (await gus.assertReceives(() => (id = make(mia, 'Cooks', [mia])), {
    type: 'user_group',
    op: 'add',
    group: {
      name: 'Cooks',
      members: [mia.id],
      is_system_group: false,
      creator_id: mia.id,
      can_manage_group: { direct_members: [mia.id] },
    },
  })) as [any];
  const { realm_user_groups } = await gus.post('/register', { fetch_event_types: ['realm_user_groups'] });
  assert.deepEqual(realm_user_groups.at(-1), group);
  assert.equal(group.can_join_group, app.groups.system('role:nobody'));
  await gus.assertReceives(() => assert.throws(() => add(max, id, max), { message: 'Insufficient permission' }));
  await gus.assertReceives(() => add(mia, id, max), {
    type: 'user_group',
    op: 'add_members',
    group_id: id,
    user_ids: [max.id],
  });
  assert.throws(() => add(mia, id, max), { message: `User ${max.id} is already a member of this group` });
  assert.throws(() => remove(max, id, mia), { message: 'Insufficient permission' });
  await gus.assertReceives(() => remove(max, id, max), {
    type: 'user_group',
    op: 'remove_members',
    group_id: id,
    user_ids: [max.id],
  });
  assert.throws(() => remove(ada, id, max), { message: `There is no member '${max.id}' in this user group` });
});

test('taken and reserved names are rejected, and guests cannot create groups', () => {
  const { make, mia, gus } = withGroups();
  make(mia, 'Cooks', []);
  assert.throws(() => make(mia, 'cooks', []), { message: "User group 'cooks' already exists." });
  assert.throws(() => make(mia, ' ', []), { message: "User group name can't be empty!" });
  assert.throws(() => make(mia, 'role:chef', []), { message: "User group name cannot start with 'role:'." });
  assert.throws(() => make(gus, 'Guests', []), { message: 'Insufficient permission' });
});

test('a user with the join permission can add only themselves; guests only where everyone can join', () => {
  const { app, make, add, mia, max, gus, mona, within } = withGroups();
  const members = app.groups.system('role:members');
  const open = make(mia, 'Open', [], { can_join_group: members });
  assert.throws(() => add(max, open, max, mona), { message: 'Insufficient permission' });
  add(max, open, max);
  assert.throws(() => add(gus, open, gus), { message: 'Insufficient permission' });
  assert.deepEqual(within(open), [max.id]);
  assert.throws(() => make(mia, 'Wide', [], { can_join_group: app.groups.system('role:everyone') }), {
    message: "'can_join_group' setting cannot be set to 'role:everyone' group.",
  });
});

test('a group includes the members of its subgroups at any depth, and never itself', async () => {
  const { app, make, mia, max, gus, mona, within } = withGroups();
  const cooks = make(mia, 'Cooks', [max]);
  const kitchen = make(mia, 'Kitchen', [gus], { subgroups: [cooks] });
  const house = make(mia, 'House', [], { subgroups: [kitchen, app.groups.system('role:moderators')] });
  assert.deepEqual(
    within(house),
    [...new Set([max.id, gus.id, ...within(app.groups.system('role:moderators'))])].sort((a, b) => a - b),
  );
  for (const [group, subgroup] of [
    [cooks, house],
    [cooks, kitchen],
    [cooks, cooks],
  ] as const)
    await max.assertReceives(() =>
      assert.throws(
        () => memberActions.addSubgroups(app, findUser(mia), group, [subgroup]),
        /already a subgroup of one/,
      ),
    );
  assert.throws(() => memberActions.addSubgroups(app, findUser(max), house, [cooks]), {
    message: 'Insufficient permission',
  });
  await max.assertReceives(() => memberActions.addSubgroups(app, findUser(mia), house, [cooks]), {
    type: 'user_group',
    op: 'add_subgroups',
    group_id: house,
    direct_subgroup_ids: [cooks],
  });
  await max.assertReceives(() => memberActions.removeSubgroups(app, findUser(mia), house, [kitchen]), {
    type: 'user_group',
    op: 'remove_subgroups',
    group_id: house,
    direct_subgroup_ids: [kitchen],
  });
  assert.equal(within(house).includes(gus.id), false);
  assert.equal(within(house).includes(max.id), true);
  assert.equal(within(house).includes(mona.id), true);
});

test('resolving groups that share subgroups on many levels takes little time', async () => {
  const { app, make, mia, max, mona, within } = withGroups();
  // There are 2 to the 40 paths from top to bottom, too many to follow each.
  let level = [make(mia, 'a', [max]), make(mia, 'b', [mona])];
  const [bottom] = level;
  for (let depth = 0; depth < 40; depth++)
    level = ['a', 'b'].map((side) => make(mia, `${side}${depth}`, [], { subgroups: level }));
  const [top] = level;
  assert.deepEqual(
    within(top!),
    [max.id, mona.id].sort((a, b) => a - b),
  );
  assert.throws(() => memberActions.addSubgroups(app, findUser(mia), bottom!, [top!]), /already a subgroup of one/);
  const { members } = await mia.get(`/user_groups/${top}/members`);
  assert.deepEqual(members, within(top!));
  const { subgroups } = await mia.get(`/user_groups/${top}/subgroups`);
  assert.equal(subgroups.length, 80);
});

test('an anonymous group has members, and nobody can see or change it by name', () => {
  const { app, make, mia, max, gus, within } = withGroups();
  const cooks = make(mia, 'Cooks', [max]);
  const anonymous = app.db.write(() => storedValue(app, { direct_members: [gus.id], direct_subgroups: [cooks] }));
  assert.deepEqual(within(anonymous), [max.id, gus.id]);
  assert.throws(() => memberActions.addMembers(app, findUser(mia), anonymous, [mia.id]), {
    message: 'Invalid user group',
  });
  assert.throws(() => memberActions.addSubgroups(app, findUser(mia), cooks, [anonymous]), {
    message: 'Invalid user group',
  });
  assert.equal(
    app.db.write(() => storedValue(app, { direct_members: [], direct_subgroups: [cooks, cooks] })),
    cooks,
  );
  assert.equal(
    app.db.write(() => storedValue(app, { direct_members: [], direct_subgroups: [] })),
    app.groups.system('role:nobody'),
  );
});

test('nobody can change the members of a system group', () => {
  const { app, ada, mia, add } = withGroups();
  assert.throws(() => add(ada, app.groups.system('role:owners'), mia), { message: 'Insufficient permission' });
});

test('a full member is published once after the waiting period', async () => {
  const { app, team, clock, mia, max } = withGroups();
  app.db.write(() => app.realm.set('waiting_period_threshold', 3));
  clock.advance(86_400);
  const pia = team.addUser('Pia', 400);
  await mia.assertReceives(() => announceFullMembers(app));
  clock.advance(2 * 86_400);
  const group_id = app.groups.system('role:fullmembers');
  await mia.assertReceives(() => announceFullMembers(app), {
    type: 'user_group',
    op: 'add_members',
    group_id,
    user_ids: [mia.id, max.id],
  });
  await mia.assertReceives(() => announceFullMembers(app));
  clock.advance(86_400);
  await mia.assertReceives(() => announceFullMembers(app), {
    type: 'user_group',
    op: 'add_members',
    group_id,
    user_ids: [pia.id],
  });
});
