import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { type GroupMapping, ROLE_NAMES } from '../../../kernel/settings/identity-providers.ts';
import { setMembership } from '../groups/membership-actions.ts';
import { changeUserRole } from '../users/change-role.ts';
import { ROLES, type Role, type User } from '../users/types.ts';

export type Mapping = Required<GroupMapping>;

/**
 * Gives a user the role and the groups that follow from the provider's groups. Without a mapping, and if the provider
 * named no groups (undefined), nothing changes.
 */
export function applyMapping(app: App, user: User, groups: readonly string[] | undefined, mapping: Mapping): void {
  if (groups === undefined) return;
  const role = roleFor(user.role, groups, mapping);
  if (role !== user.role) changeMappedRole(app, user, role);
  for (const [theirs, ours] of Object.entries(mapping.groups)) {
    const group = app.groups.named(ours);
    if (group) setMembership(app, user, group, groups.includes(theirs));
    else app.log.warn({ group: ours }, 'the settings of an identity provider name a group that does not exist');
  }
}

/**
 * The highest role that one of the groups gives. A user who loses all groups of a mapped role
 * is a member again. Roles that the mapping does not name stay as they are.
 */
function roleFor(current: Role, groups: readonly string[], { roles }: Mapping): Role {
  const role = ROLE_NAMES.find((name) => roles[name]?.some((group) => groups.includes(group)));
  if (role) return ROLES[role];
  return ROLE_NAMES.some((name) => ROLES[name] === current && roles[name]) ? ROLES.member : current;
}

/** The last owner stays one: otherwise nobody could correct a wrong mapping. */
function changeMappedRole(app: App, user: User, role: Role): void {
  try {
    changeUserRole(app, undefined, user, role);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    app.log.warn({ user: user.id, role, reason: error.message }, 'a role from an identity provider was not applied');
  }
}
