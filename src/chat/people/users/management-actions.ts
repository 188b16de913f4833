import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { asciiAddress, isSameAddress } from '../../../kernel/mail/address-forms.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import {
  defaultChannelsChanged,
  defaultsFor,
  subscribersAdded,
  subscribersRemoved,
} from '../../channels/channels/events.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { withChannelVisibilityDiffOf } from '../../channels/channels/visibility-actions.ts';
import { defaultGroupsChanged, defaultGroupsFor } from '../../channels/default-channels/events.ts';
import { publishPeerChanges } from '../../channels/subscriptions/peer-actions.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe-actions.ts';
import { mustBeOwner, otherUserDeactivated } from '../../errors.ts';
import { onboardUser } from '../../messages/welcome/actions.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { setProfileValues } from '../profile-fields/actions.ts';
import type { ProfileValue } from '../profile-fields/types.ts';
import { changeName, changeRole, insertUser, markDeactivated, markReactivated, type UserDraft } from './actions.ts';
import { changeEmail } from './email-actions.ts';
import { requireFreeEmail } from './field-rules.ts';
import { requireCanChangeUser, requireCanDeactivate, requireOwnerRemains } from './rules.ts';
import { isGuest, isOwner, type User } from './types.ts';

/** Changes an account's role and, with it, which channels the user can see. */
export function changeUserRole(app: App, actor: User | undefined, user: User, role: Role): void {
  app.db.write(() => {
    withChannelVisibilityDiffOf(app, user.id, () => changeRole(app, actor, user, role));
    const changed = app.users.byId(user.id)!;
    const default_streams = defaultsFor(app, changed);
    if (default_streams.length !== defaultsFor(app, user).length)
      app.events.publish(defaultChannelsChanged({ default_streams }), [user.id]);
    const default_stream_groups = defaultGroupsFor(app, changed);
    if (default_stream_groups.length !== defaultGroupsFor(app, user).length)
      app.events.publish(defaultGroupsChanged({ default_stream_groups }), [user.id]);
  });
}

/** Creates an account and subscribes it to the default channels. */
export function createUser(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const user = insertUser(app, draft);
    subscribeToDefaultChannels(app, user);
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

/** Deactivates an account and its bots: they receive nothing from now on and count as members of no channel. */
export function deactivateAccount(app: App, actor: User | undefined, user: User): void {
  app.db.write(() => {
    const deactivated = markDeactivated(app, actor, user);
    const changes = channelsOfAll(app, deactivated);
    for (const [{ recipient_id }, people] of changes)
      app.subscriptions.closePeriods(recipient_id, app.messages.lastId(), [...people]);
    publishPeerChanges(app, subscribersRemoved, changes);
  });
}

/** Reactivates an account. It is in its channels again and receives new messages. */
export function reactivateAccount(app: App, actor: User | undefined, user: User): void {
  app.db.write(() => {
    markReactivated(app, actor, user);
    const changes = channelsOfAll(app, user.is_active ? [] : [user]);
    for (const { recipient_id } of changes.keys())
      app.subscriptions.openPeriods(recipient_id, app.messages.lastId(), [user.id]);
    publishPeerChanges(app, subscribersAdded, changes);
  });
}

/** The users among `ids` that are subscribed to each channel. */
function channelsOfAll(app: App, people: readonly User[]): Map<Channel, Set<number>> {
  const changes = new Map<Channel, Set<number>>();
  for (const { id } of people)
    for (const { channel_id, active } of app.subscriptions.ofUser(id)) {
      if (!active) continue;
      const channel = app.channels.byId(channel_id)!;
      changes.set(channel, (changes.get(channel) ?? new Set()).add(id));
    }
  return changes;
}

export interface UserChanges {
  full_name?: string | undefined;
  role?: Role | undefined;
  profile_data?: readonly ProfileValue[] | undefined;
  new_email?: string | undefined;
}

/** Creates an account, subscribes it to the default channels and sends the welcome messages. */
export function addUser(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const user = createUser(app, draft);
    onboardUser(app, user);
    return user;
  });
}

/**
 * Changes an account: everything requested, or nothing. Administrators may, and owners of bots for their bots; each
 * part has its own rules.
 */
export function updateUserByAdmin(
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
    if (role !== undefined) changeUserRole(app, actor, app.users.byId(user.id)!, role);
  });
}

/** Throws unless the actor is an owner with the right to change addresses, and for invalid and taken addresses. */
function requireNewEmail(app: App, actor: User, user: User, input: string): string {
  if (!isOwner(actor)) throw mustBeOwner();
  if (!actor.can_change_user_emails) throw badRequest('User not authorized to change user emails');
  const email = asciiAddress(input.trim());
  return isSameAddress(email, user.email) ? email : requireFreeEmail(app, email);
}

/**
 * Deactivates an account, and mails the comment, if there is one, to its owner. Throws BAD_REQUEST if the account is
 * deactivated already.
 */
export function deactivateUserByAdmin(app: App, actor: User, user: User, comment: string | undefined): void {
  requireCanDeactivate(actor, user);
  if (!user.is_active) throw otherUserDeactivated();
  requireOwnerRemains(app, user, 'dismissal');
  app.db.write(() => {
    deactivateAccount(app, actor, user);
    if (comment === undefined || user.is_bot) return;
    const values = {
      name: user.full_name,
      organization: app.realm.get('name'),
      by: actor.full_name,
      comment: comment.trim(),
    };
    sendMail(app, { to: user, kind: 'deactivated' }, mailTexts(app, user).deactivated(values));
  });
}
