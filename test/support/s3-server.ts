import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Choices } from '../../src/settings/config.ts';

const ACCESS_KEY = 'AKTEST';
const SECRET_KEY = 'secret/of+the key';
const REGION = 'test-1';
const BUCKET = 'chat';
/** What all names begin with. */
export const PREFIX = 'klatch/files';
/** Smaller parts are rejected, except the last one, as Amazon does. */
const SMALLEST_PART = 5 * 2 ** 20;

interface Stored {
  body: Buffer;
  modified: Date;
}

interface Upload {
  key: string;
  initiated: Date;
  parts: Map<number, Buffer>;
}

/** A request as the tests see it. */
export interface SeenRequest {
  method: string;
  key: string;
  query: URLSearchParams;
  range: string | undefined;
  length: number;
}

/** The settings of a server that has its files in an S3Server. */
export const storageChoices = (url: string, prefix = PREFIX): Partial<Choices> => ({
  files: { bucket: BUCKET, prefix },
  filesEndpoint: url,
  filesRegion: REGION,
  filesAccessKey: ACCESS_KEY,
  filesSecretKey: SECRET_KEY,
});

/**
 * An S3-compatible server for tests, in memory. It checks the signature of each request with its own computation, and
 * the hash of each body.
 */
export class S3Server {
  readonly objects = new Map<string, Stored>();
  readonly uploads = new Map<string, Upload>();
  readonly seen: SeenRequest[] = [];
  /** How many names a list contains at most. */
  pageSize = 1000;
  /** Answers a request in place of the server; true: it did. */
  interfere: (request: SeenRequest, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response));
  }

  static async start(): Promise<S3Server> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const made = new S3Server(server);
    after(() => made.stop());
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that has its files here. */
  choices(prefix?: string): Partial<Choices> {
    return storageChoices(this.url, prefix);
  }

  /** The same as environment variables. */
  variables(prefix = PREFIX): Record<string, string> {
    return {
      KLATCH_FILES: `s3://${BUCKET}/${prefix}`,
      KLATCH_FILES_ENDPOINT: this.url,
      KLATCH_FILES_REGION: REGION,
      KLATCH_FILES_ACCESS_KEY: ACCESS_KEY,
      KLATCH_FILES_SECRET_KEY: SECRET_KEY,
    };
  }

  /** A place for backups here, and the keys for it as environment variables. */
  backups(prefix = 'backups'): { place: string; env: Record<string, string> } {
    const place = `s3://${BUCKET}/${prefix}?endpoint=${this.url}&region=${REGION}`;
    return { place, env: { KLATCH_BACKUP_ACCESS_KEY: ACCESS_KEY, KLATCH_BACKUP_SECRET_KEY: SECRET_KEY } };
  }

  /** The names of all objects, without those that say whose files they are. */
  get names(): string[] {
    return [...this.objects.keys()].filter((name) => !name.endsWith('klatch-files.json')).sort();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const body = await buffer(request);
    const [bucket, ...parts] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const key = parts.join('/');
    const { range } = request.headers;
    const seen = { method: request.method!, key, query: url.searchParams, range, length: body.length };
    this.seen.push(seen);
    if (this.interfere(seen, response)) return;
    if (request.headers.authorization === undefined) return void fail(response, 403, 'AccessDenied');
    if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return void fail(response, 400, 'XAmzContentSHA256Mismatch');
    if (!isSigned(request, url)) return void fail(response, 403, 'SignatureDoesNotMatch');
    if (bucket !== BUCKET) return void fail(response, 404, 'NoSuchBucket');
    if (key === '')
      return url.searchParams.has('uploads') ? this.#listUploads(url, response) : this.#list(url, response);
    if (url.searchParams.has('uploads')) return void this.#begin(key, response);
    const uploadId = url.searchParams.get('uploadId');
    if (uploadId !== null) return void this.#takePart({ uploadId, request, url, body, response });
    if (request.method === 'PUT') {
      this.objects.set(key, { body, modified: new Date() });
      return void response.writeHead(200, { ETag: getEtag(body) }).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    this.#get(request, key, response);
  }

  #get(request: IncomingMessage, key: string, response: ServerResponse): void {
    const found = this.objects.get(key);
    if (!found) return void fail(response, 404, 'NoSuchKey', request.method === 'HEAD');
    const { body, modified } = found;
    const headers = { ETag: getEtag(body), 'Last-Modified': modified.toUTCString() };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || to === undefined) {
      response.writeHead(200, { ...headers, 'Content-Length': body.length });
      return void response.end(request.method === 'HEAD' ? undefined : body);
    }
    if (Number(from) >= body.length) return void fail(response, 416, 'InvalidRange');
    const part = body.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
    response.writeHead(206, { ...headers, 'Content-Length': part.length, 'Content-Range': range }).end(part);
  }

  #list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const all = [...this.objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, this.pageSize);
    const contents = page.map(
      ([key, { body, modified }]) =>
        `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
    );
    const isTruncated = all.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : '';
    response.end(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  #listUploads(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    response.end(`<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
  }

  #begin(key: string, response: ServerResponse): void {
    const id = randomUUID();
    this.uploads.set(id, { key, initiated: new Date(), parts: new Map() });
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  #takePart(call: {
    uploadId: string;
    request: IncomingMessage;
    url: URL;
    body: Buffer;
    response: ServerResponse;
  }): void {
    const { uploadId, request, url, body, response } = call;
    const upload = this.uploads.get(uploadId);
    if (!upload) return void fail(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      return void response.writeHead(200, { ETag: getEtag(body) }).end();
    }
    this.uploads.delete(uploadId);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => {
      const part = upload.parts.get(Number(number));
      return part && getEtag(part) === `"${etag}"` ? part : undefined;
    });
    if (parts.some((part) => !part)) return void fail(response, 400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => part!.length < SMALLEST_PART))
      return void fail(response, 400, 'EntityTooSmall');
    this.objects.set(upload.key, { body: Buffer.concat(parts as Buffer[]), modified: new Date() });
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
}

const getEtag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function fail(response: ServerResponse, status: number, code: string, isHead = false): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is ${code}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(isHead ? undefined : body);
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Checks a signature (version 4), as Amazon describes it. */
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/;
  const [, id, day, region, names, signature] = form.exec(headers.authorization ?? '') ?? [];
  if (id !== ACCESS_KEY || region !== REGION) return false;
  const signed = names!.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name))) return false;
  const time = String(headers['x-amz-date']);
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sent) < 15 * 60_000)) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map((pair) => pair.map(encode).join('='))
    .sort()
    .join('&');
  const path = url.pathname.split('/').map(decodeURIComponent).map(encode).join('/');
  const values = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, path, query, values, names, headers['x-amz-content-sha256']].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, hash].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET_KEY}`, day!), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature;
}
