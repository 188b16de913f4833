import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { countsTo24 } from '../../../shared/hours.ts';
import type { Role } from '../../../shared/roles.ts';
import { botUpdated } from '../../integrations/bots/events.ts';
import { DEFAULT_SETTINGS, type UserSettings } from '../../personal/settings/settings.ts';
import { membersAdded } from '../groups/events.ts';
import type { SystemGroup } from '../groups/types.ts';
import { roleGroups } from '../groups/views.ts';
import { hashText, newApiKey } from '../sign-in/rules.ts';
import { endSessions } from '../sign-in/sign-out-batches.ts';
import { userUpdated } from './events.ts';
import { requireFullName } from './field-rules.ts';
import { replaceKey } from './key-actions.ts';
import { requireCanChangeUser, requireFreePlace, usersWithAccessTo } from './rules.ts';
import { isAdministrator, isOwner, type User } from './types.ts';
import { publishNewUser } from './visibility-actions.ts';

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
      settings: JSON.stringify(draft.bot_type ? DEFAULT_SETTINGS : makeSettings(app, draft)),
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
function makeSettings(app: App, { language, settings }: UserDraft): UserSettings {
  const defaults = app.realm.userDefaults();
  const default_language = language ?? app.realm.get('default_language');
  const { twenty_four_hour_time = countsTo24(default_language) } = app.realm.chosenUserDefaults();
  return { ...defaults, default_language, twenty_four_hour_time, ...settings };
}

/**
 * Changes a name. Users change their own only if the organization allows it; otherwise nothing happens, as in Zulip.
 * Others need a higher role; the operator is `undefined`.
 */
export function changeName(app: App, actor: User | undefined, user: User, name: string): void {
  if (actor?.id !== user.id) requireCanChangeUser(actor, user);
  else if (app.realm.get('name_changes_disabled') && !isAdministrator(user)) return;
  if (name.trim() === user.full_name) return;
  const full_name = requireFullName(app, name, user.id);
  app.db.write(() => {
    app.users.setName(full_name, user.id);
    app.events.publish(userUpdated({ person: { user_id: user.id, full_name } }), usersWithAccessTo(app, user));
    if (user.is_bot)
      app.events.publish(botUpdated({ bot: { user_id: user.id, full_name } }), app.users.listKeepers(user));
  });
}

/** Other users receive the new member of the system groups for this role. */
export function joinRoleGroups(app: App, user: User, names: readonly SystemGroup[]): void {
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
    endSessions(app, user, session && hashText(session));
    if (user.password_hash !== null) replaceKey(app, user);
  });
}

/** Removes a password: nobody can sign in with it any more. Call it inside `db.write`. */
export function removePassword(app: App, user: User): void {
  app.users.setPassword(null, user.id);
}

/** Makes the link to a new address invalid. Call it inside `db.write`. */
export function cancelEmailChange(app: App, user: User): void {
  app.users.removeEmailChangeOf(user.id);
}

/** Gives a bot to another user. Call it inside `db.write`. */
export function setBotOwner(app: App, bot: User, owner: User): void {
  app.users.setBotOwner(owner.id, bot.id);
}

/** Stores personal settings and the time zone, as far as they are given. Call it inside `db.write`. */
export function storeSettings(
  app: App,
  { id }: User,
  { settings, timezone }: { settings?: UserSettings; timezone?: string },
): void {
  if (settings) app.users.setSettings(JSON.stringify(settings), id);
  if (timezone !== undefined) app.users.setTimezone(timezone, id);
}
