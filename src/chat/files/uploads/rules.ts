import type { App } from '../../../app.ts';
import { ApiError, fileNotFound } from '../../../kernel/errors.ts';
import { canRead } from '../../messages/messages/rules.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { canOpen } from '../attachments/rules.ts';
import type { StoredAttachment } from '../attachments/types.ts';

/** All files are under the number of the one organization. */
export const REALM_ID = 1;

/** Returns the file if the viewer may read it now. Throws 404 if it does not exist and 403 without access. */
export function requireOpenable(app: App, viewer: User | undefined, realmId: number, path: string): StoredAttachment {
  const file = app.attachments.byPath(`${realmId}/${path}`);
  if (!file) throw fileNotFound();
  if (!canOpen(app, viewer, file, canRead))
    throw new ApiError(403, 'BAD_REQUEST', 'You are not authorized to view this file');
  return file;
}

/** Throws if a user has too many files that no message contains. */
export const requireRoomForFile = (app: App, user: User): void => requireRoom(app, 'attachment', ONE_ROW, user.id);

/** Throws REALM_UPLOAD_QUOTA if the file would exceed the organization's quota. */
export function requireSpace(app: App, size: number): void {
  const { uploadQuotaMib } = app.config.choices;
  if (uploadQuotaMib !== undefined && app.attachments.spaceUsed()! + size > uploadQuotaMib * 2 ** 20)
    throw new ApiError(400, 'REALM_UPLOAD_QUOTA', 'Upload would exceed your organization’s upload quota.');
}
