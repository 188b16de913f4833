import { job } from '../../declare.ts';
import { startQuietHours } from './actions.ts';

/** Tells others of schedules at the time at which they begin. Clients know by themselves when they end. */
export const quietHours = job({
  name: 'start quiet hours',
  every: 10,
  async run(app, stopping) {
    // Other requests run between batches.
    while (!stopping?.aborted && startQuietHours(app)) await app.db.committed();
  },
  next: (app) => app.doNotDisturb.firstStart(),
});
