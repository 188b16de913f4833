import { type TOptional, Type } from 'typebox';
import { event } from '../../kernel/events/event.ts';
import { state } from '../../kernel/events/state.ts';
import { Maybe } from '../../kernel/http/schema.ts';
import { GROUP_PERMISSIONS, type GroupPermission, GroupSettingValue, UserGroup } from './types.ts';
import { groupViews } from './views.ts';

/** The named groups. Only clients that ask for them see deactivated ones; visitors without an account see none. */
export const realmUserGroups = state('realm_user_groups', { realm_user_groups: Type.Array(UserGroup) }, ({ app, user, kind }) => ({
  realm_user_groups: user ? groupViews(app, { deactivated: kind.include_deactivated_groups }) : [],
}));

export const groupAdded = event('user_group', 'add', { group: UserGroup });

const Changes = Type.Object({
  name: Maybe(Type.String()),
  description: Maybe(Type.String()),
  deactivated: Maybe(Type.Boolean()),
  ...(Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, Maybe(GroupSettingValue)])) as Record<
    GroupPermission,
    TOptional<typeof GroupSettingValue>
  >),
});

/** What changed of a group besides its members. */
export const groupUpdated = event(
  'user_group',
  'update',
  { group_id: Type.Integer(), data: Changes },
  {
    shape({ group_id, data: { deactivated, ...data } }, kind) {
      if (deactivated !== undefined && kind.include_deactivated_groups) return { group_id, data: { ...data, deactivated } };
      return Object.keys(data).length > 0 ? { group_id, data } : undefined;
    },
  },
);

/** A deactivated group is gone for those who do not know such groups. */
export const groupRemoved = event(
  'user_group',
  'remove',
  { group_id: Type.Integer() },
  { shape: ({ group_id }, kind) => (kind.include_deactivated_groups ? undefined : { group_id }) },
);

const members = { group_id: Type.Integer(), user_ids: Type.Array(Type.Integer()) };
export const membersAdded = event('user_group', 'add_members', members);
export const membersRemoved = event('user_group', 'remove_members', members);

const subgroups = { group_id: Type.Integer(), direct_subgroup_ids: Type.Array(Type.Integer()) };
export const subgroupsAdded = event('user_group', 'add_subgroups', subgroups);
export const subgroupsRemoved = event('user_group', 'remove_subgroups', subgroups);
