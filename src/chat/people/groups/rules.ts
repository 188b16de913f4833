import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { ROLES } from '../../../shared/roles.ts';
import { insufficientPermission, invalidUser } from '../../errors.ts';
import {
  type PermissionRule,
  REALM_PERMISSIONS,
  type RealmPermission,
} from '../../organization/realm/permission-types.ts';
import { personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import { isGuest, isMember, isModerator, type User } from '../users/types.ts';
import {
  GROUP_PERMISSION_RULES,
  type Group,
  type GroupPermission,
  type GroupSettingValue,
  type SystemGroup,
} from './types.ts';

/**
 * The one place that decides who has a permission: whether `user` (undefined: a visitor) is in the group, directly, by
 * role, or through subgroups at any depth.
 */
export function isInGroup(app: App, user: User | undefined, groupId: number): boolean {
  const group = app.groups.byId(groupId);
  if (!group || group.deactivated) return false;
  if (group.is_system) return hasRole(app, user, group.name as SystemGroup);
  if (!user) return false;
  const { people, roles } = app.groups.within(groupId);
  return people.has(user.id) || roles.some((name) => hasRole(app, user, name));
}

/** `isInGroup` with the permission's own rule: guests never have a permission that cannot be given to everyone. */
export const hasGroupPermission = (app: App, user: User | undefined, rule: PermissionRule, groupId: number): boolean =>
  (rule.allow_everyone || (user !== undefined && !isGuest(user))) && isInGroup(app, user, groupId);

/** The group that has a permission of the organization. */
export const realmGroup = (app: App, name: RealmPermission): number =>
  app.realm.get(name) ?? app.groups.system(REALM_PERMISSIONS[name].default as SystemGroup);

/** Whether visitors may read web-public channels: both the server and the organization must allow it. */
export const isOpenToVisitors = (app: App): boolean =>
  app.config.choices.webPublicChannels !== false && app.realm.get('enable_spectator_access');

/** Whether a user has a permission of the organization. */
export const hasRealmPermission = (app: App, user: User | undefined, name: RealmPermission): boolean =>
  hasGroupPermission(app, user, REALM_PERMISSIONS[name], realmGroup(app, name));

function hasRole(app: App, user: User | undefined, name: SystemGroup): boolean {
  if (name === 'role:internet') return true;
  if (!user || name === 'role:nobody') return false;
  return (
    user.role <= WIDEST_ROLE[name] && (name !== 'role:fullmembers' || isModerator(user) || isFullMember(app, user))
  );
}

const WIDEST_ROLE: Record<Exclude<SystemGroup, 'role:internet' | 'role:nobody'>, number> = {
  'role:owners': ROLES.owner,
  'role:administrators': ROLES.administrator,
  'role:moderators': ROLES.moderator,
  'role:fullmembers': ROLES.member,
  'role:members': ROLES.member,
  'role:everyone': ROLES.guest,
};

/** A member becomes a full member `waiting_period_threshold` days after joining. */
export function isFullMember(app: App, user: User): boolean {
  const waited = seconds(app.clock) - user.date_joined;
  return isMember(user) && waited >= app.realm.get('waiting_period_threshold') * 86_400;
}

/** All active members of the group, direct or through subgroups. */
export function usersInGroup(app: App, groupId: number): Set<number> {
  return new Set(
    app.users
      .active()
      .filter((user) => isInGroup(app, user, groupId))
      .map(({ id }) => id),
  );
}

/** Throws for a value with an unknown or deactivated group or user, an anonymous group, or a cycle. */
function requireSettingValue(app: App, value: GroupSettingValue): void {
  if (typeof value === 'number') return void requireGroup(app, value);
  value.direct_subgroups.forEach((id) => requireGroup(app, id));
  for (const id of value.direct_members) if (!app.users.byId(id)?.is_active) throw invalidUser(id);
}

/** Throws for an unknown, anonymous or deactivated group. */
export function requireGroup(app: App, id: number): Group {
  const group = requireNamedGroup(app, id);
  if (group.deactivated) throw badRequest('User group is deactivated.');
  return group;
}

/** Throws for a subgroup that already contains the group at any depth. */
export function requireNoCycle(app: App, groupId: number, subgroupId: number): void {
  if (app.groups.below(subgroupId).has(groupId))
    throw badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`);
}

/** Throws SYSTEM_GROUP_REQUIRED or BAD_REQUEST for a value that the permission cannot have. */
export function requireAllowed(app: App, name: string, rule: PermissionRule, value: GroupSettingValue): void {
  requireSettingValue(app, value);
  const group = typeof value === 'number' ? app.groups.byId(value)! : undefined;
  if (rule.require_system_group && !group?.is_system)
    throw new ApiError(400, 'SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group.`, { setting_name: name });
  const { members, subgroups } = listMembers(value);
  if (members.length + subgroups.length > LIMITS.permission_members)
    throw badRequest(`'${name}' has too many users and groups (limit: ${LIMITS.permission_members}). Use a group.`);
  const isNobody = members.length === 0 && subgroups.every((id) => isEmptyGroup(app, id));
  const forbidden = subgroups
    .map((id) => app.groups.byId(id)!)
    .find((one) => one.is_system && !isAllowedGroup(rule, one.name as SystemGroup));
  const rejected = forbidden?.name ?? (isNobody && !rule.allow_nobody ? 'role:nobody' : undefined);
  if (rejected !== undefined) throw badRequest(`'${name}' setting cannot be set to '${rejected}' group.`);
}

/** The users and groups of a value, in either form. */
const listMembers = (value: GroupSettingValue): { members: readonly number[]; subgroups: readonly number[] } =>
  typeof value === 'number'
    ? { members: [], subgroups: [value] }
    : { members: value.direct_members, subgroups: value.direct_subgroups };

/** Whether a permission can be given to a system group, alone or among others. */
function isAllowedGroup(rule: PermissionRule, name: SystemGroup): boolean {
  if (name === 'role:everyone' && !rule.allow_everyone) return false;
  if (name === 'role:internet' && !rule.allow_internet) return false;
  if (name === 'role:nobody' && !rule.allow_nobody) return false;
  return rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name);
}

/** Whether a group has no active member, by role or through subgroups. */
function isEmptyGroup(app: App, id: number): boolean {
  const { is_system, name } = app.groups.byId(id)!;
  if (is_system) return name === 'role:nobody';
  const { people, roles } = app.groups.within(id);
  return roles.every((role) => role === 'role:nobody') && ![...people].some((user) => app.users.byId(user)?.is_active);
}

/** Throws for system groups: their members follow from roles. */
export function requireOwnGroup(app: App, id: number): Group {
  const group = requireGroup(app, id);
  if (group.is_system) throw insufficientPermission();
  return group;
}

const inGroup = (app: App, user: User, group: Group, name: GroupPermission): boolean =>
  hasGroupPermission(app, user, GROUP_PERMISSION_RULES[name], group[name]!);

/** Whether a user may change everything about a group. */
const canManageGroup = (app: App, user: User, group: Group): boolean =>
  inGroup(app, user, group, 'can_manage_group') || hasRealmPermission(app, user, 'can_manage_all_groups');

/** Whether a user may add others to a group. */
export const mayAddAnybody = (app: App, user: User, group: Group): boolean =>
  canManageGroup(app, user, group) || inGroup(app, user, group, 'can_add_members_group');

/** Throws unless the caller may add these users. Callers who may only join can add themselves alone. */
export function requireCanAddMembers(app: App, user: User, group: Group, ids: readonly number[]): void {
  if (mayAddAnybody(app, user, group)) return;
  if (isOnly(user, ids) && inGroup(app, user, group, 'can_join_group')) return;
  throw insufficientPermission();
}

/** Throws unless the caller may add subgroups: those who may add anybody may. */
export function requireCanAddSubgroups(app: App, user: User, group: Group): void {
  if (!mayAddAnybody(app, user, group)) throw insufficientPermission();
}

/** Throws unless the caller may remove subgroups: those who may remove anybody may. */
export function requireCanRemoveSubgroups(app: App, user: User, group: Group): void {
  if (!canManageGroup(app, user, group) && !inGroup(app, user, group, 'can_remove_members_group'))
    throw insufficientPermission();
}

/** Throws unless the caller may change everything about a group. */
export function requireGroupManager(app: App, user: User, group: Group): void {
  if (!canManageGroup(app, user, group)) throw insufficientPermission();
}

/** Throws for an unknown or anonymous group. Deactivated groups can still be read. */
export function requireNamedGroup(app: App, id: number): Group {
  const group = app.groups.byId(id);
  if (!group || group.name === null) throw badRequest('Invalid user group');
  return group;
}

/** Throws unless the caller may remove these users. Callers who may only leave can remove themselves alone. */
export function requireCanRemoveMembers(app: App, user: User, group: Group, ids: readonly number[]): void {
  if (canManageGroup(app, user, group) || inGroup(app, user, group, 'can_remove_members_group')) return;
  if (isOnly(user, ids) && inGroup(app, user, group, 'can_leave_group')) return;
  throw insufficientPermission();
}

const isOnly = (user: User, ids: readonly number[]): boolean => ids.length > 0 && ids.every((id) => id === user.id);

/** A stored permission as clients see it: the id of a named group, or an anonymous group with its members. */
export function settingValue(app: App, groupId: number): GroupSettingValue {
  if (app.groups.byId(groupId)!.name !== null) return groupId;
  return { direct_members: [...app.groups.members(groupId)], direct_subgroups: [...app.groups.subgroups(groupId)] };
}

/**
 * The simplest form of a value: a single subgroup is its id, no members at all are role:nobody. Ids are unique and
 * ascending.
 */
export function canonical(app: App, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const direct_members = sortIds(value.direct_members);
  const direct_subgroups = sortIds(value.direct_subgroups);
  if (direct_members.length > 0 || direct_subgroups.length > 1) return { direct_members, direct_subgroups };
  return direct_subgroups[0] ?? app.groups.system('role:nobody');
}

/** Returns the group for a value, and creates it if it is anonymous. Call it inside `db.write`. */
export function storedValue(app: App, setting: GroupSettingValue): number {
  const value = canonical(app, setting);
  if (typeof value === 'number') return value;
  const { id } = app.groups.add({ name: null, description: '', is_system: 0, creator_id: null, date_created: null });
  for (const member of value.direct_members) app.groups.addMember(id, member);
  for (const subgroup of value.direct_subgroups) app.groups.addSubgroup(id, subgroup);
  return id;
}

export const MAX_GROUP_NAME_LENGTH = 100;
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * Returns the name as it is stored. Throws if it is empty, too long, could be mistaken for something else, or is taken.
 */
export function requireFreeGroupName(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if (name === '') throw badRequest("User group name can't be empty!");
  if ([...name].length > MAX_GROUP_NAME_LENGTH)
    throw badRequest(`User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`);
  const prefix = RESERVED.find((reserved) => name.toLowerCase().startsWith(reserved));
  if (prefix) throw badRequest(`User group name cannot start with '${prefix}'.`);
  const taken = app.groups.named(name);
  if (taken && taken.id !== ownId) throw badRequest(`User group '${name}' already exists.`);
  return name;
}

const sortIds = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Throws if the groups that one person created would have too many members. Others' groups have no such limit. */
export function requireRoomInGroups(
  app: App,
  creatorId: number | null,
  table: 'user_group_member' | 'user_group_subgroup',
  added: readonly number[],
): void {
  const creator = creatorId === null ? undefined : app.users.byId(creatorId);
  if (creator) requireRoom(app, table, { added: added.map(() => []) }, personBehind(creator));
}

export const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Users who may add others can see all users: guests can only join. */
export function requirePerson(app: App, id: number): void {
  const user = app.users.byId(id);
  if (!user?.is_active || user.is_system) throw invalidUser(id);
}
