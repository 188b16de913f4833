import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { Context, Middleware } from 'koa';
import { ApiError, badRequest } from '../errors.ts';

/** The longest form: 5,000 and more ids, or 10,000 characters percent-encoded, fit many times. */
const LONGEST_FORM = 2 * 1024 * 1024;

let multipart: Middleware | undefined;

/** Loaded when the first such form comes: it costs a sixth of the memory of an idle server. */
async function multipartReader(): Promise<Middleware> {
  const { koaBody } = await import('koa-body');
  return koaBody({
    multipart: true,
    urlencoded: false,
    json: false,
    text: false,
    // Files nobody asked for are not kept.
    formidable: { maxFieldsSize: LONGEST_FORM, filter: () => false },
  });
}

/** The fields of a request's query, path and form, as they came; of a name given twice the last stands. */
export function queryOf(search: string): Record<string, string> {
  return search === '' ? {} : flat(parseForm(search.slice(1), undefined, undefined, { maxKeys: 1000 }));
}

/** The fields of a form body (urlencoded read here, as it is the path of every send; multipart by koa-body). */
export async function formOf(request: IncomingMessage, context?: Context): Promise<Record<string, string>> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > LONGEST_FORM) throw tooLarge();
  if (context && request.headers['content-type']?.startsWith('multipart/')) {
    try {
      multipart ??= await multipartReader();
      await multipart(context, () => Promise.resolve());
    } catch (error) {
      throw (error as { httpCode?: number }).httpCode === 413 ? tooLarge() : badRequest('Malformed multipart form');
    }
    return flat(context.request.body as Record<string, string | string[]>);
  }
  const text = await textOf(request);
  return text === '' ? {} : flat(parseForm(text, undefined, undefined, { maxKeys: 1000 }));
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_FORM) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString()));
    request.on('error', reject);
    request.on('close', () => request.complete || reject(badRequest('The request was cut off')));
  });
}

function flat(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  const flattened: Record<string, string> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) flattened[name] = typeof value === 'string' ? value : value.at(-1)!;
  }
  return flattened;
}

const tooLarge = () => new ApiError(413, 'BAD_REQUEST', `The request is longer than ${LONGEST_FORM} bytes`, {}, { Connection: 'close' });
