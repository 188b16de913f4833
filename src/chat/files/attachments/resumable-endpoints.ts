import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { ApiError, notFound } from '../../../kernel/errors.ts';
import { resume, unfinishedUploads, VERSION, type WholeFile } from '../../../kernel/http/resumable-uploads.ts';
import { LIMITS } from '../../../limits.ts';
import { type Caller, endpoint } from '../../declare.ts';
import { limitReached } from '../../organization/row-limits/rules.ts';
import { keepArchive } from '../../organization/uploaded-archives/jobs.ts';
import { requireCanUploadArchive, requireRoomForArchive } from '../../organization/uploaded-archives/rules.ts';
import type { User } from '../../people/users/types.ts';
import { requireSpace } from './rules.ts';
import type { StoredFile } from './upload-actions.ts';
import { addFile, keepFile } from './upload-endpoints.ts';

/** The path of uploads, for clients with a key and for the `Location` of a new upload. */
const PATH = '/api/v1/tus';
const ownHeader = 'tus-resumable';
const upload_id = Type.String();
/** When the last byte has arrived. */
const returns = { url: Type.Optional(Type.String()), filename: Type.Optional(Type.String()) };
/** The IDs of uploads that are archives for an import begin with it. */
const ARCHIVE = 'import-';
/** The extensions of the library except uploads of unknown length. */
const EXTENSIONS = 'creation,creation-with-upload,termination';

export const getProtocol = endpoint({
  method: 'OPTIONS',
  path: '/tus',
  summary: 'Get the supported tus protocol options and the maximum file size',
  auth: 'public',
  async take({ app }, response) {
    const size = app.config.choices.maxUploadMib * 2 ** 20;
    response
      .writeHead(204, {
        'Tus-Version': VERSION,
        'Tus-Extension': EXTENSIONS,
        'Tus-Max-Size': size,
        'Cache-Control': 'no-store',
      })
      .end();
  },
});

export const createResumable = endpoint({
  method: 'POST',
  path: '/tus',
  summary: 'Start a resumable upload (tus protocol)',
  limit: 'upload',
  ownHeader,
  returns,
  async take({ app, user, caller }, response) {
    requireVersion(caller.raw);
    const kind = isArchive(caller.raw) ? ARCHIVE : '';
    await requireRoom(app, user, caller.raw);
    await goOn(app, caller, response, `${kind}${user.id}-${randomBytes(16).toString('hex')}`);
  },
});

export const appendToResumable = endpoint({
  method: 'PATCH',
  path: '/tus/{upload_id}',
  summary: 'Send the next part of an upload',
  ownHeader,
  params: { upload_id },
  returns,
  take: ({ app, user, params, caller }, response) => goOn(app, caller, response, ownId(user, params.upload_id)),
});

export const getResumable = endpoint({
  method: 'HEAD',
  path: '/tus/{upload_id}',
  // What has arrived is on the machine of the process that writes.
  runsAt: 'writer',
  summary: 'Get how much of an upload has arrived',
  ownHeader,
  params: { upload_id },
  take: ({ app, user, params, caller }, response) => goOn(app, caller, response, ownId(user, params.upload_id)),
});

/** For clients that cannot send PATCH or DELETE. */
export const overrideResumable = endpoint({
  method: 'POST',
  path: '/tus/{upload_id}',
  summary: 'Run the method in the header X-HTTP-Method-Override on an upload',
  ownHeader,
  params: { upload_id },
  returns,
  take({ app, user, params, caller }, response) {
    const { raw } = caller;
    const meant = String(raw.headers['x-http-method-override']).toUpperCase();
    if (!['PATCH', 'HEAD', 'DELETE'].includes(meant)) throw refusal(405, 'Method Not Allowed');
    raw.method = meant;
    return goOn(app, caller, response, ownId(user, params.upload_id));
  },
});

export const endResumable = endpoint({
  method: 'DELETE',
  path: '/tus/{upload_id}',
  summary: 'Cancel an upload',
  ownHeader,
  params: { upload_id },
  take: ({ app, user, params, caller }, response) => goOn(app, caller, response, ownId(user, params.upload_id)),
});

/** Whether a new upload is an archive for an import: its metadata has `purpose import`, which is in base64. */
const isArchive = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  String(headers['upload-metadata'] ?? '')
    .split(',')
    .some((pair) => pair.trim() === `purpose ${Buffer.from('import').toString('base64')}`);

/** The id contains its creator's id. Throws the same 404 for uploads of others, unknown ones and removed ones. */
function ownId(user: User, id: string): string {
  if (ownerIn(id) !== String(user.id)) throw notFound('No such upload');
  return id;
}

/** The ID of the creator of an upload, from the upload's ID; undefined: it is not one. */
const ownerIn = (id: string): string | undefined => /^(?:import-)?(\d{1,15})-[0-9a-f]{32}$/.exec(id)?.[1];

async function goOn(app: App, caller: Caller, response: ServerResponse, id: string): Promise<void> {
  requireVersion(caller.raw);
  const isForImport = id.startsWith(ARCHIVE);
  await resume(caller.raw, response, {
    id,
    folder: app.files.incoming,
    path: PATH,
    location: `${caller.origin}${PATH}`,
    maxBytes: isForImport ? LIMITS.import_archive_bytes : app.config.choices.maxUploadMib * 2 ** 20,
    reportFinished: (file) => (isForImport ? finishArchive(app, caller, file) : finish(app, caller, file)),
    log: app.log,
    disk: app.disk,
  });
}

/** Gives a complete file to the user who sent it, if they may still upload. */
async function finish(app: App, caller: Caller, file: WholeFile) {
  const stored = await keepFile(app, file);
  const { path_id, file_name } = addFile(app, stillAllowed(app, caller, stored), stored);
  await app.db.committed();
  return { url: `/user_uploads/${path_id}`, filename: file_name };
}

/** Makes a complete archive the one that can be imported, if the caller may still import. */
async function finishArchive(app: App, caller: Caller, file: WholeFile) {
  await keepArchive(app, file, () => requireCanUploadArchive(app, caller.requireStillAllowed()));
  return { filename: file.name };
}

function stillAllowed(app: App, caller: Caller, { file_key }: StoredFile): User {
  try {
    return caller.requireStillAllowed();
  } catch (error) {
    app.files.remove(file_key);
    throw error;
  }
}

/** Throws 412 for other versions of the protocol, and names the supported ones. */
function requireVersion({ headers }: IncomingMessage): void {
  if (headers['tus-resumable'] !== VERSION)
    throw refusal(412, `This server speaks version ${VERSION} of the tus protocol`, undefined, {
      'Tus-Version': VERSION,
    });
}

/**
 * Throws 411 without a length, 413 if the quota would be exceeded, and if the user has too many unfinished uploads. The
 * protocol library checks the rest.
 */
async function requireRoom(app: App, user: User, { headers }: IncomingMessage): Promise<void> {
  const length = headers['upload-length'] as string | undefined;
  if (length === undefined) throw refusal(411, 'The length of an upload must be known when it starts');
  const size = Number(length);
  const isForImport = isArchive({ headers });
  const { maxUploadMib } = app.config.choices;
  if (!isForImport && size > maxUploadMib * 2 ** 20)
    throw refusal(413, `Uploaded file is larger than the allowed limit of ${maxUploadMib} MiB`);
  const coming = await unfinishedUploads(app.files.incoming);
  if (coming.ids.filter((id) => ownerIn(id) === String(user.id)).length >= LIMITS.unfinished_uploads_of_user)
    throw refusal(400, limitReached('unfinished_uploads_of_user', { owner: 'user' }).message);
  try {
    if (isForImport) {
      requireCanUploadArchive(app, user);
      requireRoomForArchive(app, { size, coming: coming.bytes });
    }
    requireSpace(app, size + coming.bytes);
  } catch (error) {
    throw error instanceof ApiError ? refusal(413, error.message, error.code) : error;
  }
}

/** tus clients read the text of an error from `message`. */
const refusal = (status: number, message: string, code = 'BAD_REQUEST', headers: Record<string, string> = {}) =>
  new ApiError(status, code, message, { message }, { 'Tus-Resumable': VERSION, ...headers });
