import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MemoryLocker } from '@tus/server';
import { type DiskState, diskFull } from '../disk.ts';
import { ApiError } from '../errors.ts';
import { clearPageCache } from '../files/upload-buffers.ts';
import type { Log } from '../log.ts';
import { allowSlowRequest } from './request-timeouts.ts';

/** A file that has come in whole; its place is left by whoever takes it. */
export interface WholeFile {
  path: string;
  size: number;
  /** As the client calls it; empty if it does not. */
  name: string;
}

/** The one version of the tus protocol that is spoken. */
export const VERSION = '1.0.0';

/** One file coming in over several requests, by the tus protocol, under `<folder>/<id>`. */
export interface Resumable {
  /** Of the server's own making: it is a name in the folder. */
  id: string;
  folder: string;
  /** Where files are created: ids come after it. */
  path: string;
  /** The absolute URL of that path, as the client reaches it. */
  location: string;
  maxBytes: number;
  /** Told when the last byte is there; the answer travels with the reply to it, as does a refusal. */
  finished(file: WholeFile): Promise<object>;
  log: Log;
  disk: DiskState;
}

type Protocol = typeof import('@tus/server') & typeof import('@tus/file-store') & { locker: MemoryLocker };
let loaded: Promise<Protocol> | undefined;

/** Loaded when the first request comes: most servers are idle without it. Of two requests for one file the later one goes on. */
function protocol(): Promise<Protocol> {
  loaded ??= Promise.all([import('@tus/server'), import('@tus/file-store')]).then(([server, store]) => {
    // It would make its folder, which is there, with every request, and end the whole process where it cannot.
    Object.assign(store.FileStore.prototype, { checkOrCreateDirectory() {} });
    return { ...server, ...store, locker: new server.MemoryLocker() };
  });
  return loaded;
}

/** Answers one request of the protocol: POST creates, PATCH continues, HEAD says how far it came, DELETE ends it. */
export async function resume(request: IncomingMessage, response: ServerResponse, upload: Resumable): Promise<void> {
  const { id, folder, path, location, maxBytes, finished, log, disk } = upload;
  const { Server, FileStore, locker } = await protocol();
  const datastore = new FileStore({ directory: folder });
  const server = new Server({
    path,
    datastore,
    locker,
    maxSize: maxBytes,
    generateUrl: () => `${location}/${id}`,
    // No other site's pages.
    allowedOrigins: [],
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    async onUploadFinish(_, { size, metadata, storage }) {
      try {
        const told = await finished({
          path: storage!.path,
          size: size!,
          name: metadata?.filename ?? metadata?.name ?? '',
        });
        return reply(request.method === 'POST' ? 201 : 200, { result: 'success', msg: '', ...told });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return reply(error.status, error.body);
      } finally {
        await datastore.configstore.delete(id).catch(() => {});
      }
    },
    onResponseError(_, error) {
      // The library does not say why it could not write a file.
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
  const done = clearPageCache(request.socket);
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

/** The bytes of all files in a folder that are coming in, as long as they are going to be. */
export async function bytesComing(folder: string): Promise<number> {
  const { FileStore } = await protocol();
  const { configstore } = new FileStore({ directory: folder });
  const files = await Promise.all((await configstore.list!()).map((id) => configstore.get(id)));
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
