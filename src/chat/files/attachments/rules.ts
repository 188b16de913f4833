import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { LocatedMessage, StoredAttachment } from './types.ts';

/** Whether a user (undefined: a visitor) can read a message; see messages/rules.ts. */
export type CanRead = (app: App, viewer: User | undefined, message: Omit<LocatedMessage, 'date_sent'>) => boolean;

/** Whether a user may read a file now: its owner, and users who can read one of the messages that link to it. */
export function canOpen(
  app: App,
  viewer: User | undefined,
  { id, owner_id }: StoredAttachment,
  mayRead: CanRead,
): boolean {
  if (viewer?.id === owner_id) return true;
  return app.attachments.locatedMessagesOf(id).some((message) => mayRead(app, viewer, message));
}

/** Returns one of the user's own files. Unknown ones and those of others throw the same error. */
export function requireOwnAttachment(app: App, user: User, id: number): StoredAttachment {
  const file = app.attachments.byId(id);
  if (file?.owner_id !== user.id) throw badRequest('Invalid attachment');
  return file;
}
