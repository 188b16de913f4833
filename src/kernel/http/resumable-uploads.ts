import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { MemoryLocker } from '@tus/server';
import { once } from '../../shared/memo.ts';
import { type DiskState, diskFull } from '../disk.ts';
import { ApiError } from '../errors.ts';
import { releaseUploadBuffers } from '../files/upload-buffers.ts';
import type { Log } from '../log.ts';
import { allowSlowRequest } from './request-timeouts.ts';

/** A file that arrived completely. The receiver moves it; otherwise it is deleted. */
export interface WholeFile {
  path: string;
  size: number;
  /** The name that the client gave; empty if none. */
  name: string;
}

/** The only supported version of the tus protocol. */
export const VERSION = '1.0.0';

/** A resumable upload over several requests (tus protocol), stored under `<folder>/<id>`. */
export interface Resumable {
  /** Created by the server: it becomes a name in the folder. */
  id: string;
  folder: string;
  /** The path of new uploads; ids follow it. */
  path: string;
  /** The absolute URL of that path, as the client reaches it. */
  location: string;
  maxBytes: number;
  /** Called when the last byte has arrived. Its result, or error, is in the reply to that request. */
  reportFinished(file: WholeFile): Promise<object>;
  log: Log;
  disk: DiskState;
}

type Protocol = typeof import('@tus/server') & typeof import('@tus/file-store') & { locker: MemoryLocker };

/**
 * Loaded with the first request: most servers run without it. Of two requests for one file, the later one continues.
 */
const protocol = once(async (): Promise<Protocol> => {
  const [server, store] = await Promise.all([import('@tus/server'), import('@tus/file-store')]);
  // The library would create its folder, which exists, at every request, and would end the process on failure.
  Object.assign(store.FileStore.prototype, { checkOrCreateDirectory() {} });
  return { ...server, ...store, locker: new server.MemoryLocker() };
});

/** Answers one request of the protocol: POST creates, PATCH continues, HEAD returns the offset, DELETE cancels. */
export async function resume(request: IncomingMessage, response: ServerResponse, upload: Resumable): Promise<void> {
  const { id, folder, path, location, maxBytes, reportFinished: finished, log, disk } = upload;
  const { Server, FileStore, locker } = await protocol();
  const datastore = new FileStore({ directory: folder });
  const server = new Server({
    path,
    datastore,
    // Uploads of different organizations never wait for each other.
    locker: { newLock: (upload) => locker.newLock(join(folder, upload)) },
    maxSize: maxBytes,
    generateUrl: () => `${location}/${id}`,
    // Pages of other sites are not allowed.
    allowedOrigins: [],
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    async onUploadFinish(_, { size, metadata, storage }) {
      try {
        const outcome = await finished({
          path: storage!.path,
          size: size!,
          name: metadata?.filename ?? metadata?.name ?? '',
        });
        return reply(request.method === 'POST' ? 201 : 200, { result: 'success', msg: '', ...outcome });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return reply(error.status, error.body);
      } finally {
        await datastore.configstore.delete(id).catch(() => {});
        await rm(storage!.path, { force: true }).catch(() => {});
      }
    },
    onResponseError(_, error) {
      // The library does not report why it could not write a file.
      if (disk.report(error) || ('status_code' in error && error.status_code === 500 && disk.isFull))
        return { status_code: 507, body: JSON.stringify(diskFull().body) };
      if ('status_code' in error) return undefined;
      log.error({ err: error }, 'a resumable upload failed');
      return { status_code: 500, body: 'Internal server error\n' };
    },
  });
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  allowSlowRequest(request);
  const done = releaseUploadBuffers(request.socket);
  try {
    await server.handle(request, response);
  } finally {
    done();
  }
}

const reply = (status_code: number, body: object) => ({
  status_code,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** The IDs of the unfinished uploads in a folder, and the total size in bytes that they will have. */
export async function unfinishedUploads(folder: string): Promise<{ ids: string[]; bytes: number }> {
  const { FileStore } = await protocol();
  const { configstore } = new FileStore({ directory: folder });
  const ids = await configstore.list!();
  const files = await Promise.all(ids.map((id) => configstore.get(id)));
  return { ids, bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0) };
}
