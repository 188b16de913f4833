import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { hasGroupPermission, isInGroup, isOpenToVisitors } from '../../people/groups/rules.ts';
import type { User } from '../../people/users/types.ts';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './permissions.ts';
import type { Channel } from './types.ts';

/** Someone asking: an account, or undefined for a visitor without one. */
export type Viewer = User | undefined;

const isGuest = (user: User): boolean => user.role === 600;
const isAdministrator = (user: User): boolean => user.role <= 200;

export const isSubscribed = (app: App, user: Viewer, channel: Channel): boolean =>
  user !== undefined && app.subscriptions.subscribersOf(channel.id).has(user.id);

/** Whether the channel itself gives this person the permission. */
export const hasChannelPermission = (app: App, user: Viewer, channel: Channel, name: ChannelPermission): boolean =>
  hasGroupPermission(app, user, CHANNEL_PERMISSIONS[name], channel[name]);

/** Web-public channels are open to visitors only while the organisation lets them in. */
const webPublic = (app: App, channel: Channel): boolean => channel.is_web_public && isOpenToVisitors(app);

/**
 * What of a channel's messages someone may read: `all`, only those they `received` (protected history), or `none`.
 * Every read path asks this; nothing else decides it.
 */
export function readAccess(app: App, user: Viewer, channel: Channel): 'all' | 'received' | 'none' {
  if (!user) return webPublic(app, channel) && !channel.is_archived ? 'all' : 'none';
  const subscribed = isSubscribed(app, user, channel);
  if (!subscribed && !canSubscribe(app, user, channel)) return 'none';
  if (channel.history_public_to_subscribers || !channel.invite_only) return 'all';
  return subscribed ? 'received' : 'none';
}

/** Whether someone who is not subscribed has the content within reach all the same, so that they may subscribe themselves. */
export function canSubscribe(app: App, user: User, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only) return true;
  return (
    hasChannelPermission(app, user, channel, 'can_add_subscribers_group') ||
    hasChannelPermission(app, user, channel, 'can_subscribe_group')
  );
}

/** Whether someone may know that the channel exists, its name, settings and subscribers. */
export function canAccessMetadata(app: App, user: Viewer, channel: Channel): boolean {
  if (!user) return webPublic(app, channel);
  if (isSubscribed(app, user, channel) || canSubscribe(app, user, channel)) return true;
  return isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group');
}

/** Everyone who may know the channel and listens: whom its events reach. Of thousands most are away, and need not be asked. */
export function usersWithAccess(app: App, channel: Channel): Set<number> {
  const ids = new Set<number>();
  for (const id of app.queues.listening()) {
    const user = app.users.byId(id)!;
    if (user.is_active && canAccessMetadata(app, user, channel)) ids.add(id);
  }
  return ids;
}

/** Administrators may change any channel they can see; of a private one they are not in, everything but who has access. */
export const canAdminister = (app: App, user: User, channel: Channel): boolean =>
  (isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group')) &&
  canAccessMetadata(app, user, channel);

/** Whether someone may post: not in an archived channel, within reach, and in the channel's group; bots by their owner's right too. */
export function canPost(app: App, user: User, channel: Channel): boolean {
  if (channel.is_archived) return false;
  if (user.is_system) return true;
  const owner = user.bot_owner_id === null ? undefined : app.users.byId(user.bot_owner_id);
  const within = (person: User) => isSubscribed(app, person, channel) || canSubscribe(app, person, channel);
  if (!within(user) && !(owner?.is_active && within(owner))) return false;
  const allowed = (person: User) => isInGroup(app, person, channel.can_send_message_group);
  return allowed(user) || (owner?.is_active === true && allowed(owner));
}

/** The channel with this id, if the viewer may know of it; else the same refusal as for one that is not there. */
export function requireChannelAccess(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || !canAccessMetadata(app, user, channel)) throw badRequest('Invalid channel ID');
  return channel;
}

/** The channel with this id, if the viewer may read anything of it; else the same refusal. */
export function requireReadableChannel(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || readAccess(app, user, channel) === 'none') throw badRequest('Invalid channel ID');
  return channel;
}

/** The channel with this name, if the viewer may know of it; else STREAM_DOES_NOT_EXIST. */
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
