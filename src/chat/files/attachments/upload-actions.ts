import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { Measures } from '../../../kernel/files/image-processing.ts';
import { renderAgain } from '../../messages/edit/rewrite-actions.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { User } from '../../people/users/types.ts';
import { attachmentAdded } from './events.ts';
import { nameInPath, nameShown, REALM_ID, requireRoomForFile, requireSpace } from './rules.ts';
import type { StoredAttachment } from './types.ts';
import { attachmentView } from './views.ts';

/** A file that is on disk under its key and has no owner yet. */
export interface StoredFile {
  file_key: string;
  content_type: string;
  size: number;
  /** The name that the client gave. */
  name: string;
  /** The image's properties; `none`: this machine cannot process it, but browsers can show it. */
  picture?: Measures | 'none' | undefined;
  /** When it was uploaded, for a file from another server; if undefined, now. */
  create_time?: number;
}

/**
 * Gives a file on disk an owner and an address. Throws REALM_UPLOAD_QUOTA, and for too many unsent files. A rejected
 * file is deleted from disk.
 */
export function addUpload(
  app: App,
  owner: User,
  { file_key, content_type, size, name, picture, create_time }: StoredFile,
): StoredAttachment {
  try {
    return app.db.write(() => {
      requireSpace(app, size);
      if (create_time === undefined) requireRoomForFile(app, owner);
      const now = seconds(app.clock);
      const random = randomBytes(18).toString('base64url');
      const row = {
        path_id: `${REALM_ID}/${random.slice(0, 2)}/${random.slice(2)}/${nameInPath(name)}`,
        file_name: nameShown(name),
        file_key,
        content_type,
        size,
        owner_id: owner.id,
        create_time: create_time ?? now,
        unclaimed_since: now,
        ...pictureRow(picture),
      };
      const file = { ...row, id: app.attachments.add(row).id, attempts: 0 };
      const upload_space_used = app.attachments.spaceUsedBy(owner.id)!;
      app.events.publish(attachmentAdded({ attachment: attachmentView(app, file, canRead), upload_space_used }), [
        owner.id,
      ]);
      return file;
    });
  } catch (error) {
    app.files.remove(file_key);
    throw error;
  }
}

const NO_MEASURES = { width: null, height: null, frames: null };

function pictureRow(picture: StoredFile['picture']) {
  if (picture === undefined) return { thumbnails: null, ...NO_MEASURES };
  return picture === 'none' ? { thumbnails: picture, ...NO_MEASURES } : { thumbnails: 'due' as const, ...picture };
}

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
    for (const message of app.attachments.listLocatedMessages(id)) renderAgain(app, message.id);
  });
}
