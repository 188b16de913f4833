import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { Context, Middleware } from 'koa';
import { LIMITS } from '../../limits.ts';
import { ApiError, badRequest } from '../errors.ts';
import { releaseUploadBuffers } from '../files/upload-buffers.ts';
import type { Kernel } from '../kernel.ts';
import type { FileRule, ReceivedFile } from './endpoint.ts';
import { payloadField, readForeignBody, requireDeliveryLength } from './foreign-body.ts';
import { allowSlowRequest, extendDeadline } from './request-timeouts.ts';

/** Enough for 5,000 ids, or 10,000 percent-encoded characters, many times over. */
const LONGEST_FORM = LIMITS.form_bytes;

/** The total time in milliseconds for a form with a small file, such as an avatar. */
const SMALL_FILE_TIME = 300_000;

/** Whether a request can have a body. Nobody reads one of GET or HEAD, so none is accepted. */
export const mayHaveBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

/** Whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined
    ? Number(headers['content-length']) !== 0
    : headers['transfer-encoding'] !== undefined;

/**
 * Loaded with the first form with files: it costs a sixth of an idle server's memory. The files are written to this
 * folder.
 */
async function fileReader(folder: string, maxBytes: number): Promise<Middleware> {
  const { koaBody, HttpMethodEnum: Method } = await import('koa-body');
  return koaBody({
    multipart: true,
    parsedMethods: [Method.POST, Method.PUT, Method.PATCH, Method.DELETE],
    urlencoded: false,
    json: false,
    text: false,
    formidable: {
      maxFieldsSize: LONGEST_FORM,
      uploadDir: folder,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes,
      maxFiles: 100,
      allowEmptyFiles: true,
      minFileSize: 0,
      filter: ({ originalFilename }) => originalFilename !== null,
      // Some clients (Python's) send no type for a file; without a type the parser takes it for a field.
      onPart(part, handle) {
        if (part.originalFilename) part.mimetype ??= 'application/octet-stream';
        handle(part);
      },
    },
  });
}

const malformedForm = (): ApiError => badRequest('Malformed multipart form');

/**
 * The fields of a form, and its files streamed to disk. The caller removes them afterwards. Throws for larger files.
 */
export async function readFiles(
  request: IncomingMessage,
  context: Context,
  app: Kernel,
  { maxBytes: most, status = 413, upload }: FileRule,
): Promise<{ fields: Record<string, string>; files: ReceivedFile[] }> {
  const folder = app.files.incoming;
  const maxBytes = typeof most === 'number' ? most : most(app);
  const large = () => tooLargeFile(maxBytes, status);
  if (!isMultipart(request)) return { fields: await readForm(request), files: [] };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + LONGEST_FORM) throw large();
  if (upload) allowSlowRequest(request);
  else extendDeadline(request, SMALL_FILE_TIME);
  const done = releaseUploadBuffers(request.socket);
  try {
    await (await fileReader(folder, maxBytes))(context, () => Promise.resolve());
  } catch (error) {
    const { httpCode, errno } = error as { httpCode?: number; errno?: number };
    // For example a full disk: not the client's mistake.
    if (errno !== undefined) throw error;
    throw httpCode === 413 ? large() : malformedForm();
  } finally {
    done();
  }
  const files = Object.values(context.request.files ?? {}).flatMap((upload) => upload ?? []);
  return {
    fields: flat(context.request.body as Record<string, string | string[]>),
    files: files.map(({ filepath, originalFilename, size }) => ({
      path: filepath,
      name: originalFilename ?? '',
      size,
    })),
  };
}

const tooLargeFile = (maxBytes: number, status = 413): ApiError =>
  new ApiError(
    status,
    'BAD_REQUEST',
    `Uploaded file is larger than the allowed limit of ${Math.floor(maxBytes / 2 ** 20)} MiB`,
    {},
    { Connection: 'close' },
  );

/**
 * Throws if a body that the caller does not read as a form declares to be longer than `maxBytes`; by default, as a
 * form. The connection is then closed, and the body is not read.
 */
export function requireDeclaredLength({ headers }: IncomingMessage, maxBytes?: number): void {
  const length = Number(headers['content-length'] ?? 0);
  if (length > (maxBytes ?? LONGEST_FORM)) throw maxBytes === undefined ? tooLarge() : tooLargeFile(maxBytes);
}

/** A request of another program with its body as it came, which its signature is for. */
interface ForeignRequest extends IncomingMessage {
  foreignBody?: Buffer;
}

/** The bytes of another program's body; undefined if it had none. */
export const getForeignBody = (request: IncomingMessage): Buffer | undefined => (request as ForeignRequest).foreignBody;

/** The fields of a request's query, path and form. If a name occurs twice, the last one counts. */
export function parseQuery(search: string): Record<string, string> {
  return search === '' ? {} : flat(parseForm(search.slice(1), undefined, undefined, { maxKeys: 1000 }));
}

/**
 * The fields of a form body, without files. `json`: the field for the body of another program, if the endpoint accepts
 * one.
 */
export async function readForm(request: IncomingMessage, json?: string): Promise<Record<string, string>> {
  requireDeclaredLength(request);
  const bytes = await readBytes(request);
  const type = request.headers['content-type'];
  if (json !== undefined) {
    (request as ForeignRequest).foreignBody = bytes;
    requireDeliveryLength(bytes);
  }
  if (type !== undefined && isMultipart(request)) {
    const fields = await readMultipart(bytes, type);
    return json === undefined ? fields : payloadField(fields, json);
  }
  if (json !== undefined) return readForeignBody({ bytes, type }, json);
  return bytes.length === 0 ? {} : flat(parseForm(bytes.toString(), undefined, undefined, { maxKeys: 1000 }));
}

/** Whether a body is a form whose parts can be files. */
export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/') ?? false;

/** The parts of a multipart form. Each takes about 10 µs. */
const MOST_PARTS = 1000;

/** The fields of a multipart form, without its files. Throws for malformed ones, and 413 for too many parts. */
async function readMultipart(bytes: Buffer, type: string): Promise<Record<string, string>> {
  const [, quoted, plain] = /\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
  const delimiter = `--${quoted ?? plain ?? ''}`;
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > MOST_PARTS + 1) throw new ApiError(413, 'BAD_REQUEST', `The form has more than ${MOST_PARTS} parts`);
  }
  try {
    const form = await new Response(bytes as BufferSource, { headers: { 'Content-Type': type } }).formData();
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
    return Object.fromEntries(fields);
  } catch {
    throw malformedForm();
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_FORM) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.readableEnded) reject(cutOff());
    });
  });
}

const cutOff = (): ApiError => badRequest('The request was cut off');

/** If a name occurs twice, the last one counts; in place. */
function flat(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'object') fields[name] = value.at(-1)!;
  }
  return fields as Record<string, string>;
}

const tooLarge = () =>
  new ApiError(413, 'BAD_REQUEST', `The request is longer than ${LONGEST_FORM} bytes`, {}, { Connection: 'close' });

/** The only file of a form. Throws for none and for several. */
export function requireOneFile(files: readonly ReceivedFile[], none: string, several: string): ReceivedFile {
  if (files.length === 0) throw badRequest(none);
  if (files.length > 1) throw badRequest(several);
  return files[0]!;
}
