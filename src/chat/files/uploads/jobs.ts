import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { removeUnclaimed } from './actions.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;

/** What was uploaded and never sent, or is mentioned no more, goes after five weeks. */
export const removeUnclaimedUploads = job({
  name: 'remove files that no message mentions',
  every: DAY / 4,
  run: (app) => removeUnclaimed(app, seconds(app.clock) - 5 * WEEK),
});

/** An interruption may leave a file without a row; it was told to nobody. */
export const sweep = job({
  name: 'remove files that came in half',
  every: DAY / 4,
  async run(app) {
    await app.files.sweep(
      Date.now() - DAY * 1000,
      (key) => (app.attachments.isKept(key) ?? app.pictures.isKept(key) ?? app.exports.isKept(key)) !== undefined,
    );
    await app.thumbnails.sweep((key) => app.attachments.isKept(key) !== undefined);
  },
});
