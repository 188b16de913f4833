import { job } from '../../declare.ts';
import { endStatuses } from './actions.ts';

/** Removes statuses at the time at which they end. */
export const statusEnds = job({
  name: 'end statuses',
  every: 10,
  async run(app, stopping) {
    // Other requests run between batches.
    while (!stopping?.aborted && endStatuses(app)) await app.db.committed();
  },
  next: (app) => app.userStatus.nextEnd(),
});
