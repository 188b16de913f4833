import type { App } from '../../../app.ts';
import { subscribersAdded, subscribersRemoved } from '../../channels/channels/events.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { publishPeerChanges } from '../../channels/subscriptions/peers.ts';
import { markDeactivated, markReactivated } from './deactivation.ts';
import type { User } from './types.ts';

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
