import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzip, gzipSync } from 'node:zlib';
import { LIMITS } from '../../limits.ts';
import { memoByObject } from '../../shared/memo.ts';
import { damageOr } from '../db/open.ts';
import { diskFull } from '../disk.ts';
import { ApiError } from '../errors.ts';
import type { Answer } from '../events/queue.ts';
import type { Kernel } from '../kernel.ts';
import type { Endpoint } from './endpoint.ts';
import { gzipParts, SharedText } from './shared-text.ts';
import { isForPerson } from './site.ts';

/**
 * Waits until everything that an answer may reveal is durable. Errors also depend on rows that others just wrote. Their
 * own writes are undone, or fail here once more.
 */
export const waitUntilSettled = (app: Kernel): Promise<void> => durable(app).catch(() => {});

/** The same for an answer that is no error. Throws ApiError if nobody can say whether it is durable. */
export const durable = (app: Kernel): Promise<void> => app.node?.durable() ?? app.db.committed();

/** A stopping server asks its clients to close their connections. */
export const leaving = (app: Kernel): Record<string, string> | undefined =>
  app.stopping ? { Connection: 'close' } : undefined;

/**
 * Smaller answers fit in a few packets. They hold the secrets, such as API keys, whose compressed length could tell
 * something about them.
 */
const WORTH_COMPRESSING = 8 * 1024;
/**
 * Up to this length, compressing takes less than half a millisecond. In the thread pool of a busy server, the answer
 * would wait for a thread and then for its turn in the event loop: up to 27 ms on one core.
 */
const SOON_COMPRESSED = 128 * 1024;
/** Higher levels take twice the time for a few percent. */
const LEVEL = 3;

/**
 * Answers with JSON; every answer of the API but events goes through here. Very long ones are compressed in the thread
 * pool; then it resolves when the answer was passed to the connection.
 */
export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers?: Record<string, string>,
): Promise<void> | undefined {
  const isPacked = body.length >= WORTH_COMPRESSING && acceptsGzip(response);
  if (isPacked && body.length > SOON_COMPRESSED) return sendCompressed(response, status, body, headers);
  if (isPacked) sendAsIs(response, status, gzipSync(body, { level: LEVEL }), { ...headers, ...PACKED });
  else sendAsIs(response, status, body, headers);
  return undefined;
}

function sendCompressed(...[response, status, body, headers]: Parameters<typeof send>): Promise<void> {
  return new Promise((resolve) => {
    gzip(body, { level: LEVEL }, (error, packed) => {
      if (error) sendAsIs(response, status, body, headers);
      else sendAsIs(response, status, packed, { ...headers, ...PACKED });
      resolve();
    });
  });
}

/**
 * Answers with JSON of several parts, some of which other replies have, too. Nothing is copied: a thousand replies that
 * wait for their connections need little more memory than one.
 */
export async function sendShared(
  response: ServerResponse,
  parts: readonly (Buffer | SharedText)[],
  headers?: Record<string, string>,
): Promise<void> {
  const isPacked = acceptsGzip(response);
  const buffers = isPacked
    ? await gzipParts(parts)
    : parts.map((part) => (part instanceof SharedText ? part.bytes : part));
  if (response.headersSent || response.destroyed) return;
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  response.writeHead(200, { ...HEADERS, 'Content-Length': length, ...(isPacked && PACKED), ...headers });
  response.cork();
  for (const buffer of buffers) response.write(buffer);
  response.end();
}

const PACKED = { 'Content-Encoding': 'gzip' };

const acceptsGzip = ({ req }: ServerResponse): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(req.headers['accept-encoding'] ?? ''));

const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** The same without compression, for events: to compress them would be work for each recipient of a message. */
export function sendAsIs(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers?: Record<string, string>,
): void {
  if (response.headersSent || response.destroyed) return;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, { ...HEADERS, 'Content-Length': length, ...headers });
  // Plain ASCII, the usual case, is sent without encoding it.
  response.end(body, typeof body === 'string' && length === body.length ? 'latin1' : 'utf8');
}

/**
 * Sends a part of an answer that comes in parts: server-sent events, each with the JSON of a whole answer. Proxies must
 * not collect, compress or keep them.
 */
export function sendPart(response: ServerResponse, part: Answer): void {
  if (response.destroyed) return;
  const { headersSent, chunkedEncoding, socket } = response;
  // Node would write a chunk as four pieces, and encode them for each recipient: twice the CPU time of an event.
  if (headersSent && chunkedEncoding && socket) return void socket.write(makeChunk(part));
  if (!headersSent)
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
  response.write(`data: ${part.body}\n\n`);
}

/** A part as a whole chunk of an HTTP/1.1 connection. */
const makeChunk = memoByObject(({ body }: Answer): Buffer => {
  const text = Buffer.from(`data: ${body}\n\n`);
  return Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), text, LINE_END]);
});
const LINE_END = Buffer.from('\r\n');

/** Sends the last part. */
export function endParts(response: ServerResponse, part: Answer): void {
  sendPart(response, part);
  response.end();
}

/** The client hung up while its request waited, so the request has no effect and no answer. */
export class ClientGone extends Error {}

/**
 * Answers with an error, as a page for browsers and as JSON for programs. Anything but an ApiError is a bug, which is
 * logged and not shown.
 */
export function sendError(
  app: Kernel,
  response: ServerResponse,
  error: unknown,
  endpoint?: Pick<Endpoint, 'errorFields'>,
): void {
  if (error instanceof ClientGone) return;
  // The rest of a long body is not read.
  const { complete, headers } = response.req;
  const isLong = Number(headers['content-length']) > LIMITS.form_bytes;
  if (isLong && !complete && !response.headersSent) response.setHeader('Connection', 'close');
  const apiError = error instanceof ApiError ? explainError(app, response.req, error) : failure(app, error);
  if (app.site && isForPerson(response.req)) app.site.refuse(response, apiError);
  else {
    const body = { ...apiError.body, ...endpoint?.errorFields?.(apiError) };
    void send(response, apiError.status, JSON.stringify(body), apiError.headers);
  }
}

/** A missing cookie or token may be a proxy's fault; then the error says so. */
function explainError(app: Kernel, request: IncomingMessage, error: ApiError): ApiError {
  const trouble = error.code === 'CSRF_FAILED' ? app.config.proxyTrouble(request) : undefined;
  return trouble === undefined
    ? error
    : new ApiError(error.status, error.code, error.message, { ...error.extra, proxy: trouble }, error.headers);
}

function failure(app: Kernel, err: unknown): ApiError {
  if (app.disk.report(err)) return diskFull();
  const request = crypto.randomUUID();
  app.log.error({ err, request }, damageOr(err, 'a request failed'));
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error', {}, { 'X-Request-Id': request });
}
