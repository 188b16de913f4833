import type { App } from '../../../app.ts';
import { CHANNEL_PERMISSION_NAMES } from '../../channels/channels/permissions.ts';
import { isFullMember, realmGroup } from '../../people/groups/rules.ts';
import { GROUP_PERMISSIONS, type Group, type SystemGroup } from '../../people/groups/types.ts';
import { ROLES, type User } from '../../people/users/types.ts';
import { REALM_PERMISSIONS, type RealmPermission } from '../realm/permissions.ts';
import { isChannelExported } from './rules.ts';
import type { ExportType } from './types.ts';
import { REALM, type Row } from './zulip-rows.ts';

const REALM_PERMISSION_NAMES = Object.keys(REALM_PERMISSIONS) as RealmPermission[];

/** The permissions of the organization, with the ids of their groups. */
export const realmPermissions = (app: App): Row =>
  Object.fromEntries(REALM_PERMISSION_NAMES.map((name) => [name, realmGroup(app, name)]));

/** Named groups, and the anonymous ones that have an exported permission. */
function exportedGroups(app: App, type: ExportType): Group[] {
  const named = app.groups.allNamed();
  const channels = app.exports.channelIds().filter((id) => isChannelExported(app, type, id));
  const values = [
    ...REALM_PERMISSION_NAMES.map((name) => realmGroup(app, name)),
    ...named.flatMap((group) => GROUP_PERMISSIONS.flatMap((name) => group[name] ?? [])),
    ...channels.flatMap((id) => CHANNEL_PERMISSION_NAMES.map((name) => app.channels.byId(id)![name])),
  ];
  const anonymous = [...new Set(values)]
    .map((id) => app.groups.byId(id)!)
    .filter(({ name }) => name === null)
    .sort((one, other) => one.id - other.id);
  return [...named, ...anonymous];
}

export const groupRows = (app: App, type: ExportType): Row[] =>
  exportedGroups(app, type).map(({ id }) => ({ id, realm: REALM }));

export const namedGroupRows = (app: App): Row[] =>
  app.groups.allNamed().map(({ is_system, creator_id, ...group }) => ({
    ...group,
    usergroup_ptr: group.id,
    is_system_group: is_system,
    creator: creator_id,
    realm: REALM,
  }));

/** Here, the members of system groups follow from roles; Zulip has rows for them. */
export const membershipRows = (app: App, type: ExportType): Row[] => [
  ...app.users
    .all()
    .flatMap((user) =>
      systemGroupsOf(app, user).map((name) => ({ user_group: app.groups.system(name), user_profile: user.id })),
    ),
  ...exportedGroups(app, type).flatMap(({ id: user_group }) =>
    app.groups.members(user_group).map((user_profile) => ({ user_group, user_profile })),
  ),
];

const GROUPS_OF_ROLES: Readonly<Record<number, SystemGroup>> = {
  [ROLES.owner]: 'role:owners',
  [ROLES.administrator]: 'role:administrators',
  [ROLES.moderator]: 'role:moderators',
  [ROLES.member]: 'role:members',
  [ROLES.guest]: 'role:everyone',
};

/** The system groups of which a user is a direct member. The others are supergroups of these. */
const systemGroupsOf = (app: App, user: User): SystemGroup[] => [
  GROUPS_OF_ROLES[user.role]!,
  ...(isFullMember(app, user) && user.role === ROLES.member ? (['role:fullmembers'] as const) : []),
];

export const subgroupRows = (app: App, type: ExportType): Row[] =>
  exportedGroups(app, type).flatMap(({ id: supergroup }) =>
    app.groups.subgroups(supergroup).map((subgroup) => ({ supergroup, subgroup })),
  );
