import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { invalidChannel } from '../../errors.ts';
import { hasGroupPermission, isInGroup, isOpenToVisitors } from '../../people/groups/rules.ts';
import { isAdministrator, isGuest } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './permissions.ts';
import type { Channel } from './types.ts';

/** The caller: an account, or undefined for a visitor without one. */
export type Viewer = User | undefined;

export const isSubscribed = (app: App, user: Viewer, channel: Channel): boolean =>
  user !== undefined && app.subscriptions.subscribersOf(channel.id).has(user.id);

/** Whether the channel itself gives this user the permission. */
export const hasChannelPermission = (app: App, user: Viewer, channel: Channel, name: ChannelPermission): boolean =>
  hasGroupPermission(app, user, CHANNEL_PERMISSIONS[name], channel[name]);

/** Web-public channels are open to visitors only while the organization allows visitors. */
const webPublic = (app: App, channel: Channel): boolean => channel.is_web_public && isOpenToVisitors(app);

/**
 * Which of a channel's messages a user can read: `all`, only those they `received` (protected history), or `none`.
 * Every read path calls this function; nothing else decides it.
 */
export function readAccess(app: App, user: Viewer, channel: Channel): 'all' | 'received' | 'none' {
  if (!user) return webPublic(app, channel) && !channel.is_archived ? 'all' : 'none';
  const subscribed = isSubscribed(app, user, channel);
  if (!subscribed && !canSubscribe(app, user, channel)) return 'none';
  if (channel.history_public_to_subscribers || !channel.invite_only) return 'all';
  return subscribed ? 'received' : 'none';
}

/** Whether a user who is not subscribed has access to the content anyway, and so may subscribe. */
export function canSubscribe(app: App, user: User, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only) return true;
  return (
    hasChannelPermission(app, user, channel, 'can_add_subscribers_group') ||
    hasChannelPermission(app, user, channel, 'can_subscribe_group')
  );
}

/** Whether a user can see the channel's existence, name, settings and subscribers. */
export function canAccessMetadata(app: App, user: Viewer, channel: Channel): boolean {
  if (!user) return webPublic(app, channel);
  // Most channels are public. To check that first is cheaper when many channels are listed.
  if (canSubscribe(app, user, channel) || isSubscribed(app, user, channel)) return true;
  return isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group');
}

/**
 * Everyone who can see the channel and has an open event queue: the audience of its events. Of thousands of users, most
 * are offline and need not be checked.
 */
export function usersWithAccess(app: App, channel: Channel): Set<number> {
  const ids = new Set<number>();
  for (const id of app.queues.listening()) {
    const user = app.users.byId(id)!;
    if (user.is_active && canAccessMetadata(app, user, channel)) ids.add(id);
  }
  return ids;
}

/**
 * Administrators may change any channel they can see. In a private channel they are not in, they may change everything
 * except who has access.
 */
export const canAdminister = (app: App, user: User, channel: Channel): boolean =>
  (isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group')) &&
  canAccessMetadata(app, user, channel);

/**
 * Whether a user may post: the channel is not archived, they can see it, and they are in its group. Bots may also post
 * with their owner's permission.
 */
export function canPost(app: App, user: User, channel: Channel): boolean {
  if (channel.is_archived) return false;
  if (user.is_system) return true;
  const owner = user.bot_owner_id === null ? undefined : app.users.byId(user.bot_owner_id);
  const within = (person: User) => isSubscribed(app, person, channel) || canSubscribe(app, person, channel);
  if (!within(user) && !(owner?.is_active && within(owner))) return false;
  const allowed = (person: User) => isInGroup(app, person, channel.can_send_message_group);
  return allowed(user) || (owner?.is_active === true && allowed(owner));
}

/**
 * Returns the channel with this id if the viewer can see it. Throws the same error for unknown and invisible channels.
 */
export function requireChannelAccess(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || !canAccessMetadata(app, user, channel)) throw invalidChannel();
  return channel;
}

/** Returns the channel with this id if the viewer can read anything in it. Throws the same error otherwise. */
export function requireReadableChannel(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || readAccess(app, user, channel) === 'none') throw invalidChannel();
  return channel;
}

/** Returns the channel with this name if the viewer can see it. Throws STREAM_DOES_NOT_EXIST otherwise. */
export function requireChannelNamed(app: App, user: Viewer, name: string): Channel {
  const channel = app.channels.named(name);
  if (!channel || !canAccessMetadata(app, user, channel)) throw noSuchChannel({ stream: name });
  return channel;
}

export const noSuchChannel = (which: { stream: string } | { stream_id: number }): ApiError =>
  new ApiError(
    400,
    'STREAM_DOES_NOT_EXIST',
    'stream' in which
      ? `Channel '${which.stream}' does not exist`
      : `Channel with ID '${which.stream_id}' does not exist`,
    which,
  );
