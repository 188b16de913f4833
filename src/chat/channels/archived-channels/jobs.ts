import { job } from '../../declare.ts';
import { deleteArchivedChannels } from './batches.ts';

/** Deletes archived channels permanently when the time to restore them has passed. */
export const deleting = job({
  name: 'delete archived channels',
  every: 3600,
  run: (app, stopping) =>
    app.memory.channelDeletion.run(() => deleteArchivedChannels(app, () => stopping?.aborted === true)),
});
