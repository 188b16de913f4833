import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type Visibility, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { ROLES } from '../../../shared/roles.ts';
import { membersAdded } from '../../people/groups/events.ts';
import { groupsAbove } from '../../people/groups/views.ts';
import { channelsAppeared, channelsVanished, subscribersAdded } from './events.ts';
import { canAccessMetadata, isSubscribed, usersWithAccess } from './rules.ts';
import type { Channel, ChannelPermission } from './types.ts';
import { channelView } from './views.ts';

/**
 * Runs `work`, which may change who can see these channels (a permission, privacy, a role or group). Publishes the
 * channels to users who can see them now, and removes them from those who no longer can. Call it inside `db.write`.
 */
export const withChannelVisibilityDiff = <T>(app: App, channels: readonly Channel[], work: () => T): T =>
  withVisibilityDiff(
    makeVisibility(app, channels, () => (id) => usersWithAccess(app, app.channels.byId(id)!)),
    work,
  );

/** The same for work that changes what one user can see: their role or groups. */
export const withUserChannelVisibilityDiff = (app: App, userId: number, work: () => void): void =>
  withVisibilityDiff(
    makeVisibility(app, app.channels.all(), () => {
      const user = app.users.byId(userId)!;
      return (id) => new Set(user.is_active && canAccessMetadata(app, user, app.channels.byId(id)!) ? [userId] : []);
    }),
    work,
  );

/** By id: `work` may change the channels themselves. */
const makeVisibility = (
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
function showChannel(app: App, channel: Channel, people: ReadonlySet<number>): void {
  if (people.size === 0) return;
  app.events.publish(channelsAppeared({ streams: [channelView(app, channel)] }), people);
  const subscribers = [...app.subscriptions.listSubscribers(channel.id)];
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

/** Publishes new full members, and the private channels they can see now. */
export function publishNewFullMembers(app: App): void {
  app.db.write(() => {
    const promoted = announceFullMembers(app).map((id) => app.users.byId(id)!);
    if (promoted.length === 0) return;
    for (const channel of channelsVisibleThrough(app, app.groups.system('role:fullmembers'))) {
      if (!channel.invite_only) continue;
      const gained = promoted.filter(
        (user) => canAccessMetadata(app, user, channel) && !isSubscribed(app, user, channel),
      );
      showChannel(app, channel, new Set(gained.map(({ id }) => id)));
    }
  });
}

const DAY = 86_400;
/** Promotions to full member up to this time were published. */
const TOLD_UNTIL = 'full_members_told_until';

/**
 * Members become full members after the waiting period. Publishes those who did since the last call, and returns their
 * ids.
 */
export function announceFullMembers(app: App): number[] {
  const now = seconds(app.clock);
  const from = Number(app.realm.secret(TOLD_UNTIL) ?? app.realm.get('date_created'));
  const waiting = app.realm.get('waiting_period_threshold') * DAY;
  const user_ids =
    waiting === 0
      ? []
      : app.users
          .active()
          .filter(
            ({ role, date_joined }) =>
              role === ROLES.member && date_joined + waiting > from && date_joined + waiting <= now,
          )
          .map(({ id }) => id);
  app.db.write(() => {
    app.realm.keepSecret(TOLD_UNTIL, String(now));
    if (user_ids.length === 0) return;
    app.events.publish(
      membersAdded({ group_id: app.groups.system('role:fullmembers'), user_ids }),
      app.users.activeIds(),
    );
  });
  return user_ids;
}
