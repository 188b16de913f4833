import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, fileNotFound } from '../errors.ts';
import type { FileSource } from '../files/storage.ts';

/** An endpoint's answer that is not JSON: a redirect, generated content, or a file. */
export type Served = { redirect: string } | (Content & ({ body: string | Buffer } | { file: FileSource }));

interface Content {
  type: string;
  /** Without quotes: changes with the bytes. */
  etag: string;
  /** Downloaded under this name instead of shown. */
  attachment?: string;
  /** The value of Cache-Control. */
  cache: string;
  /** 200 by default. 202 and 204 have no body. */
  status?: 202 | 204;
  /** The policy of one of the server's own pages; POLICY by default. */
  policy?: string;
}

/** Shown content cannot run scripts, load anything from elsewhere or read this server's data. */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/**
 * Answers with a file, completely or the requested part, or with 304 if the client has it. Throws 404 for a missing
 * file.
 */
export async function deliver(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  if ('redirect' in served) {
    response.writeHead(302, { Location: served.redirect, 'Cache-Control': 'no-cache', 'Content-Length': 0 }).end();
    return;
  }
  const etag = `"${served.etag}"`;
  const headers = makeHeaders(served, etag);
  const isKnown = (one: string) => ['*', etag].includes(one.trim().replace(/^W\//, ''));
  // The content of a tag never changes, so nothing needs to be opened.
  if (request.headers['if-none-match']?.split(',').some(isKnown)) return void response.writeHead(304, headers).end();
  const file = 'file' in served ? await served.file.open() : undefined;
  if ('file' in served && !file) throw fileNotFound();
  try {
    const body = 'body' in served ? Buffer.from(served.body) : undefined;
    const size = body?.length ?? file!.size;
    const part = findRange(request, size, etag);
    const length = part ? part.end - part.start + 1 : size;
    response.writeHead(part ? 206 : (served.status ?? 200), {
      ...headers,
      'Content-Length': length,
      ...(part && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
    });
    if (request.method === 'HEAD' || length === 0) response.end();
    else if (body) response.end(part ? body.subarray(part.start, part.end + 1) : body);
    else await pour(file!.read(part?.start ?? 0, length), response);
  } finally {
    await file?.close();
  }
}

/** A client that disconnects in the middle is no error. If the rest cannot be read, the connection ends. */
async function pour(pieces: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  try {
    for await (const piece of pieces) {
      await writePiece(response, piece);
      if (response.destroyed) return;
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Until the buffer can be used again. */
function writePiece(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('close', go);
      resolve();
    };
    response.once('close', go);
    response.write(piece, go);
  });
}

function makeHeaders({ type, attachment, cache, policy = POLICY }: Content, etag: string): Record<string, string> {
  return {
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Disposition':
      attachment === undefined ? 'inline' : `attachment; filename*=UTF-8''${encodeName(attachment)}`,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cache,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The requested part; undefined: the whole file, also for several parts. Throws 416 for a range outside the file. */
function findRange(
  { headers }: IncomingMessage,
  size: number,
  etag: string,
): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && from !== '' && Number(to) < start) return undefined;
  if (start >= size)
    throw new ApiError(416, 'BAD_REQUEST', 'No such part of the file', {}, { 'Content-Range': `bytes */${size}` });
  return { start, end };
}
