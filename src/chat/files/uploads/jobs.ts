import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { deleteUnclaimedAttachments } from '../attachments/delete-actions.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;

/** Deletes files that no message has linked to for five weeks. */
export const removeUnclaimedUploads = job({
  name: 'remove files that no message mentions',
  every: DAY / 4,
  run: (app) => deleteUnclaimedAttachments(app, seconds(app.clock) - 5 * WEEK),
});

/** An interruption can leave a file without a row. No client knows about it. */
export const sweep = job({
  name: 'remove files that came in half',
  every: DAY / 4,
  async run(app) {
    await app.files.sweep(Date.now() - DAY * 1000, (key) =>
      [app.attachments, app.pictures, app.exports, app.dataExports].some((files) => files.isKept(key) !== undefined),
    );
    await app.thumbnails.sweep((key) => app.attachments.isKept(key) !== undefined);
  },
});
