import type { App } from '../../../app.ts';
import type { Channel } from '../channels/types.ts';

/** The time to restore archived channels begins again. Call it inside `db.write`. */
export function restartDeletionTimes(app: App): void {
  app.archivedChannels.forgetAll();
}

/** A channel is not archived any more, so it is not deleted. Call it inside `db.write`. */
export function cancelDeletion(app: App, { id }: Channel): void {
  app.archivedChannels.forget(id);
}
