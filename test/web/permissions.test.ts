import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Group, PermissionRule } from '../../src/web/server/types.ts';
import { expandedValue, rolesFor, simplestValue } from '../../src/web/store/permission-values.ts';
import { isMember, type MembershipContext, userHasPermission } from '../../src/web/store/permissions.ts';
import { makeFieldData } from '../../src/web/views/administration/field-options.ts';
import { CAPABILITIES, newTeam } from '../support/team.ts';
import { startWebState } from './state-sync.ts';

/** The client state of a user in an ordinary organization. */
async function createOrganization() {
  const team = newTeam();
  const { ada, mia, max, gus } = team;
  const make = async (name: string, members: number[], subgroups: number[] = []): Promise<number> =>
    (await ada.post('/user_groups/create', { name, description: '', members, subgroups })).group_id;
  const cooks = await make('Cooks', [mia.id, gus.id]);
  const kitchen = await make('Kitchen', [], [cooks]);
  const world = startWebState(
    await ada.post('/register', {
      client_capabilities: CAPABILITIES,
      client_gravatar: false,
      apply_markdown: true,
    }),
  );
  const known: MembershipContext = { people: world.users, groups: world.groups, waiting: 0, now: Date.now() };
  const role = (name: string): number => [...world.groups.values()].find((group) => group.name === `role:${name}`)!.id;
  return { ...team, known, world, role, cooks, kitchen, max };
}

test('a user is in a group directly, by role, and through subgroups', async () => {
  const { known, role, cooks, kitchen, ada, mona, mia, max, gus } = await createOrganization();
  assert.equal(isMember(known, mia.id, cooks), true);
  assert.equal(isMember(known, mia.id, kitchen), true, 'through a group within it');
  assert.equal(isMember(known, max.id, kitchen), false);
  assert.equal(isMember(known, ada.id, role('moderators')), true, 'who is more is also less');
  assert.equal(isMember(known, mona.id, role('administrators')), false);
  assert.equal(isMember(known, gus.id, role('members')), false);
  assert.equal(isMember(known, gus.id, role('everyone')), true);
  assert.equal(isMember(known, ada.id, role('nobody')), false);
  assert.equal(isMember(known, 0, role('everyone')), false, 'whoever only looks around is nobody');
  assert.equal(isMember(known, max.id, { direct_members: [max.id], direct_subgroups: [] }), true, 'an anonymous group');
  assert.equal(isMember(known, max.id, { direct_members: [], direct_subgroups: [cooks, kitchen] }), false);
});

test('a group that is reachable on many paths is visited once', async () => {
  const { known, cooks, mia, max } = await createOrganization();
  const groups = new Map(known.groups);
  const rungs = Array.from({ length: 60 }, (_, n) => ({ ...groups.get(cooks)!, id: 1000 + n, members: [] }));
  let below = [cooks];
  for (const rung of rungs) {
    // Two groups on each level, each containing both of the level below: 2^60 paths to the cooks.
    const twin = { ...rung, id: rung.id + 1000, direct_subgroup_ids: below };
    for (const one of [{ ...rung, direct_subgroup_ids: below }, twin]) groups.set(one.id, one);
    below = [rung.id, twin.id];
  }
  assert.equal(isMember({ ...known, groups }, max.id, below[0]!), false);
  assert.equal(isMember({ ...known, groups }, mia.id, below[0]!), true);
});

test('full members are users after the waiting period, and all roles above member', async () => {
  const { known, role, mona, mia } = await createOrganization();
  const now = Date.parse(known.people.get(mia.id)!.date_joined);
  assert.equal(isMember({ ...known, waiting: 3, now }, mia.id, role('fullmembers')), false);
  assert.equal(isMember({ ...known, waiting: 3, now: now + 3 * 86_400_000 }, mia.id, role('fullmembers')), true);
  assert.equal(isMember({ ...known, waiting: 3, now }, mona.id, role('fullmembers')), true);
});

test('guests hold only permissions that can be given to everyone, and nobody is in a deactivated group', async () => {
  const { known, world, cooks, mia, gus } = await createOrganization();
  assert.equal(userHasPermission(known, gus.id, cooks, { allow_everyone_group: true }), true);
  assert.equal(userHasPermission(known, gus.id, cooks, { allow_everyone_group: false }), false);
  assert.equal(userHasPermission(known, mia.id, cooks, { allow_everyone_group: false }), true);
  const groups = new Map(world.groups).set(cooks, { ...world.groups.get(cooks)!, deactivated: true });
  assert.equal(userHasPermission({ ...known, groups }, mia.id, cooks), false);
});

test('the client decides every permission of the organization as the server does', async () => {
  const { known, world, ada, abe, mona, mia, max, gus, app } = await createOrganization();
  const { hasRealmPermission: mayInRealm } = await import('../../src/chat/people/groups/rules.ts');
  const { REALM_PERMISSIONS } = await import('../../src/chat/organization/realm/permission-types.ts');
  const { realm } = world;
  for (const name of Object.keys(REALM_PERMISSIONS) as (keyof typeof REALM_PERMISSIONS)[])
    for (const person of [ada, abe, mona, mia, max, gus])
      assert.equal(
        userHasPermission(
          known,
          person.id,
          realm[`realm_${name}`],
          realm.server_supported_permission_settings.realm[name],
        ),
        mayInRealm(app, app.users.byId(person.id)!, name),
        `${person.name}: ${name}`,
      );
});

test('a permission value is stored in its simplest form, and expanded again', () => {
  const NOBODY = 1;
  assert.equal(simplestValue({ direct_members: [], direct_subgroups: [] }, NOBODY), NOBODY);
  assert.equal(simplestValue({ direct_members: [], direct_subgroups: [7, NOBODY] }, NOBODY), 7);
  assert.deepEqual(simplestValue({ direct_members: [5, 3, 5], direct_subgroups: [NOBODY] }, NOBODY), {
    direct_members: [3, 5],
    direct_subgroups: [],
  });
  assert.deepEqual(expandedValue(7), { direct_members: [], direct_subgroups: [7] });
});

test('a permission offers the roles it can be given to, narrowest first', async () => {
  const { world } = await createOrganization();
  const rules: Record<string, PermissionRule> = world.realm.server_supported_permission_settings.realm;
  const names = (rule: string): string[] =>
    rolesFor(rules[rule], world.groups.values()).map((group: Group) => group.name.slice(5));
  assert.deepEqual(names('can_access_all_users_group'), ['members', 'everyone']);
  assert.deepEqual(names('can_create_web_public_channel_group'), ['nobody', 'owners', 'administrators', 'moderators']);
  assert.deepEqual(names('can_manage_all_groups'), [
    'owners',
    'administrators',
    'moderators',
    'fullmembers',
    'members',
  ]);
});

test('existing options keep their keys, so that stored values keep their meaning', () => {
  const options = [
    { key: '4', text: 'Four' },
    { key: '', text: ' New ' },
    { key: '0', text: 'Zero' },
    { key: '', text: '' },
    { key: '', text: 'Newer' },
  ];
  assert.deepEqual(makeFieldData(options), {
    4: { text: 'Four', order: '1' },
    1: { text: 'New', order: '2' },
    0: { text: 'Zero', order: '3' },
    2: { text: 'Newer', order: '4' },
  });
});
