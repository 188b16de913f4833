import { job } from '../../declare.ts';
import { purgeSome } from './actions.ts';

/** Deletes messages permanently when the time to restore them has passed. */
export const purge = job({
  name: 'delete messages permanently',
  every: 3600,
  async run(app, stopping) {
    // Other requests run between batches.
    while (!stopping?.aborted && purgeSome(app)) await app.db.committed();
  },
});
