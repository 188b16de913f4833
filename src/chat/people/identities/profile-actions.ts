import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { type GeneratedMarkdown, plainText, userMention } from '../../../markdown/generated.ts';
import { getRoleName, ROLES, type Role } from '../../../shared/roles.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { type AuditOrigin, recordAction } from '../../organization/audit-log/actions.ts';
import { setMembership } from '../groups/member-actions.ts';
import type { Group } from '../groups/types.ts';
import { changeName } from '../users/actions.ts';
import { usableFullName } from '../users/field-rules.ts';
import { changeRole } from '../users/management-actions.ts';
import { isAdministrator, type User } from '../users/types.ts';
import { copyAvatar } from './avatar-batches.ts';
import { ROLE_NAMES } from './provider-settings.ts';
import type { Identity, Mapping } from './types.ts';

/** What an entry of the directory, or a sign-in at a provider, changes in an account. */
export interface EntryChange {
  change: 'name' | 'role' | 'join group' | 'leave group' | 'deactivate';
  /** The new name, the new role or the group. */
  value: string;
  /** Why the rules of this server forbid it. */
  rejected?: string;
}

/** Makes a change unless the rules of this server forbid it; then the log says why. Returns what became of it. */
export function tryChange(app: App, { id }: User, change: EntryChange, work: () => void): EntryChange {
  try {
    app.db.write(work);
    return change;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    app.log.warn({ user: id, ...change, reason: error.message }, 'a change from an identity provider was not applied');
    return { ...change, rejected: error.message };
  }
}

/** Copies the name and the avatar from the provider, if the settings want that. Returns the changes of the name. */
export function updateProfile(
  app: App,
  user: User,
  identity: Identity,
  { updateName, updateAvatar }: { updateName: boolean; updateAvatar: boolean },
): EntryChange[] {
  const { picture, issuer, subject } = identity;
  if (updateAvatar && picture && app.identities.byId(issuer, subject)?.picture !== picture)
    app.db.afterCommit(() => void copyAvatar(app, user.id, identity));
  const value = usableFullName(identity.fullName ?? '');
  if (!updateName || value === '' || value === user.full_name) return [];
  return [tryChange(app, user, { change: 'name', value }, () => changeName(app, undefined, user, value))];
}

/** Where groups come from, and what they give. */
interface Source {
  /** The name of the provider or the directory. */
  displayName: string;
  mapping: Mapping;
}

/**
 * Gives a user the role and the groups that follow from the provider's groups. Without a mapping, and if the groups are
 * not known, nothing changes. Returns the changes.
 */
export function applyMapping(app: App, user: User, groups: Identity['groups'], source: Source): EntryChange[] {
  if (groups === undefined) return [];
  if (groups !== 'withheld') return applyGroups(app, user, groups, source);
  reportWithheldGroups(app, user, source);
  return [];
}

function applyGroups(app: App, user: User, groups: readonly string[], source: Source): EntryChange[] {
  const role = roleFor(user.role, groups, source.mapping);
  const changes = role === user.role ? [] : [changeMappedRole(app, user, role, source)];
  for (const [theirs, ours] of Object.entries(source.mapping.groups)) {
    const group = app.groups.named(ours);
    if (!group) app.log.warn({ group: ours }, 'the settings of an identity provider name a group that does not exist');
    else if (changeMappedMembership(app, user, { group, isMember: groups.includes(theirs), source }))
      changes.push({ change: groups.includes(theirs) ? 'join group' : 'leave group', value: ours });
  }
  return changes;
}

/** Administrators receive one message about withheld groups in this time, in seconds. */
const BETWEEN_REPORTS = 86_400;

/** Reports that a provider did not name a user's groups, in the log, and to administrators once a day. */
function reportWithheldGroups(app: App, user: User, { displayName, mapping }: Source): void {
  if (Object.keys(mapping.roles).length + Object.keys(mapping.groups).length === 0) return;
  const text = 'an identity provider did not name all groups of a user; role and groups stay as they are';
  app.log.warn({ user: user.id, provider: displayName }, text);
  const reports = app.memory.withheldGroupsReports;
  const now = seconds(app.clock);
  if ((reports.get(displayName) ?? 0) > now - BETWEEN_REPORTS) return;
  const values = { provider: plainText(displayName), user: userMention(user) };
  app.db.write(() => {
    app.db.afterCommit(() => void reports.set(displayName, now));
    for (const one of app.users.active())
      if (!one.is_bot && isAdministrator(one)) sendNotice(app, one, withheldGroupsText(one, values));
  });
}

const withheldGroupsText = (
  administrator: User,
  values: Readonly<Record<'provider' | 'user', GeneratedMarkdown>>,
): GeneratedMarkdown =>
  wordsFor(administrator).t(
    '{provider} did not name the groups of {user} at the last sign-in, as it does for users in many groups. Their role and user groups stay as they are. Configure {provider} so that it sends only the groups that Klatch needs.',
    values,
  );

/** In the audit log, what a provider or the directory decides has its name in the place of a program. */
export const originAt = (displayName: string): AuditOrigin => ({ address: '', client: displayName });

/** Returns whether something changed. */
function changeMappedMembership(
  app: App,
  user: User,
  { group, isMember, source }: { group: Group; isMember: boolean; source: Source },
): boolean {
  if (!setMembership(app, user, group, isMember)) return false;
  const kind = isMember ? 'group_members_add' : 'group_members_remove';
  recordAction(app, { kind, group_id: group.id, user_id: user.id }, originAt(source.displayName));
  return true;
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
function changeMappedRole(app: App, user: User, role: Role, { displayName }: Source): EntryChange {
  return tryChange(app, user, { change: 'role', value: getRoleName(role) }, () => {
    changeRole(app, undefined, user, role);
    recordAction(app, { kind: 'role_change', user_id: user.id, details: getRoleName(role) }, originAt(displayName));
  });
}
