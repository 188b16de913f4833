import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { canPost, requireChannelAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cannotSendTo, invalidRecipient } from '../../errors.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { requireCanSendDirectly } from '../messages/rules.ts';

/** In larger channels, typing is not published. */
const MOST_SUBSCRIBERS = 100;

/** Throws if the user has turned off typing notifications for channels or direct messages. */
export function requireShown(user: User, to: 'channel' | 'direct'): void {
  const { send_stream_typing_notifications, send_private_typing_notifications } = user.settings;
  if (!(to === 'channel' ? send_stream_typing_notifications : send_private_typing_notifications))
    throw badRequest(`User has disabled typing notifications for ${to} messages`);
}

/**
 * Returns the users of a conversation with the sender, by id. Throws for users the sender cannot see, and for
 * conversations the sender may not write to.
 */
export function requirePeople(app: App, sender: User, to: readonly number[]): User[] {
  const people = new Map([[sender.id, sender]]);
  for (const id of to) {
    const person = app.users.byId(id);
    if (!person || !canAccessUser(app, sender, person)) throw invalidRecipient(id);
    people.set(id, person);
  }
  const ids = [...people.keys()].sort((a, b) => a - b);
  requireCanSendDirectly(app, sender, [...people.values()], ids);
  return ids.map((id) => people.get(id)!);
}

/** Returns a channel that the sender may post to. */
export function requirePostable(app: App, sender: User, channelId: number): Channel {
  const channel = requireChannelAccess(app, sender, channelId);
  if (!canPost(app, sender, channel)) throw cannotSendTo(channel.name);
  return channel;
}

/** Those of these users who have open event queues and want typing notifications. */
export const usersWatchingTyping = (app: App, ids: Iterable<number>): number[] =>
  [...ids].filter((id) => {
    const user = app.users.byId(id)!;
    return user.is_active && user.settings.receives_typing_notifications;
  });

/** The subscribers of a channel who want typing notifications; none in a large channel. */
export function subscribersWatchingTyping(app: App, channel: Channel): number[] {
  const subscribers = app.subscriptions.listSubscribers(channel.id);
  return subscribers.size > MOST_SUBSCRIBERS ? [] : usersWatchingTyping(app, subscribers);
}
