import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { isStorageFailure } from '../../../kernel/files/storage.ts';
import { job } from '../../declare.ts';
import { listFormats } from '../images/types.ts';
import { deleteUnclaimedAttachments } from './actions.ts';
import type { StoredAttachment } from './types.ts';
import { nextWithoutThumbnails, postpone, settle } from './upload-actions.ts';

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

/** Thumbnails that were missing when the server stopped are generated after the next start. */
export const drawing = job({ name: 'thumbnails', every: 10, run: (app) => makeThumbnails(app) });

/** Generates the missing thumbnails of all images, one after another. If the storage fails, the job tries again. */
export const makeThumbnails = (app: App): Promise<void> =>
  app.memory.thumbnailRun.run(async () => {
    for (let file = nextWithoutThumbnails(app); file; file = nextWithoutThumbnails(app)) {
      await app.db.committed();
      try {
        settle(app, file, (await makeFileThumbnails(app, file)) ? 'made' : 'failed');
      } catch (error) {
        if (!isStorageFailure(error)) throw error;
        return postpone(app, file);
      }
    }
  });

/**
 * Generates the thumbnails of one image, once for all callers; false: it cannot be processed. Throws if the storage
 * fails.
 */
export const makeFileThumbnails = (app: App, file: StoredAttachment): Promise<boolean> =>
  app.memory.thumbnailWork.run(file.file_key, () => generateThumbnails(app, file));

async function generateThumbnails(app: App, file: StoredAttachment): Promise<boolean> {
  const copies = listFormats(file).map(({ name, max_width, max_height, animated }) => ({
    name,
    width: max_width,
    height: max_height,
    animated,
  }));
  try {
    const pictures = await app.files.withLocalFile(file.file_key, (path) => app.imageWorker.copies(path, copies));
    for (const [at, { data }] of pictures.entries()) await app.thumbnails.write(file.file_key, copies[at]!.name, data);
    return true;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    if (!(error instanceof ApiError)) app.log.error({ err: error, id: file.id }, 'thumbnails could not be made');
    return false;
  }
}
