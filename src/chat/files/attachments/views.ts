import type { App } from '../../../app.ts';
import type { CanRead } from './rules.ts';
import type { Attachment, StoredAttachment } from './types.ts';

/** A file as its owner sees it, with those messages that the owner can read. */
export function attachmentView(app: App, file: StoredAttachment, mayRead: CanRead): Attachment {
  const { id, file_name, path_id, size, create_time } = file;
  const owner = app.users.byId(file.owner_id);
  const messages = app.attachments.listLocatedMessages(id).filter((message) => mayRead(app, owner, message));
  return {
    id,
    name: file_name,
    path_id,
    size,
    create_time: create_time * 1000,
    messages: messages.map((message) => ({ id: message.id, date_sent: message.date_sent * 1000 })),
  };
}
