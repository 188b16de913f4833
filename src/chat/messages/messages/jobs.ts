import { seconds } from '../../../kernel/clock.ts';
import { lastIdBefore } from '../../channels/channels/traffic.ts';
import { job } from '../../declare.ts';
import { expireSome, overdue } from '../retention/expire.ts';

const DAY = 86_400;

/** Messages go when they are older than the channel or the organisation keeps them. */
export const retention = job({
  name: 'message retention',
  every: 3600,
  async run(app, stopping) {
    // Others have their turn between.
    for (const conversation of overdue(app, seconds(app.clock)))
      while (!stopping?.aborted && expireSome(app, conversation)) await app.db.committed();
  },
});

/** A client repeats a send within minutes if it did not hear the answer; what it called its message is forgotten after two days. */
export const forgetLocalIds = job({
  name: 'forget what clients called their messages',
  every: DAY / 4,
  run(app) {
    const before = lastIdBefore(app, seconds(app.clock) - 2 * DAY);
    app.db.write(() => app.messages.forgetSentBefore(before));
  },
});

/** So that nobody who searches waits for the words of the last messages. */
export const indexMessages = job({ name: 'index messages', every: 1, run: (app) => app.messages.indexNow() });
