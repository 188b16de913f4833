import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { lastSentBefore } from '../narrow/spans.ts';
import { expireSome, overdue } from '../retention/expire.ts';

const DAY = 86_400;

/** Deletes messages that are older than the retention of their channel or organization. */
export const retention = job({
  name: 'message retention',
  every: 3600,
  async run(app, stopping) {
    // Other requests run between batches.
    for (const conversation of overdue(app, seconds(app.clock)))
      while (!stopping?.aborted && expireSome(app, conversation)) await app.db.committed();
  },
});

/** A client repeats a send within minutes if it got no reply. Local ids are deleted after two days. */
export const forgetLocalIds = job({
  name: 'forget what clients called their messages',
  every: DAY / 4,
  run(app) {
    const before = lastSentBefore(app, seconds(app.clock) - 2 * DAY);
    app.db.write(() => app.messages.forgetSentBefore(before));
  },
});

/** Indexes new messages that no step indexed yet, so that no search has to wait for it. */
export const indexMessages = job({ name: 'index messages', every: 1, run: (app) => app.messages.indexNow() });
