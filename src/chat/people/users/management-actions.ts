import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { asciiAddress, isSameAddress } from '../../../kernel/mail/address-forms.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import { defaultChannelsChanged, defaultsFor } from '../../channels/channels/events.ts';
import { withUserChannelVisibilityDiff } from '../../channels/channels/visibility-actions.ts';
import { defaultGroupsChanged, defaultGroupsFor } from '../../channels/default-channels/events.ts';
import { pauseSubscriptions, resumeSubscriptions } from '../../channels/subscriptions/peer-actions.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe-actions.ts';
import { mustBeOwner } from '../../errors.ts';
import { botAdded, botRemoved, botUpdated } from '../../integrations/bots/events.ts';
import { ownBot } from '../../integrations/bots/views.ts';
import { onboardUser } from '../../messages/notices/welcome-actions.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { removeAddresses } from '../../notifications/ntfy/actions.ts';
import { membersAdded, membersRemoved } from '../groups/events.ts';
import { roleGroups } from '../groups/views.ts';
import { setProfileValues } from '../profile-fields/actions.ts';
import type { ProfileValue } from '../profile-fields/types.ts';
import { endSessions } from '../sign-in/sign-out-batches.ts';
import { changeName, insertUser, joinRoleGroups, type UserDraft } from './actions.ts';
import { changeEmail } from './email-actions.ts';
import { userUpdated } from './events.ts';
import { requireFreeEmail } from './field-rules.ts';
import { updateKeyOfBot, updateKnownKeys } from './key-actions.ts';
import {
  requireCanChangeUser,
  requireCanDeactivate,
  requireFreePlace,
  requireOwnerRemains,
  usersWithAccessTo,
} from './rules.ts';
import { isAdministrator, isGuest, isOwner, type User } from './types.ts';
import { withRoleVisibilityDiff } from './visibility-actions.ts';

/**
 * Changes an account's role and, with it, which users and channels the user can see. Only owners grant and revoke the
 * owner role, and one owner always remains.
 */
export function changeRole(app: App, actor: User | undefined, user: User, role: Role): void {
  requireCanChangeUser(actor, user, role);
  if (role === user.role) return;
  if (role !== ROLES.owner) requireOwnerRemains(app, user, 'role');
  app.db.write(() => {
    withUserChannelVisibilityDiff(app, user.id, () => {
      withRoleVisibilityDiff(app, user, () => writeRole(app, user, role));
      const changed = app.users.byId(user.id)!;
      if (!changed.is_active) return;
      updateVisibleBots(app, user, changed);
      if (user.is_bot) updateKeyOfBot(app, user, changed);
      updateKnownKeys(app, user, changed);
    });
    publishDefaults(app, user, app.users.byId(user.id)!);
  });
}

/** Guests have no default channels. */
function publishDefaults(app: App, before: User, after: User): void {
  const default_streams = defaultsFor(app, after);
  if (default_streams.length !== defaultsFor(app, before).length)
    app.events.publish(defaultChannelsChanged({ default_streams }), [after.id]);
  const default_stream_groups = defaultGroupsFor(app, after);
  if (default_stream_groups.length !== defaultGroupsFor(app, before).length)
    app.events.publish(defaultGroupsChanged({ default_stream_groups }), [after.id]);
}

/** Creates an account and subscribes it to the default channels. `isWelcomed`: also sends the welcome messages. */
export function createUser(app: App, draft: UserDraft, { isWelcomed = false } = {}): User {
  return app.db.write(() => {
    const user = insertUser(app, draft);
    subscribeToDefaultChannels(app, user);
    if (isWelcomed) onboardUser(app, user);
    return user;
  });
}

/** Subscribes a new user to the default channels. Guests and bots join only the channels they are added to. */
export function subscribeToDefaultChannels(app: App, user: User): void {
  if (isGuest(user) || user.is_bot) return;
  addSubscribers(
    app,
    [user],
    app.channels.defaults().map((id) => app.channels.byId(id)!),
  );
}

export interface UserChanges {
  full_name?: string | undefined;
  role?: Role | undefined;
  profile_data?: readonly ProfileValue[] | undefined;
  new_email?: string | undefined;
}

/**
 * Changes an account: everything requested, or nothing. Administrators may, and owners of bots for their bots; each
 * part has its own rules.
 */
export function updateUser(
  app: App,
  actor: User,
  user: User,
  { full_name, role, profile_data, new_email }: UserChanges,
): void {
  requireCanChangeUser(actor, user, role);
  if (role !== undefined && role <= ROLES.administrator && isGuest(user))
    throw badRequest('Guests cannot be organization administrators');
  const email = new_email === undefined ? undefined : requireNewEmail(app, actor, user, new_email);
  app.db.write(() => {
    if (full_name !== undefined) changeName(app, actor, user, full_name);
    if (profile_data !== undefined) setProfileValues(app, actor, user, profile_data);
    if (email !== undefined) changeEmail(app, user, email);
    if (role !== undefined) changeRole(app, actor, app.users.byId(user.id)!, role);
  });
}

/** Throws unless the actor is an owner with the right to change addresses, and for invalid and taken addresses. */
function requireNewEmail(app: App, actor: User, user: User, input: string): string {
  if (!isOwner(actor)) throw mustBeOwner();
  if (!actor.can_change_user_emails) throw badRequest('User not authorized to change user emails');
  const email = asciiAddress(input.trim());
  return isSameAddress(email, user.email) ? email : requireFreeEmail(app, email);
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

function publishActivity(app: App, user: User, is_active: boolean): void {
  app.events.publish(userUpdated({ person: { user_id: user.id, is_active } }), usersWithAccessTo(app, user));
  if (user.is_bot)
    app.events.publish(botUpdated({ bot: { user_id: user.id, is_active } }), app.users.listKeepers(user));
}

/**
 * Users who receive a deactivation know that the account is in no group. Guests who cannot see the account must receive
 * that separately.
 */
function leaveGroupsUnseen(app: App, user: User): void {
  const viewers = usersWithAccessTo(app, user);
  const others = [...app.users.activeIds()].filter((id) => !viewers.has(id));
  if (others.length === 0) return;
  const named = app.groups.listDirectGroups(user.id).filter((id) => app.groups.byId(id)!.name !== null);
  for (const group_id of [...roleGroups(app, user).map((name) => app.groups.system(name)), ...named])
    app.events.publish(membersRemoved({ group_id, user_ids: [user.id] }), others);
}

/**
 * Deactivates an account and its bots, and mails the comment, if there is one, to its owner. They can make no more
 * requests, receive nothing from now on and count as members of no channel. Sessions are kept but rejected, so that
 * browsers get the reason (USER_DEACTIVATED). Throws CANNOT_DEACTIVATE_LAST_USER for the last owner.
 */
export function deactivateUser(app: App, actor: User | undefined, user: User, comment?: string): void {
  if (actor?.id !== user.id) requireCanDeactivate(actor, user);
  if (!user.is_active) return;
  requireOwnerRemains(app, user, 'deactivation');
  const bots = app.users.listBots(user.id).map((id) => app.users.byId(id)!);
  const accounts = [user, ...bots.filter(({ is_active }) => is_active)];
  app.db.write(() => {
    for (const { id } of accounts) {
      app.users.setActive(0, id);
      app.subscriptions.leftAll(id);
    }
    updateKnownKeys(app, user, app.users.byId(user.id)!);
    for (const one of accounts) {
      publishActivity(app, one, false);
      leaveGroupsUnseen(app, one);
      app.events.changeQueues({ kind: 'remove', users: [one.id], because: 'user deactivated' });
    }
    pauseSubscriptions(app, accounts);
    removeAddresses(app, user);
    if (actor && comment !== undefined && !user.is_bot) mailComment(app, actor, user, comment);
  });
}

function mailComment(app: App, actor: User, user: User, comment: string): void {
  const values = {
    name: user.full_name,
    organization: app.realm.get('name'),
    by: actor.full_name,
    comment: comment.trim(),
  };
  sendMail(app, { to: user, kind: 'deactivated' }, mailTexts(app, user).deactivated(values));
}

/** Reactivates an account in its former groups and channels. A user's bots stay deactivated. */
export function reactivateUser(app: App, actor: User | undefined, user: User): void {
  requireCanDeactivate(actor, user);
  if (user.is_active) return;
  if (app.erasures.of(user.id)) throw badRequest('The data of this user was erased');
  if (!user.is_bot) requireFreePlace(app);
  app.db.write(() => {
    // Sessions from before the deactivation stay invalid.
    endSessions(app, user);
    app.users.setActive(1, user.id);
    app.subscriptions.backInAll(user.id);
    const active = app.users.byId(user.id)!;
    publishActivity(app, active, true);
    joinRoleGroups(app, active, roleGroups(app, active));
    for (const group_id of app.groups.listDirectGroups(user.id))
      if (app.groups.byId(group_id)!.name !== null)
        app.events.publish(membersAdded({ group_id, user_ids: [user.id] }), app.users.activeIds());
    resumeSubscriptions(app, active);
  });
}
