import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { attachmentRemoved } from './events.ts';
import { requireOwnAttachment } from './rules.ts';
import type { StoredAttachment } from './types.ts';

/** Deletes the caller's own file, even if messages link to it. Throws for files of others. */
export function deleteOwnAttachment(app: App, user: User, id: number): void {
  deleteAttachment(app, requireOwnAttachment(app, user, id));
}

/** Deletes files that no message has linked to since a time. */
export function deleteUnclaimedAttachments(app: App, before: number): void {
  for (const file of app.attachments.unclaimedSince(before)) deleteAttachment(app, file);
}

/** Deletes those of these files that nothing uses. Call it inside `db.write`. */
export function deleteUnusedAttachments(app: App, ids: readonly number[]): void {
  for (const file of app.attachments.unusedAmong(JSON.stringify(ids))) deleteAttachment(app, file);
}

/** Deletes a file without checking permissions. */
export function deleteAttachment(app: App, file: StoredAttachment): void {
  app.db.write(() => {
    app.attachments.remove(file.id);
    const upload_space_used = app.attachments.spaceUsedBy(file.owner_id)!;
    app.events.publish(attachmentRemoved({ attachment: { id: file.id }, upload_space_used }), [file.owner_id]);
    app.db.afterCommit(() => {
      app.files.remove(file.file_key);
      app.thumbnails.remove(file.file_key);
    });
  });
}
