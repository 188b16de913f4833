import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { countsTo24 } from '../../../shared/hours.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import { botAdded, botRemoved, botUpdated } from '../../integrations/bots/events.ts';
import { ownBot } from '../../integrations/bots/views.ts';
import { DEFAULT_SETTINGS, type UserSettings } from '../../personal/settings/settings.ts';
import { membersAdded, membersRemoved } from '../groups/events.ts';
import type { SystemGroup } from '../groups/types.ts';
import { roleGroups } from '../groups/views.ts';
import { hashOf, newApiKey } from '../sign-in/rules.ts';
import { userUpdated } from './events.ts';
import { requireFullName } from './field-rules.ts';
import { replaceKey, updateKeyOfBot, updateKnownKeys } from './key-actions.ts';
import {
  requireCanChangeUser,
  requireCanDeactivate,
  requireFreePlace,
  requireOwnerRemains,
  usersWithAccessTo,
} from './rules.ts';
import { isAdministrator, isOwner, type User } from './types.ts';
import { publishNewUser, withRoleVisibilityDiff } from './visibility-actions.ts';

export interface UserDraft {
  email: string;
  full_name: string;
  role: Role;
  password_hash?: string | null;
  api_key?: string;
  bot_type?: number | null;
  bot_owner_id?: number | null;
  is_system?: boolean;
  /** The language of the account; if undefined, the organization's default. */
  language?: string | undefined;
  /** When the account was created, for one from another server; if undefined, now. */
  date_joined?: number | undefined;
  /** Whether the account is deactivated from the beginning. */
  is_deactivated?: boolean;
  timezone?: string | undefined;
  /** Personal settings other than the organization's defaults. */
  settings?: Partial<UserSettings> | undefined;
}

/** Creates an account and publishes it to the users who can see it. Throws if the address is taken. */
export function insertUser(app: App, draft: UserDraft): User {
  if (app.users.byEmail(draft.email)) throw badRequest(`Email '${draft.email}' already in use`);
  if (!draft.bot_type && !draft.is_system && !draft.is_deactivated) requireFreePlace(app);
  return app.db.write(() => {
    const { id } = app.users.add({
      email: draft.email,
      full_name: draft.full_name,
      role: draft.role,
      is_system: draft.is_system ? 1 : 0,
      bot_type: draft.bot_type ?? null,
      bot_owner_id: draft.bot_owner_id ?? null,
      api_key: draft.api_key ?? newApiKey(),
      password_hash: draft.password_hash ?? null,
      date_joined: draft.date_joined ?? seconds(app.clock),
      timezone: draft.timezone ?? '',
      avatar_source: 'J',
      settings: JSON.stringify(draft.bot_type ? DEFAULT_SETTINGS : settingsOf(app, draft)),
    });
    // The first owner gets the settings that other users get from the organization's defaults.
    if (isOwner(draft) && !draft.bot_type && app.users.activeOwners() === 1) app.users.setMayChangeEmails(1, id);
    if (draft.is_deactivated) app.users.setActive(0, id);
    const user = app.users.byId(id)!;
    if (user.is_system) return user;
    publishNewUser(app, user);
    if (user.is_active) joinRoleGroups(app, user, roleGroups(app, user));
    return user;
  });
}

/** The settings of a new user. Times are in the format of the user's language, unless the organization chose one. */
function settingsOf(app: App, { language, settings }: UserDraft): UserSettings {
  const defaults = app.realm.userDefaults();
  const default_language = language ?? app.realm.get('default_language');
  const { twenty_four_hour_time = countsTo24(default_language) } = app.realm.chosenUserDefaults();
  return { ...defaults, default_language, twenty_four_hour_time, ...settings };
}

/** Changes an account's name. */
export function changeName(app: App, actor: User | undefined, user: User, name: string): void {
  requireCanChangeUser(actor, user);
  rename(app, user, name);
}

/**
 * Changes the caller's own name. Does nothing if the organization forbids name changes and the caller is no
 * administrator, as in Zulip.
 */
export function changeOwnName(app: App, user: User, name: string): void {
  if (app.realm.get('name_changes_disabled') && !isAdministrator(user)) return;
  rename(app, user, name);
}

/** Changes a name without checking who does so. */
export function rename(app: App, user: User, name: string): void {
  if (name.trim() === user.full_name) return;
  const full_name = requireFullName(app, name, user.id);
  app.db.write(() => {
    app.users.setName(full_name, user.id);
    app.events.publish(userUpdated({ person: { user_id: user.id, full_name } }), usersWithAccessTo(app, user));
    if (user.is_bot)
      app.events.publish(botUpdated({ bot: { user_id: user.id, full_name } }), app.users.keepersOf(user));
  });
}

/** Changes an account's role. Only owners grant and revoke the owner role, and one owner always remains. */
export function changeRole(app: App, actor: User | undefined, user: User, role: Role): void {
  requireCanChangeUser(actor, user, role);
  if (role === user.role) return;
  if (role !== ROLES.owner) requireOwnerRemains(app, user, 'role');
  app.db.write(() => {
    withRoleVisibilityDiff(app, user, () => writeRole(app, user, role));
    const changed = app.users.byId(user.id)!;
    if (!changed.is_active) return;
    updateVisibleBots(app, user, changed);
    if (user.is_bot) updateKeyOfBot(app, user, changed);
    updateKnownKeys(app, user, changed);
  });
}

/** Stores a role, and publishes it with the changes of the system groups. */
function writeRole(app: App, user: User, role: Role): void {
  const left = roleGroups(app, user);
  app.users.setRole(role, user.id);
  if (role === ROLES.guest) app.events.changeQueues({ kind: 'withdraw public streams', user: user.id });
  const changed = app.users.byId(user.id)!;
  const joined = roleGroups(app, changed);
  app.events.publish(userUpdated({ person: { user_id: user.id, role } }), usersWithAccessTo(app, changed));
  if (!changed.is_active) return;
  for (const name of left.filter((name) => !joined.includes(name)))
    app.events.publish(
      membersRemoved({ group_id: app.groups.system(name), user_ids: [user.id] }),
      app.users.activeIds(),
    );
  joinRoleGroups(
    app,
    changed,
    joined.filter((name) => !left.includes(name)),
  );
}

/** Administrators keep access to all bots, other users to their own. */
function updateVisibleBots(app: App, { id, role }: User, changed: User): void {
  if (role <= ROLES.administrator === isAdministrator(changed)) return;
  for (const bot of app.users.allBots().map((bot) => app.users.byId(bot)!))
    if (bot.bot_owner_id !== id)
      app.events.publish(
        isAdministrator(changed)
          ? botAdded({ bot: ownBot(app, changed, bot) })
          : botRemoved({ bot: { user_id: bot.id } }),
        [id],
      );
}

/** Other users receive the new member of the system groups for this role. */
function joinRoleGroups(app: App, user: User, names: readonly SystemGroup[]): void {
  for (const name of names)
    app.events.publish(membersAdded({ group_id: app.groups.system(name), user_ids: [user.id] }), app.users.activeIds());
}

/**
 * Stores the hash of a password and ends all sessions except the one with this token. Replacing a password also
 * replaces the API key.
 */
export function setPassword(app: App, user: User, hash: string, session?: string): void {
  app.db.write(() => {
    app.users.setPassword(hash, user.id);
    if (session === undefined) app.sessions.removeOf(user.id);
    else app.sessions.removeOthersOf(user.id, hashOf(session));
    if (user.password_hash !== null) replaceKey(app, user);
    const except = session && hashOf(session);
    app.events.changeQueues({ kind: 'end polls', users: [user.id], by: 'session', except });
  });
}

/**
 * Deactivates an account and its bots. They can make no more requests and receive no more events. Returns all
 * deactivated accounts. Sessions are kept but rejected, so that browsers get the reason (USER_DEACTIVATED). Throws
 * CANNOT_DEACTIVATE_LAST_USER for the last owner.
 */
export function markDeactivated(app: App, actor: User | undefined, user: User): User[] {
  if (actor?.id !== user.id) requireCanDeactivate(actor, user);
  if (!user.is_active) return [];
  requireOwnerRemains(app, user, 'deactivation');
  const bots = app.users
    .botsOf(user.id)
    .map((id) => app.users.byId(id)!)
    .filter(({ is_active }) => is_active);
  return app.db.write(() => {
    for (const { id } of [user, ...bots]) {
      app.users.setActive(0, id);
      app.subscriptions.leftAll(id);
    }
    updateKnownKeys(app, user, app.users.byId(user.id)!);
    for (const one of [user, ...bots]) {
      publishActivity(app, one, false);
      leaveGroupsUnseen(app, one);
      app.events.changeQueues({ kind: 'remove', users: [one.id], because: 'user deactivated' });
    }
    return [user, ...bots];
  });
}

/** Reactivates an account in its former groups. A user's bots stay deactivated. */
export function markReactivated(app: App, actor: User | undefined, user: User): void {
  requireCanDeactivate(actor, user);
  if (user.is_active) return;
  if (app.erasures.of(user.id)) throw badRequest('The data of this user was erased');
  if (!user.is_bot) requireFreePlace(app);
  app.db.write(() => {
    // Sessions from before the deactivation stay invalid.
    app.sessions.removeOf(user.id);
    app.users.setActive(1, user.id);
    app.subscriptions.backInAll(user.id);
    const active = app.users.byId(user.id)!;
    publishActivity(app, active, true);
    joinRoleGroups(app, active, roleGroups(app, active));
    for (const group_id of app.groups.directGroupsOf(user.id))
      if (app.groups.byId(group_id)!.name !== null)
        app.events.publish(membersAdded({ group_id, user_ids: [user.id] }), app.users.activeIds());
  });
}

function publishActivity(app: App, user: User, is_active: boolean): void {
  app.events.publish(userUpdated({ person: { user_id: user.id, is_active } }), usersWithAccessTo(app, user));
  if (user.is_bot) app.events.publish(botUpdated({ bot: { user_id: user.id, is_active } }), app.users.keepersOf(user));
}

/**
 * Users who receive a deactivation know that the account is in no group. Guests who cannot see the account must receive
 * that separately.
 */
function leaveGroupsUnseen(app: App, user: User): void {
  const viewers = usersWithAccessTo(app, user);
  const others = [...app.users.activeIds()].filter((id) => !viewers.has(id));
  if (others.length === 0) return;
  const named = app.groups.directGroupsOf(user.id).filter((id) => app.groups.byId(id)!.name !== null);
  for (const group_id of [...roleGroups(app, user).map((name) => app.groups.system(name)), ...named])
    app.events.publish(membersRemoved({ group_id, user_ids: [user.id] }), others);
}
