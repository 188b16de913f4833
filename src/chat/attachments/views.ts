import type { App } from '../../app.ts';
import type { Attachment, StoredAttachment } from './types.ts';

/** A file as its owner sees it. */
export const attachmentView = (app: App, { id, file_name, path_id, size, create_time }: StoredAttachment): Attachment => ({
  id,
  name: file_name,
  path_id,
  size,
  create_time: create_time * 1000,
  messages: app.attachments.datedMessagesOf(id).map((message) => ({ id: message.id, date_sent: message.date_sent * 1000 })),
});
