import { type TOptional, Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { nothingToAddOrDelete } from '../../errors.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { requireAccessibleUser } from '../users/rules.ts';
import * as actions from './actions.ts';
import { changeMembers } from './member-actions.ts';
import { requireNamedGroup } from './rules.ts';
import { GROUP_PERMISSIONS, type GroupPermission, GroupSettingUpdate, GroupSettingValue, UserGroup } from './types.ts';
import { allMembers, directMembers, groupViews, subgroupsBelow } from './views.ts';

const no = Type.Boolean({ default: false });
const ids = Type.Array(Type.Integer());
const user_group_id = Type.Integer();
const permissions = <T extends typeof GroupSettingValue | typeof GroupSettingUpdate>(shape: T) =>
  Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, Maybe(shape)])) as Record<GroupPermission, TOptional<T>>;

/** The entries of changed subgroups. */
const auditedSubgroups = (group_id: number, add: number[] = [], removed: number[] = []): AuditedAction[] => [
  ...add.map((id) => ({ kind: 'group_update' as const, group_id, details: `subgroup ${id} added` })),
  ...removed.map((id) => ({ kind: 'group_update' as const, group_id, details: `subgroup ${id} removed` })),
];

export const getUserGroups = endpoint({
  method: 'GET',
  path: '/user_groups',
  summary: 'Get all user groups',
  auth: 'human-member',
  params: { include_deactivated_groups: no },
  returns: { user_groups: Type.Array(UserGroup) },
  handle: ({ app, params }) => ({ user_groups: groupViews(app, { deactivated: params.include_deactivated_groups }) }),
});

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  summary: 'Create a user group',
  auth: 'human-member',
  params: {
    name: Type.String(),
    description: Type.String(),
    members: ids,
    subgroups: Maybe(ids),
    ...permissions(GroupSettingValue),
  },
  returns: { group_id: Type.Integer() },
  audit: () => (reply: { group_id: number }) => ({ kind: 'group_create', group_id: reply.group_id }),
  handle: ({ app, user, params }) => ({ group_id: actions.createGroup(app, user, params) }),
});

export const updateUserGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  summary: 'Change the settings of a user group',
  auth: 'human-member',
  params: {
    user_group_id,
    name: Maybe(Type.String()),
    description: Maybe(Type.String()),
    ...permissions(GroupSettingUpdate),
    deactivated: Maybe(Type.Boolean()),
  },
  audit: ({ params: { user_group_id: group_id, ...change } }) => ({
    kind: 'group_update',
    group_id,
    details: Object.keys(change).join(', '),
  }),
  handle: ({ app, user, params: { user_group_id, ...change } }) =>
    actions.changeGroup(app, user, user_group_id, change),
});

export const deactivateUserGroup = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  summary: 'Deactivate a user group',
  params: { user_group_id },
  audit: ({ params }) => ({ kind: 'group_deactivate', group_id: params.user_group_id }),
  handle: ({ app, user, params }) => actions.deactivateGroup(app, user, params.user_group_id),
});

export const updateUserGroupMembers = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  summary: 'Add and remove members and subgroups of a user group',
  auth: 'human-member',
  params: {
    user_group_id,
    delete: Maybe(ids),
    add: Maybe(ids),
    delete_subgroups: Maybe(ids),
    add_subgroups: Maybe(ids),
  },
  audit: ({ params: { user_group_id: group_id, add = [], delete: removed = [], ...subgroups } }) => [
    { kind: 'group_members_add', group_id, user_ids: add },
    { kind: 'group_members_remove', group_id, user_ids: removed },
    ...auditedSubgroups(group_id, subgroups.add_subgroups, subgroups.delete_subgroups),
  ],
  handle({ app, user, params: { user_group_id, ...change } }) {
    if (Object.values(change).every((list) => list.length === 0))
      throw badRequest(
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      );
    changeMembers(app, user, user_group_id, change);
  },
});

export const getUserGroupMembers = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  summary: 'Get the members of a user group',
  auth: 'human-member',
  params: { user_group_id, direct_member_only: no },
  returns: { members: ids },
  handle({ app, params }) {
    const group = requireNamedGroup(app, params.user_group_id);
    return { members: params.direct_member_only ? directMembers(app, group) : allMembers(app, group) };
  },
});

export const getIsUserGroupMember = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  summary: 'Check whether a user is in a user group',
  auth: 'human-member',
  params: { user_group_id, user_id: Type.Integer(), direct_member_only: no },
  returns: { is_user_group_member: Type.Boolean() },
  handle({ app, user, params }) {
    const group = requireNamedGroup(app, params.user_group_id);
    const { id } = requireAccessibleUser(app, user, params.user_id);
    const members = params.direct_member_only ? directMembers(app, group) : allMembers(app, group);
    return { is_user_group_member: members.includes(id) };
  },
});

export const getUserGroupSubgroups = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'Get the subgroups of a user group',
  auth: 'human-member',
  params: { user_group_id, direct_subgroup_only: no },
  returns: { subgroups: ids },
  handle({ app, params }) {
    const { id } = requireNamedGroup(app, params.user_group_id);
    return { subgroups: params.direct_subgroup_only ? [...app.groups.subgroups(id)] : subgroupsBelow(app, id) };
  },
});

export const updateUserGroupSubgroups = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'Add and remove subgroups of a user group',
  auth: 'human-member',
  params: { user_group_id, delete: Maybe(ids), add: Maybe(ids) },
  audit: ({ params }) => auditedSubgroups(params.user_group_id, params.add, params.delete),
  handle({ app, user, params }) {
    const { add = [], delete: remove = [] } = params;
    if (add.length === 0 && remove.length === 0) throw nothingToAddOrDelete();
    changeMembers(app, user, params.user_group_id, { add_subgroups: add, delete_subgroups: remove });
  },
});
