import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import Koa from 'koa';
import { LIMITS } from '../../limits.ts';
import { memoByObject } from '../../shared/memo.ts';
import { WriterNeeded } from '../db/database.ts';
import type { Kernel } from '../kernel.ts';
import { admitSender, handleRequest, holdPoll, leavePlace, requireClient, takePlace, waitFor } from './answer.ts';
import { hasBody, isMultipart, mayHaveBody, parseQuery, readForm } from './body.ts';
import type { Call } from './caller.ts';
import { control as answerControl, type Control, isControl } from './control.ts';
import type { Endpoint } from './endpoint.ts';
import { send, sendError, waitUntilSettled } from './reply.ts';
import { requestTimeouts } from './request-timeouts.ts';
import { isByCookie, listPrefixes, routes } from './routes.ts';
import { keepTickShape } from './tick-shape.ts';

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

/** Finds the endpoints of requests. Many apps share it. */
interface Routing {
  /** Endpoints that do without Koa, by method and path. */
  direct: ReadonlyMap<string, Endpoint>;
  /** All others. */
  rest: ReturnType<typeof routes>;
}

const makeRouting = memoByObject((endpoints: readonly Endpoint[]): Routing => {
  const direct = new Map<string, Endpoint>();
  for (const endpoint of endpoints)
    if (isDirect(endpoint))
      for (const prefix of listPrefixes(endpoint)) {
        direct.set(`${endpoint.method} ${prefix}${endpoint.path}`, endpoint);
        // Clients of such a protocol get a folder's address, which Zulip's clients write with a slash.
        if (endpoint.take) direct.set(`${endpoint.method} ${prefix}${endpoint.path}/`, endpoint);
      }
  return { direct, rest: routes(endpoints) };
});

const withoutDevelopment = memoByObject((endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ developmentOnly }) => !developmentOnly),
);

/** Answers a request of any listener. */
export function listener(app: Kernel, declared: readonly Endpoint[], control?: Control): RequestListener {
  const routing = makeRouting(app.config.development ? declared : withoutDevelopment(declared));
  const { direct } = routing;
  const koa = new Koa();
  koa.use(routing.rest(app));
  koa.on('error', (err) => app.log.error({ err }, 'koa'));
  const rest = koa.callback();

  return (request, response) => {
    const { path, search } = split(request.url!);
    const endpoint = direct.get(`${request.method} ${path}`);
    if (endpoint && !isMultipart(request)) return void runDirect(app, endpoint, request, response, path, search);
    if (app.node?.isFollower && app.site?.has(request, path)) return app.node.forwarding.forward(request, response);
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

/** Creates a server that does not listen yet, for HTTP unless `create` makes another (see tls-server.ts). */
export function openTo(
  listener: RequestListener,
  create: (times: typeof TIMES, answer: RequestListener) => Server = createHttpServer,
): Server {
  keepTickShape();
  const answer: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return reject(request, response, '400 Bad Request');
    if (hasBody(request) && !mayHaveBody(request)) return refuseBody(request, response);
    if (hasBody(request)) timeouts.limit(request, response);
    else timeouts.forget(request);
    listener(request, response);
  };
  const server = create(TIMES, answer);
  const timeouts = requestTimeouts(server, (request, response) => reject(request, response, '408 Request Timeout'));
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    answer(request, response);
  });
  server.on('checkExpectation', (request, response) => reject(request, response, '417 Expectation Failed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectSocket(socket, STATUS_OF[error.code ?? ''] ?? '400 Bad Request'),
  );
  return server;
}

/**
 * Lets the client send the body when somebody begins to read it. A request that is rejected before gets its error
 * instead, and the connection is closed: some clients send the body even so.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const isKeptAlive = response.shouldKeepAlive;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    if (response.headersSent || response.destroyed) return;
    response.shouldKeepAlive = isKeptAlive;
    response.writeContinue();
  });
}

const errorBody = (status: string, msg = status.slice(4)): string =>
  JSON.stringify({ result: 'error', msg, code: 'BAD_REQUEST' });

/** Programs disagree on what such a body means, and where the next request begins. */
function refuseBody({ method }: IncomingMessage, response: ServerResponse): void {
  const msg = `A ${method} request cannot have a body. Put its parameters into the query string of the address.`;
  send(response, 400, errorBody('400 Bad Request', msg), { Connection: 'close' });
}

/**
 * Rejects a request before an endpoint answers it, and disconnects the client; over HTTP/2, it ends the stream only.
 */
function reject(request: IncomingMessage, response: ServerResponse, status: string): void {
  if (request.httpVersionMajor === 2) void send(response, Number(status.slice(0, 3)), errorBody(status));
  else rejectSocket(request.socket, status);
}

/** Rejects what could not be parsed as a request, and disconnects the client. */
function rejectSocket(socket: Duplex, status: string): void {
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
  app.tracing?.enter(response, endpoint);
  if (app.node?.forwarding.forwards(endpoint, raw, response)) return;
  const call: Call = { raw, response, byCookie: isByCookie(app, endpoint, path, raw), fields: parseQuery(search) };
  try {
    admitSender(app, endpoint, call);
    if (hasBody(raw) && !endpoint.take) {
      await waitToReadForm(app, endpoint, call);
      const form = await readForm(raw, endpoint.json);
      call.fields = search === '' ? form : { ...call.fields, ...form };
    }
    if (app.node?.forwarding.forwardsToQueue(endpoint, raw, response, call.fields)) return;
    await (endpoint.hold ? holdPoll : handleRequest)(app, endpoint, call);
  } catch (error) {
    if (error instanceof WriterNeeded && app.node) return app.node.forwarding.forward(raw, response, call.fields);
    await waitUntilSettled(app);
    sendError(app, response, error, endpoint);
  } finally {
    leavePlace(app, call);
  }
}

/**
 * Lets a request wait unread. One whose form is still arriving is read first: it must not keep others waiting. Throws
 * ClientGone.
 */
async function waitToReadForm(app: Kernel, endpoint: Endpoint, call: Call): Promise<void> {
  if (endpoint.constant || endpoint.hold) return;
  const { raw } = call;
  if (endpoint.isCostly) {
    // Node emits a request when its headers arrived, before the form in the same packet.
    await undefined;
    if (raw.complete) await takePlace(app, endpoint, call);
    return;
  }
  const room = app.pace.roomForForm();
  if (!room) return;
  await waitFor(app, call, 'wait for room', room);
  requireClient(call);
  // A form that arrives later waits for room again.
  call.hasRoom = raw.complete;
}

function split(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at) };
}
