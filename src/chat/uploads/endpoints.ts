import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { removeLocation } from '../../kernel/files/location.ts';
import { isPicture } from '../../kernel/files/painter.ts';
import type { Measures } from '../../kernel/files/painting.ts';
import { isHarmless, typeOf } from '../../kernel/files/sniff.ts';
import { requireOneFile } from '../../kernel/http/body.ts';
import type { Served } from '../../kernel/http/deliver.ts';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { Attachment, type StoredAttachment } from '../attachments/types.ts';
import { attachmentView } from '../attachments/views.ts';
import { mayRead } from '../messages/rules.ts';
import type { User } from '../users/types.ts';
import * as actions from './actions.ts';
import { requireOpenable, requireSpace } from './rules.ts';
import { drawThumbnails } from './thumbnail-jobs.ts';
import { requireToken, tokenFor } from './tokens.ts';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file',
  files: { name: 'filename', maxBytes: ({ config }) => config.choices.maxUploadMib * 2 ** 20 },
  returns: { url: Type.String(), uri: Type.String({ deprecated: true }), filename: Type.String() },
  async handle({ app, user, files }) {
    const file = requireOneFile(files, 'You must specify a file to upload', 'You may only upload one file at a time');
    requireSpace(app, file.size);
    const { path_id, file_name } = await receive(app, user, file);
    const url = `/user_uploads/${path_id}`;
    return { url, uri: url, filename: file_name };
  },
});

/** Takes a file that came in for good, however it came: looks at what it is, brings it to its place and gives it to its owner. */
export async function receive(
  app: App,
  owner: User,
  { path, name, size }: { path: string; name: string; size: number },
): Promise<StoredAttachment> {
  const content_type = await typeOf(path);
  await removeLocation(path, content_type);
  const picture = isPicture(content_type) ? await measured(app, path, content_type) : undefined;
  const file = actions.addUpload(app, owner, {
    file_key: await app.files.keep(path),
    content_type,
    size,
    name,
    picture,
  });
  if (file.thumbnails === 'due')
    drawThumbnails(app).catch((err) => app.log.error({ err }, 'thumbnails could not be made'));
  return file;
}

/** What a picture measures; undefined for one that is broken or too large to be shown. */
async function measured(app: App, path: string, type: string): Promise<Measures | 'none' | undefined> {
  if (!(await app.painter.able())) return isHarmless(type) ? 'none' : undefined;
  try {
    return await app.painter.measure(path);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export const getAttachments = endpoint({
  method: 'GET',
  path: '/attachments',
  summary: 'Get what one has uploaded',
  returns: { attachments: Type.Array(Attachment), upload_space_used: Type.Integer() },
  handle: ({ app, user }) => ({
    attachments: app.attachments.ofUser(user.id).map((file) => attachmentView(app, file, mayRead)),
    upload_space_used: app.attachments.spaceUsedBy(user.id)!,
  }),
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  summary: 'Delete a file one has uploaded',
  params: { attachment_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.deleteUpload(app, user, params.attachment_id),
});

const where = { realm_id_str: Type.Integer(), filename: Type.String() };

export const getTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  deep: true,
  summary: 'Get an address under which a file can be read without an account for a minute',
  params: where,
  returns: { url: Type.String() },
  handle({ app, user, params }) {
    const { id, path_id } = requireOpenable(app, user, params.realm_id_str, params.filename);
    return { url: `/user_uploads/temporary/${tokenFor(app, id)}/${encodeURIComponent(path_id.split('/').at(-1)!)}` };
  },
});

export const borrowFile = endpoint({
  method: 'GET',
  path: '/user_uploads/temporary/{token}/{filename}',
  root: true,
  summary: 'Read a file under its temporary address',
  auth: 'public',
  params: { token: Type.String(), filename: Type.String() },
  serve({ app, params }) {
    const file = app.attachments.byId(requireToken(app, params.token));
    if (!file) throw notFound('File not found');
    return served(app, file, false);
  },
});

/** A file the viewer may read now; a visitor without an account each only so often. */
export async function requireVisible(
  app: App,
  viewer: User | undefined,
  realmId: number,
  path: string,
): Promise<StoredAttachment> {
  const file = requireOpenable(app, viewer, realmId, path);
  if (!viewer) await app.limits.take('spectator_attachment_access_by_file', file.path_id);
  return file;
}

export const downloadFile = endpoint({
  method: 'GET',
  path: '/user_uploads/download/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  summary: 'Save a file',
  auth: 'spectator',
  params: where,
  serve: async ({ app, user, params }) =>
    served(app, await requireVisible(app, user, params.realm_id_str, params.filename), true),
});

export const fetchFile = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  summary: 'Read a file',
  auth: 'spectator',
  params: where,
  serve: async ({ app, user, params }) =>
    served(app, await requireVisible(app, user, params.realm_id_str, params.filename), false),
});

/** Who may read a file can change at any time: browsers keep it, and ask each time whether they still may. */
const served = (app: App, { file_key, file_name, content_type }: StoredAttachment, download: boolean): Served => ({
  path: app.files.pathOf(file_key),
  type: content_type,
  etag: file_key.replaceAll('/', ''),
  cache: 'private, no-cache',
  ...((download || !isHarmless(content_type)) && { attachment: file_name }),
});
