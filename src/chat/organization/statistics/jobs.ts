import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { countNews, measureStorage } from './batches.ts';

const DAY = 86_400;
/** How long the server remembers who was active, so that nobody is counted twice: an import may take some time. */
const REMEMBERED = 62 * DAY;
/** Rows that one turn deletes. */
const BATCH = 1000;

/** Counts messages and active users, also those of the time without a server. */
export const counting = job({
  name: 'statistics',
  every: 20,
  run: (app, stopping) => countNews(app, () => stopping?.aborted === true),
});

/** Measures the storage, and forgets who was active long ago. */
export const measuring = job({
  name: 'statistics of the storage',
  every: 3600,
  async run(app, stopping) {
    measureStorage(app);
    const limit = seconds(app.clock) - REMEMBERED;
    while (!stopping?.aborted && app.db.write(() => app.statistics.forgetActive(limit, BATCH).changes) > 0)
      await app.db.committed();
  },
});
