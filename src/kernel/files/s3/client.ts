import { type IncomingMessage, Agent as PlainAgent, request as plainly } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from '../../../shared/memo.ts';
import { https } from '../../http/https.ts';

/** How often a request is sent at most, and how long to wait before the second time, ms; then twice as long. */
const MOST_TRIES = 4;
const FIRST_WAIT = 100;
/** The maximum number of bytes read of an error. */
const LONGEST_ERROR = 64 * 1024;
/** Answers after which the same request may succeed. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

export interface S3Options {
  /** The URL of the server, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string | undefined;
  secretKey: string | undefined;
  /** How long nothing may arrive or leave, ms. */
  timeout: number;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The name of an object; empty: the bucket. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** The server's answer is an error, or there is none (status 0). */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Loaded with the first request: a server with a folder needs none of it. */
const signer = once(async () => (await import('aws4')).default);

/** Sends signed requests to an S3-compatible server. Requests are repeated if they may succeed then. */
export class S3Client {
  /** Read again for each request, since keys can be changed while the server runs. */
  readonly #options: () => S3Options;
  readonly #agents = {
    'http:': once(() => new PlainAgent({ keepAlive: true })),
    'https:': once(() => new (https().Agent)({ keepAlive: true })),
  };

  constructor(options: () => S3Options) {
    this.#options = options;
  }

  /** Returns a successful answer, whose body the caller reads. Throws S3Error. */
  async send(request: S3Request): Promise<IncomingMessage> {
    const hash = await hashBody(request.body);
    // Somebody waits: a server that does not answer at all is not asked again.
    const until = performance.now() + this.#options().timeout;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#sendOnce(request, hash);
      } catch (error) {
        if (!(error instanceof S3Error) || !mayPass(error)) throw error;
        if (tries === MOST_TRIES || performance.now() >= until) throw error;
        await wait(FIRST_WAIT * 2 ** (tries - 1));
      }
    }
  }

  /** The same, for an answer with a short text. */
  async ask(request: S3Request): Promise<string> {
    return text(await this.send(request));
  }

  async #sendOnce({ method, key, query, headers, body }: S3Request, hash: string): Promise<IncomingMessage> {
    const { endpoint, region, bucket, accessKey, secretKey, timeout } = this.#options();
    if (accessKey === undefined || secretKey === undefined)
      throw new S3Error(403, 'NoKeys', 'set files-access-key and files-secret-key');
    const url = new URL(endpoint);
    const { sign } = await signer();
    const signed = sign(
      {
        service: 's3',
        region,
        method,
        host: url.host,
        path: `${url.pathname.replace(/\/$/, '')}/${encodeName(bucket)}${key && `/${encodeName(key)}`}${makeQuery(query)}`,
        headers: { ...headers, 'Content-Length': body?.length ?? 0, 'X-Amz-Content-Sha256': hash },
      },
      { accessKeyId: accessKey, secretAccessKey: secretKey },
    );
    const protocol = url.protocol as 'http:' | 'https:';
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = (protocol === 'https:' ? https().request : plainly)(url, {
        method,
        agent: this.#agents[protocol](),
        path: signed.path!,
        headers: signed.headers as Record<string, string>,
        timeout,
      });
      const fail = (error: NodeJS.ErrnoException) => reject(new S3Error(0, error.code ?? 'Network', error.message));
      sending.once('response', resolve).on('error', fail);
      sending.once('timeout', () => sending.destroy(new Error(`no answer for ${timeout / 1000} s`)));
      sending.end(body);
    });
    if (answer.statusCode! < 300) return answer;
    throw await readError(answer);
  }
}

const mayPass = ({ status }: S3Error): boolean => status === 0 || TEMPORARY.has(status);

const NOTHING = new Uint8Array();

/** The SHA-256 of a body, computed outside of the event loop: the server compares it with what it received. */
async function hashBody(body: Uint8Array = NOTHING): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)).toString('hex');
}

const encodeName = (name: string): string =>
  name
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
    .join('/');

const makeQuery = (query: S3Request['query']): string =>
  query
    ? `?${Object.entries(query)
        .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
        .join('&')}`
    : '';

async function readError(answer: IncomingMessage): Promise<S3Error> {
  let received = '';
  try {
    for await (const part of answer.setEncoding('utf8')) if ((received += part).length > LONGEST_ERROR) break;
  } catch {
    // What arrived may be enough.
  }
  const status = answer.statusCode!;
  const code = findElement(received, 'Code') ?? String(status);
  return new S3Error(status, code, findElement(received, 'Message') ?? `the answer is ${status}`);
}

/** The text of the first element with this name. */
export const findElement = (xml: string, name: string): string | undefined => {
  const [, content] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return content?.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (_, entity: string) => ENTITIES[entity]!);
};

/** The content of all elements with this name. */
export const listElements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content]) => content!);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  '#39': "'",
};
