import { type Static, type TOptional, Type } from 'typebox';
import { event, shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { GROUP_PERMISSIONS, type GroupPermission, GroupSettingValue, UserGroup } from './types.ts';
import { groupViews } from './views.ts';

/** The named groups. Only clients that ask for them see deactivated ones; visitors without an account see none. */
export const realmUserGroups = state(
  'realm_user_groups',
  { realm_user_groups: Type.Array(UserGroup) },
  ({ app, user, kind }) => ({
    realm_user_groups: user ? groupViews(app, { deactivated: kind.include_deactivated_groups }) : [],
  }),
);

/** A group is there; `returning`: for those who do not know deactivated ones, the others heard that it is in use again. */
export const groupAdded = shapedEvent<{ group: UserGroup; returning?: boolean }>(
  'user_group',
  'add',
  { group: UserGroup },
  { shape: ({ group, returning }, kind) => (returning && kind.include_deactivated_groups ? undefined : { group }) },
);

const Changes = Type.Object({
  name: Maybe(Type.String()),
  description: Maybe(Type.String()),
  deactivated: Maybe(Type.Boolean()),
  ...(Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, Maybe(GroupSettingValue)])) as Record<
    GroupPermission,
    TOptional<typeof GroupSettingValue>
  >),
});

/** What changed of a group besides its members; `onlyNew`: it is, or was, deactivated, which not all clients know of. */
export const groupUpdated = shapedEvent<{ group_id: number; data: Static<typeof Changes>; onlyNew?: boolean }>(
  'user_group',
  'update',
  { group_id: Type.Integer(), data: Changes },
  {
    shape: ({ group_id, data, onlyNew }, kind) =>
      onlyNew && !kind.include_deactivated_groups ? undefined : { group_id, data },
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
