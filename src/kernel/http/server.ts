import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import Router from '@koa/router';
import Koa from 'koa';
import { LIMITS } from '../../limits.ts';
import { ApiError } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import type { Certificate } from '../tls/certificate.ts';
import { handleRequest, holdPoll, send, sendError } from './answer.ts';
import { filesOf, formOf, queryOf } from './body.ts';
import { control as answerControl, type Control, fromThisMachine, isControl } from './control.ts';
import { type Endpoint, pathParameters } from './endpoint.ts';
import { requestTimeouts } from './request-timeouts.ts';
import { TlsServer } from './tls-server.ts';

/** The same endpoints are under both: the first for API keys, the second for browsers with a session. */
const PREFIXES = ['/api/v1', '/json'] as const;

/** Errors of requests that could not be parsed, by Node's names for them. */
const STATUS_OF: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Routes requests to the declared endpoints; those for development only on a development server. Koa handles what needs
 * it: paths with parameters and forms with files. All others go directly to their endpoint: a send is a quarter cheaper
 * this way, and a held poll keeps no context alive. `control`: the commands of the command line.
 */
export function createServer(app: Kernel, declared: readonly Endpoint[], control?: Control): Server {
  return openTo(listener(app, declared, control));
}

/** Answers a request of any listener. */
export function listener(app: Kernel, declared: readonly Endpoint[], control?: Control): RequestListener {
  const endpoints = declared.filter(({ developmentOnly }) => !developmentOnly || app.config.development);
  const koa = new Koa();
  koa.use(routes(app, endpoints));
  koa.on('error', (err) => app.log.error({ err }, 'koa'));
  const rest = koa.callback();
  const direct = new Map<string, Endpoint>();
  for (const endpoint of endpoints)
    if (isDirect(endpoint))
      for (const prefix of prefixesOf(endpoint)) {
        direct.set(`${endpoint.method} ${prefix}${endpoint.path}`, endpoint);
        // Clients of such a protocol get a folder's address, which Zulip's clients write with a slash.
        if (endpoint.take) direct.set(`${endpoint.method} ${prefix}${endpoint.path}/`, endpoint);
      }

  return (request, response) => {
    const { path, search } = split(request.url!);
    const endpoint = direct.get(`${request.method} ${path}`);
    if (endpoint && !isMultipart(request)) return void runDirect(app, endpoint, request, response, path, search);
    if (app.site?.take(request, response, path, search)) return;
    if (control && isControl(control, request, path)) return void answerControl(app, control, request, response);
    void rest(request, response);
  };
}

/**
 * How long clients may take, ms: for a request's head, and between two requests on one connection. `requestTimeouts`
 * handles the rest.
 */
const TIMES = {
  /** A longer address or header is answered with 431. */
  maxHeaderSize: LIMITS.head_bytes,
  headersTimeout: 20_000,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  // Rejected by our own code, in the API's format.
  requireHostHeader: false,
};

/**
 * Creates a server that does not listen yet: for HTTP, or for HTTPS, where handshakes fail until there is a
 * certificate.
 */
export function openTo(listener: RequestListener, tls?: Certificate | 'no certificate yet'): Server {
  const answer: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return turnAway(request, response, '400 Bad Request');
    if (hasBody(request)) hurry(request, response);
    listener(request, response);
  };
  const server: Server = tls
    ? new TlsServer({ ...TIMES, ...(typeof tls === 'object' && tls), minVersion: 'TLSv1.2' }, answer)
    : createHttpServer(TIMES, answer);
  const hurry = requestTimeouts(server, (request, response) => turnAway(request, response, '408 Request Timeout'));
  server.on('checkExpectation', (request, response) => turnAway(request, response, '417 Expectation Failed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    turnSocketAway(socket, STATUS_OF[error.code ?? ''] ?? '400 Bad Request'),
  );
  return server;
}

const errorBody = (status: string): string =>
  JSON.stringify({ result: 'error', msg: status.slice(4), code: 'BAD_REQUEST' });

/**
 * Rejects a request before an endpoint answers it, and disconnects the client; over HTTP/2, it ends the stream only.
 */
function turnAway(request: IncomingMessage, response: ServerResponse, status: string): void {
  if (request.httpVersionMajor === 2) send(response, Number(status.slice(0, 3)), errorBody(status));
  else turnSocketAway(request.socket, status);
}

/** Rejects what could not be parsed as a request, and disconnects the client. */
function turnSocketAway(socket: Duplex, status: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = errorBody(status);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A literal path, a form without files, and a caller who is allowed. */
const isDirect = ({ path, files, developmentOnly }: Endpoint): boolean =>
  !path.includes('{') && !files && !developmentOnly;

async function runDirect(
  app: Kernel,
  endpoint: Endpoint,
  raw: IncomingMessage,
  response: ServerResponse,
  path: string,
  search: string,
): Promise<void> {
  try {
    const given = queryOf(search);
    if (hasBody(raw) && !endpoint.take) Object.assign(given, await formOf(raw, undefined, endpoint.json));
    const byCookie = isByCookie(endpoint, path, raw);
    await (endpoint.hold ? holdPoll : handleRequest)(app, endpoint, { raw, response, byCookie, given });
  } catch (error) {
    sendError(app, response, error);
  }
}

/**
 * Routes by declaration: a literal path before one with parameters. Among several of one pattern (`/users/{user_id}`,
 * `/users/{email}`), the first whose parameters fit. A path that exists only with other methods is answered with 405.
 */
function routes(app: Kernel, endpoints: readonly Endpoint[]): Koa.Middleware {
  const literal = new Map<string, Endpoint[]>();
  const patterns = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.replace(/\{\w+\}/g, '{}') + (endpoint.deep ? '*' : '');
    const table = pattern === endpoint.path ? literal : patterns;
    for (const prefix of prefixesOf(endpoint)) {
      const key = prefix + pattern;
      table.set(key, [...(table.get(key) ?? []), endpoint]);
    }
  }
  // Case-sensitive, like literal paths.
  const router = new Router({ strict: true, sensitive: true });
  // Sorted, because `{` comes last: `/users/me/subscriptions/{}` before `/users/{}/subscriptions/{}`.
  for (const pattern of [...patterns.keys()].sort()) {
    const candidates = patterns.get(pattern)!;
    let count = 0;
    const path = pattern.replace(/\{\}(\*)?/g, (_, deep?: string) => `${deep ?? ':'}p${count++}`);
    router.register(path, ALL_METHODS, (context: Koa.Context, next: Koa.Next) => {
      const values = Object.values(context.params as Record<string, string>);
      const others = literal.get(context.path) ?? [];
      const fitting = candidates.filter((endpoint) => fits(endpoint, values));
      const chosen = fitting.find((endpoint) => isMethod(endpoint, context));
      if (chosen) return run(chosen, context, named(chosen, values));
      const fallback = others.length === 0 ? candidates.findLast((endpoint) => isMethod(endpoint, context)) : undefined;
      if (fallback) return run(fallback, context, named(fallback, values));
      context.state.passed = [
        ...passedBy(context),
        ...(fitting.length > 0 || others.length > 0 ? fitting : candidates),
      ];
      return next();
    });
  }
  const withParameters = router.routes() as unknown as Koa.Middleware;

  async function run(endpoint: Endpoint, context: Koa.Context, path: Record<string, string>): Promise<void> {
    const { req: raw, res: response } = context;
    try {
      if (endpoint.developmentOnly && !fromThisMachine(raw)) throw noSuchPath(context.path);
      const { files } = endpoint;
      const form = files && hasBody(raw) ? () => filesOf(raw, context, app, files) : undefined;
      const given = {
        ...queryOf(context.search),
        ...(!form && !endpoint.take && hasBody(raw) ? await formOf(raw, context, endpoint.json) : undefined),
        ...path,
      };
      // A long poll comes this way only in unusual forms (HEAD, a whole URL as path).
      await (endpoint.hold ? holdPoll : handleRequest)(app, endpoint, {
        raw,
        response,
        byCookie: isByCookie(endpoint, context.path, raw),
        given,
        ...(form && { form }),
      });
    } catch (error) {
      sendError(app, response, error);
    }
  }

  function refuseMethod({ res }: Koa.Context, candidates: readonly Endpoint[]): void {
    const allowed = [...new Set(candidates.map(({ method }) => method))];
    sendError(
      app,
      res,
      new ApiError(
        405,
        'BAD_REQUEST',
        'Method Not Allowed',
        { allowed_methods: allowed },
        { Allow: allowed.join(', ') },
      ),
    );
  }

  return async (context) => {
    context.respond = false;
    const { res: response } = context;
    const candidates = literal.get(context.path);
    const endpoint = candidates?.find((candidate) => isMethod(candidate, context));
    if (endpoint) return run(endpoint, context, {});
    try {
      await withParameters(context, async () => {
        const others = [...(candidates ?? []), ...passedBy(context)];
        if (others.length > 0) refuseMethod(context, others);
        else sendError(app, response, noSuchPath(context.path));
      });
    } catch (error) {
      sendError(app, response, error);
    }
  };
}

const prefixesOf = ({ root }: Endpoint): readonly string[] => (root ? [''] : PREFIXES);

/** Whether sessions are accepted instead of keys. */
const isByCookie = ({ root, ownHeader }: Endpoint, path: string, { headers }: IncomingMessage): boolean =>
  root || ownHeader !== undefined ? headers.authorization === undefined : path.startsWith('/json/');

const isMultipart = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/') ?? false;

/** The endpoints of this path with another method. */
const passedBy = ({ state }: Koa.Context): readonly Endpoint[] => (state.passed as Endpoint[] | undefined) ?? [];

const noSuchPath = (path: string): ApiError => new ApiError(404, 'BAD_REQUEST', `No such path: ${path}`);

const isMethod = (endpoint: Endpoint, { method }: Koa.Context): boolean =>
  endpoint.method === method || (method === 'HEAD' && endpoint.method === 'GET');

/** Whether the values in a path have the types that the endpoint declares. */
function fits(endpoint: Endpoint, values: readonly string[]): boolean {
  return pathParameters(endpoint.path).every((name, at) => {
    const schema = endpoint.params[name]! as { type?: string };
    return schema.type !== 'integer' || /^-?\d+$/.test(values[at]!);
  });
}

function named(endpoint: Endpoint, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(pathParameters(endpoint.path).map((name, at) => [name, values[at]!]));
}

const ALL_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined
    ? headers['content-length'] !== '0'
    : headers['transfer-encoding'] !== undefined;

function split(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at) };
}
