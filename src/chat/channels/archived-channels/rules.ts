import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Channel } from '../channels/types.ts';

const DAY = 86_400;

/** Until when an archived channel can be restored; null: as long as it exists. `now` is in seconds. */
export function restorableUntil(app: App, channel: Channel, now: number): number | null {
  if (!app.realm.get('delete_archived_channels')) return null;
  // The job has not seen a channel yet that was archived in the last hour.
  return (app.archivedChannels.since(channel.id) ?? now) + app.config.choices.restoreDays * DAY;
}

/** Throws BAD_REQUEST if the deletion of a channel has begun. */
export function requireNotBeingDeleted(app: App, channel: Channel): void {
  if (app.archivedChannels.isDeleting(channel.id) === 1) throw badRequest('This channel is being deleted');
}
