import type { App } from '../../../app.ts';
import { renderAgain } from '../../messages/edit/render-again.ts';
import type { StoredAttachment } from '../attachments/types.ts';

/** After this many crashes of the server, an image is not processed again. */
const MOST_ATTEMPTS = 3;

/** The next image to process, with its attempt counted; undefined: there is none. */
export function nextWithoutThumbnails(app: App): StoredAttachment | undefined {
  return app.db.write(() => {
    for (let file = app.attachments.nextDue(); file; file = app.attachments.nextDue()) {
      if (file.attempts < MOST_ATTEMPTS) {
        app.attachments.countAttempt(file.id);
        return file;
      }
      settle(app, file, 'failed');
    }
    return undefined;
  });
}

/** The image can be processed later: the storage failed, not the image. */
export function postpone(app: App, { id }: StoredAttachment): void {
  app.db.write(() => app.attachments.forgetAttempt(id));
}

/** Messages that showed a placeholder now show the thumbnail, or nothing if the image cannot be processed. */
export function settle(app: App, { id }: StoredAttachment, outcome: 'made' | 'failed'): void {
  app.db.write(() => {
    if (app.attachments.byId(id)?.thumbnails !== 'due') return;
    app.attachments.setThumbnails(outcome, id);
    for (const message of app.attachments.locatedMessagesOf(id)) renderAgain(app, message.id);
  });
}
