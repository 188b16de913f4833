import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { ApiError, fileNotFound } from '../../../kernel/errors.ts';
import type { Measures } from '../../../kernel/files/image-processing.ts';
import { isImage } from '../../../kernel/files/image-worker.ts';
import { removeLocation } from '../../../kernel/files/remove-location.ts';
import { isHarmless, typeOf } from '../../../kernel/files/sniff.ts';
import { requireOneFile } from '../../../kernel/http/body.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { formatNamed } from '../images/types.ts';
import { makeFileThumbnails, makeThumbnails } from './jobs.ts';
import { requireOpenable, requireSpace, requireToken, tokenFor } from './rules.ts';
import type { StoredAttachment } from './types.ts';
import * as actions from './upload-actions.ts';
import { type StoredFile, settle } from './upload-actions.ts';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/user_uploads',
  limitedKeys: 'write',
  summary: 'Upload a file',
  limit: 'upload',
  files: { name: 'filename', maxBytes: ({ config }) => config.choices.maxUploadMib * 2 ** 20, upload: true },
  returns: { url: Type.String(), uri: Type.String({ deprecated: true }), filename: Type.String() },
  async prepare({ app, files, caller }) {
    const file = requireOneFile(files, 'You must specify a file to upload', 'You may only upload one file at a time');
    requireSpace(app, file.size);
    const stored = await keepFile(app, file);
    caller.onFailure(() => app.files.remove(stored.file_key));
    return stored;
  },
  handle({ app, user, prepared }) {
    const { path_id, file_name } = addFile(app, user, prepared);
    const url = `/user_uploads/${path_id}`;
    return { url, uri: url, filename: file_name };
  },
});

/** Detects an uploaded file's type and moves it to its final place. It has no owner yet. */
export async function keepFile(
  app: App,
  { path, name, size }: { path: string; name: string; size: number },
): Promise<StoredFile> {
  const content_type = await typeOf(path);
  await removeLocation(path, content_type);
  const picture = isImage(content_type) ? await measureImage(app, path, content_type) : undefined;
  return { file_key: await app.files.keep(path), content_type, size, name, picture };
}

/** Gives a stored file to its owner, and queues its thumbnails. */
export function addFile(app: App, owner: User, stored: StoredFile): StoredAttachment {
  const file = actions.addUpload(app, owner, stored);
  if (file.thumbnails === 'due')
    makeThumbnails(app).catch((err) => app.log.error({ err }, 'thumbnails could not be made'));
  return file;
}

/** An image's size in pixels; undefined for a broken or too large one. */
async function measureImage(app: App, path: string, type: string): Promise<Measures | 'none' | undefined> {
  if (!(await app.imageWorker.able())) return isHarmless(type) ? 'none' : undefined;
  try {
    return await app.imageWorker.measure(path);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const where = { realm_id_str: Type.Integer(), filename: Type.String() };

export const getTemporaryUrl = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  deep: true,
  limitedKeys: 'read',
  summary: 'Get a temporary URL of a file, which works without an account for a minute',
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
  summary: 'Read a file by its temporary URL',
  auth: 'public',
  params: { token: Type.String(), filename: Type.String() },
  serve({ app, params }) {
    const file = app.attachments.byId(requireToken(app, params.token));
    if (!file) throw fileNotFound();
    return serveFile(app, file, false);
  },
});

/** Returns a file the viewer may read now. Visitors are rate limited. */
export function requireVisible(app: App, viewer: User | undefined, realmId: number, path: string): StoredAttachment {
  const file = requireOpenable(app, viewer, realmId, path);
  if (!viewer) app.limits.take('spectator_attachment_access_by_file', file.path_id);
  return file;
}

export const downloadFile = endpoint({
  method: 'GET',
  path: '/user_uploads/download/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  limitedKeys: 'read',
  summary: 'Download a file',
  auth: 'spectator',
  params: where,
  serve: ({ app, user, params }) =>
    serveFile(app, requireVisible(app, user, params.realm_id_str, params.filename), true),
});

export const fetchFile = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  limitedKeys: 'read',
  summary: 'Read a file',
  auth: 'spectator',
  params: where,
  serve: ({ app, user, params }) =>
    serveFile(app, requireVisible(app, user, params.realm_id_str, params.filename), false),
});

/** Access can change at any time: browsers cache the file but revalidate it each time. */
const serveFile = (app: App, { file_key, file_name, content_type }: StoredAttachment, download: boolean): Served => ({
  file: app.files.source(file_key),
  type: content_type,
  etag: file_key.replaceAll('/', ''),
  cache: 'private, no-cache',
  ...((download || !isHarmless(content_type)) && { attachment: file_name }),
});

export const fetchThumbnail = endpoint({
  method: 'GET',
  path: '/user_uploads/thumbnail/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  limitedKeys: 'read',
  summary: 'Get a thumbnail of an image; the last part of the path is a format of server_thumbnail_formats',
  auth: 'spectator',
  params: { realm_id_str: Type.Integer(), filename: Type.String() },
  async serve({ app, user, params: { realm_id_str, filename }, caller }) {
    const at = filename.lastIndexOf('/');
    const file = requireVisible(app, user, realm_id_str, filename.slice(0, at));
    const format =
      file.width === null || file.thumbnails === 'failed' ? undefined : formatNamed(file, filename.slice(at + 1));
    if (!format) throw fileNotFound();
    const { file_key } = file;
    // It was not generated yet, or the folder was emptied.
    if (!(await app.thumbnails.has(file_key, format.name))) {
      if (!(await makeFileThumbnails(app, file))) throw fileNotFound();
      settle(app, file, 'made');
    }
    // The file may have been deleted or hidden meanwhile.
    requireOpenable(app, caller.findAdmitted(), realm_id_str, filename.slice(0, at));
    return {
      file: app.thumbnails.source(file_key, format.name),
      type: 'image/webp',
      etag: `${file_key.replaceAll('/', '')}-${format.name}`,
      cache: 'private, no-cache',
    };
  },
});

/** A loading animation: three dots. */
const dot = (x: number, begin: number): string =>
  `<circle cx="${x}" cy="50" r="9"><animate attributeName="opacity" values="1;.2;1" dur="1.2s" begin="${begin}s" repeatCount="indefinite"/></circle>`;
const LOADING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100" fill="#777">${dot(22, 0)}${dot(50, 0.4)}${dot(78, 0.8)}</svg>`;

export const loadingPicture = endpoint({
  method: 'GET',
  path: '/static/images/loading/loader-black.svg',
  constant: true,
  root: true,
  auth: 'public',
  limit: 'none',
  summary: 'Get the placeholder of an image without a thumbnail',
  serve: () => ({ body: LOADING, type: 'image/svg+xml', etag: 'loading-1', cache: 'public, max-age=86400' }),
});
