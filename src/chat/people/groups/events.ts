import { type Static, type TOptional, Type } from 'typebox';
import { event, shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { GROUP_PERMISSIONS, type GroupPermission, GroupSettingValue, UserGroup } from './types.ts';
import { groupViews } from './views.ts';

/** The named groups. Clients receive deactivated ones only on request; visitors receive none. */
export const realmUserGroups = state(
  'realm_user_groups',
  { realm_user_groups: Type.Array(UserGroup) },
  ({ app, user, kind }) => ({
    realm_user_groups: user ? groupViews(app, { deactivated: kind.include_deactivated_groups }) : [],
  }),
  (request) => {
    const { app, user, kind } = request;
    // With a waiting period, the members of a group change without an action.
    if (!user || app.realm.get('waiting_period_threshold') > 0) return undefined;
    return { key: `${kind.include_deactivated_groups}`, as: request };
  },
);

/**
 * A group was created. `returning`: it was reactivated, and this event is for clients that do not know deactivated
 * groups.
 */
export const groupAdded = shapedEvent<{ group: UserGroup; returning?: boolean }>()(
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

/**
 * What changed in a group besides its members. `onlyNew`: the group is or was deactivated, so only clients that know
 * deactivated groups receive it.
 */
export const groupUpdated = shapedEvent<{ group_id: number; data: Static<typeof Changes>; onlyNew?: boolean }>()(
  'user_group',
  'update',
  { group_id: Type.Integer(), data: Changes },
  {
    shape: ({ group_id, data, onlyNew }, kind) =>
      onlyNew && !kind.include_deactivated_groups ? undefined : { group_id, data },
  },
);

/** A group was deactivated; for clients that do not know deactivated groups. */
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
