import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { ROLES } from '../../../shared/roles.ts';
import { mustBeAdministrator, mustBeOwner, noSuchUser, otherUserDeactivated } from '../../errors.ts';
import { hasRealmPermission, realmGroup } from '../groups/rules.ts';
import { userByPlaceholder } from '../sign-in/rules.ts';
import { isAdministrator, isGuest, isOwner, isStub, type User } from './types.ts';

/** The user who looks; undefined for a visitor without an account. */
export type Viewer = User | undefined;

/** The lowest role that can see an address, by `email_address_visibility`; 4 means nobody. */
const LOWEST_ROLE: Record<number, number> = {
  1: ROLES.guest,
  2: ROLES.member,
  3: ROLES.administrator,
  4: 0,
  5: ROLES.moderator,
};

/**
 * Whether the viewer can see the real address. Visitors see none, bots do not hide theirs, and users see their own.
 * Administrators see that an imported account has none.
 */
export function canSeeEmail(viewer: Viewer, user: User): boolean {
  if (!viewer) return false;
  if (isStub(user) && viewer.role <= ROLES.administrator) return true;
  return user.is_bot || viewer.id === user.id || viewer.role <= LOWEST_ROLE[user.settings.email_address_visibility]!;
}

/**
 * Whether a user sees only users who share a channel or conversation with them: guests, if the organization limits
 * them.
 */
export const isLimited = (app: App, viewer: User): boolean =>
  isGuest(viewer) && !hasRealmPermission(app, viewer, 'can_access_all_users_group');

/** Whether the viewer can see this account. Everyone can see bots. */
export function canAccessUser(app: App, viewer: Viewer, user: User): boolean {
  if (!viewer || user.is_bot || viewer.id === user.id || !isLimited(app, viewer)) return true;
  return app.users.shares(viewer.id, user.id, viewer.id, user.id) === 1;
}

/** `canAccessUser` for many accounts at once. */
export function accessibleUsers(app: App, viewer: Viewer, users: readonly User[]): User[] {
  if (!viewer || !isLimited(app, viewer)) return [...users];
  const shared = new Set(app.users.listContacts(viewer.id, viewer.id));
  return users.filter((user) => user.is_bot || user.id === viewer.id || shared.has(user.id));
}

/**
 * The members of a channel or conversation who cannot see the account that writes there. Empty unless guests are
 * limited and the account is not a member itself.
 */
export function inaccessibleUsers(app: App, user: User, inside: ReadonlySet<number>): number[] {
  if (user.is_bot || inside.has(user.id)) return [];
  if (realmGroup(app, 'can_access_all_users_group') === app.groups.system('role:everyone')) return [];
  return [...inside].filter((id) => !canAccessUser(app, app.users.byId(id), user));
}

/** All active users who can see this account: the audience of its events. */
export function usersWithAccessTo(app: App, user: User): ReadonlySet<number> {
  const everyone = app.users.activeIds();
  if (user.is_bot || realmGroup(app, 'can_access_all_users_group') === app.groups.system('role:everyone'))
    return everyone;
  const limited = app.users
    .active()
    .filter((viewer) => isGuest(viewer) && viewer.id !== user.id && isLimited(app, viewer));
  if (limited.length === 0) return everyone;
  const shared = new Set(app.users.listContacts(user.id, user.id));
  const others = new Set(limited.filter(({ id }) => !shared.has(id)).map(({ id }) => id));
  return new Set([...everyone].filter((id) => !others.has(id)));
}

/**
 * The account with this id. Throws the same error for an account the viewer cannot see as for one that does not exist.
 */
export function requireAccessibleUser(app: App, viewer: Viewer, id: number): User {
  return requireKnownUser(app, viewer, app.users.byId(id));
}

/** The account with this address: the real one if the viewer can see it, or the placeholder. */
export function requireUserByEmail(app: App, viewer: Viewer, email: string): User {
  return requireKnownUser(app, viewer, atAddress(app, viewer, email));
}

/** Whether the viewer can see that an account has this address. Replies must not reveal to others that it is taken. */
export const canSeeAddress = (app: App, viewer: User, user: User): boolean =>
  canSeeEmail(viewer, user) && canAccessUser(app, viewer, user);

/**
 * The account with this address. Real addresses are found only by viewers who can see them, so that nobody can find out
 * owners by trying.
 */
export function atAddress(app: App, viewer: Viewer, email: string): User | undefined {
  const user = app.users.byEmail(email);
  return user && canSeeEmail(viewer, user) ? user : userByPlaceholder(app, email);
}

/** The same error for an account that does not exist and for one the viewer cannot see. */
export function requireKnownUser(app: App, viewer: Viewer, user: User | undefined): User {
  if (!user || !canAccessUser(app, viewer, user)) throw noSuchUser();
  return user;
}

/**
 * Throws UNAUTHORIZED_PRINCIPAL unless the actor may change the account: administrators may, but only owners change
 * owners.
 */
export function requireCanChangeUser(actor: User | undefined, user: User, role: number = user.role): void {
  // Without an actor, the operator acts on the command line.
  if (!actor) return;
  if (user.is_system) throw noSuchUser();
  // A bot's owner may change it, but not give it more rights.
  if (user.is_bot && user.bot_owner_id === actor.id && role === user.role) return;
  if (!isAdministrator(actor)) throw mustBeAdministrator();
  if (role !== user.role && (isOwner(user) || role === ROLES.owner)) requireOwner(actor);
}

/** Throws unless the actor may deactivate or reactivate the account. Only owners may do that with owners. */
export function requireCanDeactivate(actor: User | undefined, user: User): void {
  requireCanChangeUser(actor, user);
  if (actor && isOwner(user) && user.bot_owner_id !== actor.id) requireOwner(actor);
}

function requireOwner(actor: User): void {
  if (!isOwner(actor)) throw mustBeOwner();
}

/**
 * Throws if the change would leave the organization without an owner. The API's error differs for users who deactivate
 * themselves.
 */
export function requireOwnerRemains(app: App, user: User, change: 'role' | 'dismissal' | 'deactivation'): void {
  if (user.is_bot || !user.is_active) return;
  if (change === 'deactivation' && !isOwner(user) && app.users.active().filter(({ is_bot }) => !is_bot).length === 1)
    throw lastAccountError('user');
  if (!isOwner(user) || app.users.activeOwners()! > 1) return;
  if (change === 'role') throw badRequest('The owner permission cannot be removed from the only organization owner.');
  if (change === 'dismissal') throw badRequest('Cannot deactivate the only organization owner.');
  throw lastAccountError('organization owner');
}

/** Why the operator's limit allows no further active user; undefined: it allows one. */
export function reasonAgainstUser(app: App): string | undefined {
  const { maxUsers } = app.config.choices;
  const isFull = maxUsers !== undefined && app.users.activePeople()! >= maxUsers;
  return isFull ? `This organization has reached its limit of ${maxUsers} users.` : undefined;
}

/** Throws if the operator's limit allows no further active user. */
export function requireFreePlace(app: App): void {
  const reason = reasonAgainstUser(app);
  if (reason !== undefined) throw badRequest(reason);
}

const lastAccountError = (entity: 'organization owner' | 'user'): ApiError =>
  new ApiError(400, 'CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, {
    is_last_owner: entity === 'organization owner',
    entity,
  });

/**
 * Whether a viewer may see a bot's API key, which allows everything the bot may do. Its owner may, and administrators
 * may unless the bot's role is above theirs.
 */
export const mayKnowKey = (viewer: User, bot: User): boolean =>
  viewer.id === bot.bot_owner_id || (viewer.role <= ROLES.administrator && viewer.role <= bot.role);

/** Throws unless the user may change their own avatar. Administrators always may. */
export function requireCanChangeAvatar(app: App, user: User): void {
  if (app.realm.get('avatar_changes_disabled') && !isAdministrator(user))
    throw badRequest('Avatar changes are disabled in this organization.');
}

/** Throws unless an administrator may deactivate somebody else's account, and if it is inactive or the only owner's. */
export function requireCanDismiss(app: App, actor: User, user: User): void {
  requireCanDeactivate(actor, user);
  if (!user.is_active) throw otherUserDeactivated();
  requireOwnerRemains(app, user, 'dismissal');
}
