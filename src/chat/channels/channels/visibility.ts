import type { App } from '../../../app.ts';
import { type Visibility, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { groupsAbove } from '../../people/groups/members.ts';
import { channelsAppeared, channelsVanished, subscribersAdded } from './events.ts';
import type { ChannelPermission } from './permissions.ts';
import { canAccessMetadata, usersWithAccess } from './rules.ts';
import type { Channel } from './types.ts';
import { channelView } from './views.ts';

/**
 * Runs `work`, which may change who can see these channels (a permission, privacy, a role or group). Publishes the
 * channels to users who can see them now, and removes them from those who no longer can. Call it inside `db.write`.
 */
export const withChannelVisibilityDiff = <T>(app: App, channels: readonly Channel[], work: () => T): T =>
  withVisibilityDiff(
    visibilityOf(app, channels, () => (id) => usersWithAccess(app, app.channels.byId(id)!)),
    work,
  );

/** The same for work that changes what one user can see: their role or groups. */
export const withChannelVisibilityDiffOf = (app: App, userId: number, work: () => void): void =>
  withVisibilityDiff(
    visibilityOf(app, app.channels.all(), () => {
      const user = app.users.byId(userId)!;
      return (id) => new Set(user.is_active && canAccessMetadata(app, user, app.channels.byId(id)!) ? [userId] : []);
    }),
    work,
  );

/** By id: `work` may change the channels themselves. */
const visibilityOf = (
  app: App,
  channels: readonly Channel[],
  read: Visibility<number>['read'],
): Visibility<number> => ({
  subjects: channels.map(({ id }) => id),
  read,
  show: (id, viewers) => showChannel(app, app.channels.byId(id)!, viewers),
  hide: (id, viewers) => hideChannel(app, app.channels.byId(id)!, viewers),
});

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
