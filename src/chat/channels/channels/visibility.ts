import type { App } from '../../../app.ts';
import { groupsAbove } from '../../people/groups/members.ts';
import { channelsAppeared, channelsVanished, subscribersAdded } from './events.ts';
import type { ChannelPermission } from './permissions.ts';
import { canAccessMetadata, usersWithAccess } from './rules.ts';
import type { Channel } from './types.ts';
import { channelView } from './views.ts';

/**
 * Runs `work`, which may change who can see these channels (a permission, privacy, a role or group), and publishes the
 * channels to users who can see them now and removes them from those who no longer can. Call it inside `db.write`.
 */
export function withVisibilityDiff<T>(app: App, channels: readonly Channel[], work: () => T): T {
  const before = channels.map((channel) => usersWithAccess(app, channel));
  const result = work();
  channels.forEach(({ id }, at) => {
    const channel = app.channels.byId(id)!;
    const after = usersWithAccess(app, channel);
    hideChannel(app, channel, minus(before[at]!, after));
    showChannel(app, channel, minus(after, before[at]!));
  });
  return result;
}

/** The same for work that changes what one user can see: their role or groups. */
export function withVisibilityDiffOf(app: App, userId: number, work: () => void): void {
  const known = () => {
    const user = app.users.byId(userId)!;
    return new Set(app.channels.all().filter((channel) => user.is_active && canAccessMetadata(app, user, channel)));
  };
  const before = known();
  work();
  const after = known();
  for (const channel of before) if (!after.has(channel)) hideChannel(app, channel, new Set([userId]));
  for (const channel of after) if (!before.has(channel)) showChannel(app, channel, new Set([userId]));
}

/** Publishes a channel, with its subscribers, to users who could not see it before. */
export function showChannel(app: App, channel: Channel, people: ReadonlySet<number>): void {
  if (people.size === 0) return;
  app.events.publish(channelsAppeared({ streams: [channelView(app, channel)] }), people);
  const subscribers = [...app.subscriptions.subscribersOf(channel.id)];
  if (subscribers.length > 0)
    app.events.publish(
      subscribersAdded({ stream_ids: [channel.id], user_ids: subscribers, ...onlyNew(channel) }),
      people,
    );
}

/** Publishes to users that they can no longer see a channel. */
export function hideChannel(app: App, channel: Channel, people: ReadonlySet<number>): void {
  if (people.size === 0) return;
  app.events.publish(channelsVanished({ stream_ids: [channel.id], ...onlyNew(channel) }), people);
}

/** The permissions that make a channel visible. */
const SHOWING = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[];

/** The channels that a user can see because of this group. */
export function channelsVisibleThrough(app: App, groupId: number): Channel[] {
  const above = groupsAbove(app, groupId);
  return app.channels.all().filter((channel) => SHOWING.some((name) => above.has(channel[name])));
}

/** Clients that do not know archived channels receive nothing about them. */
export const onlyNew = ({ is_archived }: Channel): { to?: 'new clients' } => (is_archived ? { to: 'new clients' } : {});

export const minus = (all: ReadonlySet<number>, without: ReadonlySet<number>): Set<number> =>
  new Set([...all].filter((id) => !without.has(id)));
export const both = (some: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> =>
  new Set([...some].filter((id) => others.has(id)));
