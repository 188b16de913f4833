import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';

const DAY = 86_400;
/** Entries that one turn deletes. */
const BATCH = 1000;

/** Deletes entries of the audit log that are older than the setting allows. */
export const expireAuditLog = job({
  name: 'expired entries of the audit log',
  every: 3600,
  async run(app, stopping) {
    const days = app.config.choices.auditDays;
    if (days === 0) return;
    const limit = seconds(app.clock) - days * DAY;
    // Other requests run between batches.
    while (!stopping?.aborted && app.db.write(() => app.auditLog.removeBefore(limit, BATCH).changes) > 0)
      await app.db.committed();
  },
});
