import type { App } from '../../../app.ts';
import { minus } from '../../../kernel/events/visibility-diff.ts';
import { insufficientPermission } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { subscribersRemoved } from '../channels/events.ts';
import { canAccessMetadata, isSubscribed } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { hideChannel, onlyNew } from '../channels/visibility.ts';
import { unsubscribed } from './events.ts';
import { publishPeerChanges } from './peers.ts';
import { canUnsubscribeOther, requireUsers } from './rules.ts';
import { withUserVisibilityDiff } from './user-visibility.ts';

/** The result of unsubscribing. */
export interface UnsubscribeResult {
  /** Who is no longer subscribed to which channel. */
  removed: Map<User, Channel[]>;
  /** Channels that none of the users was subscribed to. */
  untouched: Channel[];
}

/** Unsubscribes the actor or others from channels. Throws for missing permissions and unknown users. */
export function unsubscribeUsers(
  app: App,
  actor: User,
  channels: readonly Channel[],
  people: readonly number[],
): UnsubscribeResult {
  requireUnsubscribable(app, actor, people, channels);
  return removeSubscribers(app, requireUsers(app, actor, [...people]), channels);
}

/** Throws unless the actor may unsubscribe all these users from all these channels. */
export function requireUnsubscribable(
  app: App,
  actor: User,
  people: readonly number[],
  channels: readonly Channel[],
): void {
  for (const person of requireUsers(app, actor, [...people]))
    for (const channel of channels)
      if (!canUnsubscribeOther(app, actor, person, channel)) throw insufficientPermission();
}

/** Unsubscribes users from channels, and publishes it to everyone affected. */
function removeSubscribers(app: App, people: readonly User[], channels: readonly Channel[]): UnsubscribeResult {
  const removed = new Map<User, Channel[]>();
  const changes = new Map<Channel, Set<number>>();
  app.db.write(() =>
    withUserVisibilityDiff(app, people, channels, () => {
      for (const channel of channels) {
        const leaving = people.filter((person) => isSubscribed(app, person, channel));
        if (leaving.length === 0) continue;
        for (const person of leaving) removed.set(person, [...(removed.get(person) ?? []), channel]);
        const ids = leaving.map(({ id }) => id);
        app.subscriptions.end(channel.id, ids);
        app.subscriptions.closePeriods(channel.recipient_id, app.messages.lastId(), ids);
        changes.set(channel, new Set(ids));
      }
      for (const [person, left] of removed) app.events.publish(unsubscribed({ channels: left }), [person.id]);
      for (const [channel, left] of changes) hideChannel(app, channel, hideFromUnsubscribed(app, channel, left));
      publishPeerChanges(app, subscribersRemoved, changes);
      for (const [channel, left] of changes) publishUnsubscribed(app, channel, left);
    }),
  );
  return { removed, untouched: channels.filter((channel) => !changes.has(channel)) };
}

/**
 * `publishPeerChanges` leaves out the users who leave. Each of them receives the others' departure here, if they can
 * still see the channel.
 */
function publishUnsubscribed(app: App, channel: Channel, left: ReadonlySet<number>): void {
  if (left.size < 2) return;
  const listening = new Set([...left].filter((id) => app.queues.isListening(id)));
  for (const id of minus(listening, hideFromUnsubscribed(app, channel, listening))) {
    const user_ids = [...left].filter((other) => other !== id).sort((a, b) => a - b);
    app.events.publish(subscribersRemoved({ stream_ids: [channel.id], user_ids, ...onlyNew(channel) }), [id]);
  }
}

const hideFromUnsubscribed = (app: App, channel: Channel, people: ReadonlySet<number>): Set<number> =>
  new Set([...people].filter((id) => !canAccessMetadata(app, app.users.byId(id)!, channel)));
