import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { job } from '../../declare.ts';
import type { StoredAttachment } from '../attachments/types.ts';
import { formatsOf } from '../images/thumbnails.ts';
import { nextWithoutThumbnails, settle } from './thumbnails.ts';

/** Thumbnails that were missing when the server stopped are generated after the next start. */
export const drawing = job({ name: 'thumbnails', every: 10, run: (app) => makeThumbnails(app) });

/** Generates the missing thumbnails of all images, one after another. */
export const makeThumbnails = (app: App): Promise<void> =>
  app.memory.thumbnailRun.run(async () => {
    for (let file = nextWithoutThumbnails(app); file; file = nextWithoutThumbnails(app)) {
      await app.db.committed();
      settle(app, file, (await makeThumbnailsOf(app, file)) ? 'made' : 'failed');
    }
  });

/** Generates the thumbnails of one image, once for all callers; false: it cannot be processed. */
export const makeThumbnailsOf = (app: App, file: StoredAttachment): Promise<boolean> =>
  app.memory.thumbnailWork.run(file.file_key, () => generateThumbnails(app, file));

async function generateThumbnails(app: App, file: StoredAttachment): Promise<boolean> {
  const copies = formatsOf(file).map(({ name, max_width, max_height, animated }) => ({
    name,
    width: max_width,
    height: max_height,
    animated,
  }));
  try {
    const pictures = await app.imageWorker.copies(app.files.pathOf(file.file_key), copies);
    for (const [at, { data }] of pictures.entries()) await app.thumbnails.write(file.file_key, copies[at]!.name, data);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) app.log.error({ err: error, id: file.id }, 'thumbnails could not be made');
    return false;
  }
}
