import type { App } from '../../../app.ts';
import { minus, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { accessibleUsers, canAccessUser, isLimited } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { userVisibility } from '../../people/users/visibility-actions.ts';
import { publishChannelChange } from '../channels/change-actions.ts';
import { subscribersAdded, subscribersRemoved } from '../channels/events.ts';
import { usersWithAccess } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { onlyNew } from '../channels/visibility-actions.ts';

/** The users who joined or left each channel. */
export type SubscriberChanges = ReadonlyMap<Channel, ReadonlySet<number>>;

/**
 * Publishes new and former subscribers to everyone who can see the subscribers of these channels, except the users
 * themselves. Channels with the same users and audience share one event. Then publishes the new counts.
 */
export function publishPeerChanges(
  app: App,
  happened: typeof subscribersAdded | typeof subscribersRemoved,
  changes: SubscriberChanges,
): void {
  const groups = new Map<
    string,
    { stream_ids: number[]; user_ids: number[]; to?: 'new clients'; audience: Set<number> }
  >();
  for (const [channel, people] of changes) {
    const user_ids = [...people].sort((a, b) => a - b);
    const audience = minus(usersWithAccess(app, channel), people);
    const key = `${channel.is_archived}|${user_ids}|${[...audience]}`;
    const group = groups.get(key);
    if (group) group.stream_ids.push(channel.id);
    else groups.set(key, { stream_ids: [channel.id], user_ids, ...onlyNew(channel), audience });
  }
  for (const { audience, ...peers } of groups.values()) app.events.publish(happened(peers), audience);
  for (const channel of changes.keys())
    publishChannelChange(app, channel, {
      property: 'subscriber_count',
      value: app.subscriptions.listSubscribers(channel.id).size,
    });
}

/**
 * Runs `work`, which subscribes users to channels or unsubscribes them. Then publishes visibility changes to guests who
 * see only users that share a channel with them. Call it inside `db.write`.
 */
export function withUserVisibilityDiff(
  app: App,
  people: readonly User[],
  channels: readonly Channel[],
  work: () => void,
): void {
  const moved = new Set(people.map(({ id }) => id));
  const concerned = app.users
    .active()
    .filter((user) => app.queues.isListening(user.id) && isLimited(app, user))
    .filter(
      ({ id }) => moved.has(id) || channels.some((channel) => app.subscriptions.listSubscribers(channel.id).has(id)),
    );
  if (concerned.length === 0) {
    work();
    return;
  }
  // Users who do not move gain or lose sight only of those who do.
  const everyone = concerned.some(({ id }) => moved.has(id)) ? app.users.all() : people;
  const read = (guest: User) => {
    const users = moved.has(guest.id) ? accessibleUsers(app, guest, everyone) : accessibleAmong(app, guest, people);
    return new Set(users.map(({ id }) => id));
  };
  withVisibilityDiff(userVisibility(app, concerned, everyone, read), work);
}

/** Up to this many users are checked one by one instead of against the list of all users the guest can see. */
const FEW = 20;

const accessibleAmong = (app: App, guest: User, people: readonly User[]): User[] =>
  people.length < FEW
    ? people.filter((person) => canAccessUser(app, guest, person))
    : accessibleUsers(app, guest, people);

/** Deactivated users receive no more messages and count as members of no channel. Call it inside `db.write`. */
export function pauseSubscriptions(app: App, people: readonly User[]): void {
  const changes = channelsOfAll(app, people);
  for (const [{ recipient_id }, some] of changes)
    app.subscriptions.closePeriods(recipient_id, app.messages.lastId(), [...some]);
  publishPeerChanges(app, subscribersRemoved, changes);
}

/** A reactivated user receives new messages of their channels again. Call it inside `db.write`. */
export function resumeSubscriptions(app: App, user: User): void {
  const changes = channelsOfAll(app, [user]);
  for (const { recipient_id } of changes.keys())
    app.subscriptions.openPeriods(recipient_id, app.messages.lastId(), [user.id]);
  publishPeerChanges(app, subscribersAdded, changes);
}

/** The users among `people` that are subscribed to each channel. */
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

/** Users write to each other for the first time. They can see each other from now on. Call it inside `db.write`. */
export function startConversation(app: App, recipient_id: number, people: readonly number[]): void {
  const users = people.map((id) => app.users.byId(id)!);
  withUserVisibilityDiff(app, users, [], () => app.subscriptions.openPeriods(recipient_id, 0, people));
}

/** Lets a subscriber read older messages, as if they had been subscribed after `from_id`. Call it inside `db.write`. */
export function grantHistory(app: App, user: User, recipient_id: number, from_id: number): void {
  app.subscriptions.beginEarlier(from_id, user.id, recipient_id);
}
