import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Attachment } from './types.ts';

const upload_space_used = Type.Integer();

/** Only the owner receives these; `upload_space_used` is the size of all the owner's files in bytes. */
export const attachmentAdded = event('attachment', 'add', { attachment: Attachment, upload_space_used });
export const attachmentUpdated = event('attachment', 'update', { attachment: Attachment, upload_space_used });
export const attachmentRemoved = event('attachment', 'remove', {
  attachment: Type.Object({ id: Type.Integer() }),
  upload_space_used,
});
