import type { App } from '../../../app.ts';
import { minus } from '../../../kernel/events/visibility-diff.ts';
import { publishChannelChange } from '../channels/change-permissions.ts';
import type { subscribersAdded, subscribersRemoved } from '../channels/events.ts';
import { usersWithAccess } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { onlyNew } from '../channels/visibility.ts';

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
    publishChannelChange(app, channel, 'subscriber_count', app.subscriptions.subscribersOf(channel.id).size);
}
