import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import { canRead } from '../../messages/messages/rules.ts';
import { deleteOwnAttachment } from './actions.ts';
import { Attachment } from './types.ts';
import { attachmentView } from './views.ts';

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  summary: 'Get your uploads',
  returns: { attachments: Type.Array(Attachment), upload_space_used: Type.Integer() },
  handle: ({ app, user }) => ({
    attachments: app.attachments.ofUser(user.id).map((file) => attachmentView(app, file, canRead)),
    upload_space_used: app.attachments.spaceUsedBy(user.id)!,
  }),
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  summary: 'Delete one of your uploads',
  params: { attachment_id: Type.Integer() },
  handle: ({ app, user, params }) => deleteOwnAttachment(app, user, params.attachment_id),
});
