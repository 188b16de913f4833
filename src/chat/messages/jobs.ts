import { seconds } from '../../kernel/clock.ts';
import { job } from '../../kernel/jobs.ts';
import { lastIdBefore } from '../channels/traffic.ts';

const DAY = 86_400;

/** A client repeats a send within minutes if it did not hear the answer; what it called its message is forgotten after two days. */
export const forgetSent = job({
  name: 'forget what clients called their messages',
  every: DAY / 4,
  run(app) {
    const before = lastIdBefore(app, seconds(app.clock) - 2 * DAY);
    app.db.write(() => app.messages.forgetSentBefore(before));
  },
});
