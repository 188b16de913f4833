import {
  constants,
  createServer,
  type Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';

// Loaded with the first HTTP/2 connection: a server without TLS never needs it.

/** How long a connection may be silent, ms: until its first request, and between two. */
const FIRST_REQUEST = 20_000;
const IDLE = 75_000;
/** How long the answer to a ping may take, ms. */
const PING = 20_000;
/** How many SETTINGS and PING frames each a client may send per minute: every one must be answered. */
const CONTROL_FRAMES = 100;
/** The largest stream id: a GOAWAY with it asks for no new requests and rejects none. */
const LAST_STREAM = 2 ** 31 - 1;

/** The limits of one connection. */
const limits = (maxHeaderSize: number) => ({
  settings: {
    // Each open tab of a browser holds one for its events.
    maxConcurrentStreams: 128,
    maxHeaderListSize: maxHeaderSize,
    // For one upload, before it is read. With Node's 64 KB, an upload over a slow line would be slower than over
    // HTTP/1.1.
    initialWindowSize: 512 * 1024,
    enablePush: false,
  },
  maxHeaderListPairs: 200,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  // Clients may cancel this many requests at once, and then this many per second, before the connection is closed
  // ("rapid reset").
  streamResetBurst: 300,
  streamResetRate: 30,
});
/** How much a connection may send before any of it is read, in bytes. */
const CONNECTION_WINDOW = 1024 * 1024;

/** A request over HTTP/2 that looks like one over HTTP/1.1. */
class CompatibleRequest extends Http2ServerRequest {
  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, options: object, rawHeaders: string[]) {
    super(stream, headers, options, rawHeaders);
    const plain = withoutPseudoHeaders(headers);
    // Form readers look for this header; HTTP/2 marks a body with a frame's flag.
    // Some clients send an empty frame with GET; what is in it is not read.
    const isRead = headers[':method'] !== 'GET' && headers[':method'] !== 'HEAD';
    if (isRead && !stream.endAfterHeaders && plain['content-length'] === undefined)
      plain['transfer-encoding'] = 'chunked';
    Object.defineProperties(this, {
      headers: { value: plain },
      rawHeaders: {
        value: Object.entries(plain).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one])),
      },
      // Whether all of it arrived. Node's own value is true for an aborted request, too.
      complete: { get: () => this.readableEnded && !this.aborted },
    });
  }
}

/** The server's name is in `host`, as in HTTP/1.1. */
function withoutPseudoHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const plain: IncomingHttpHeaders = {};
  for (const name in headers) if (!name.startsWith(':')) plain[name] = headers[name];
  if (headers[':authority'] !== undefined) plain.host = String(headers[':authority']);
  return plain;
}

/** A response over HTTP/2 with the interface of one over HTTP/1.1. */
class CompatibleResponse extends Http2ServerResponse<CompatibleRequest> {
  constructor(stream: ServerHttp2Stream) {
    super(stream);
    Object.defineProperty(this, 'destroyed', { get: () => stream.destroyed });
  }

  override writeHead(status: number, ...others: unknown[]): this {
    const headers = others.find((one) => typeof one === 'object') as OutgoingHttpHeaders | undefined;
    return super.writeHead(status, Array.isArray(headers) ? headers : withoutConnection(headers));
  }
  override setHeader(name: string, value: string | readonly string[]): void {
    if (!isConnection(name)) super.setHeader(name, value);
  }

  /** The body of an answer to HEAD is left out, as in HTTP/1.1. */
  override end(...args: unknown[]): this {
    const isHead = this.req.method === 'HEAD';
    const callback = args.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    return isHead ? super.end(callback) : super.end(...(args as [string]));
  }
}

/** `Connection: close` has no meaning here: connections are closed by GOAWAY. */
const isConnection = (name: string): boolean => name.toLowerCase() === 'connection';
const withoutConnection = (headers: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isConnection(name)));

/** The HTTP/2 connections of a TLS listener. */
export class Http2Connections {
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();
  #isStopping = false;

  /** `answer` is called with each request. */
  constructor(maxHeaderSize: number, answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void) {
    // It never listens: sockets come from `accept`.
    this.#server = createServer({
      ...limits(maxHeaderSize),
      Http2ServerRequest: CompatibleRequest as unknown as typeof Http2ServerRequest,
      Http2ServerResponse: CompatibleResponse as unknown as typeof Http2ServerResponse,
    });
    this.#server.on('session', (session) => this.#watch(session));
    this.#server.on('request', (request, response) => {
      releaseUnreadBody(request, response);
      answer(request, response);
    });
    // A client's protocol error ends its connection and is not logged.
    this.#server.on('sessionError', () => {});
  }

  /** Takes over a connection that chose HTTP/2 in its TLS handshake. */
  accept(socket: TLSSocket): void {
    this.#server.emit('connection', socket);
  }

  /** Asks clients to send no more requests on these connections. Requests that were already sent are still answered. */
  announceStop(): void {
    this.#isStopping = true;
    for (const session of this.#sessions) announce(session);
  }

  /** Closes each connection when its last request is answered. */
  close(): void {
    this.#isStopping = true;
    for (const session of this.#sessions) session.close();
  }

  destroy(): void {
    for (const session of this.#sessions) session.destroy();
  }

  #watch(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.once('close', () => this.#sessions.delete(session));
    session.setLocalWindowSize(CONNECTION_WINDOW);
    limitControlFrames(session);
    closeWhenIdle(session);
    if (this.#isStopping) announce(session);
  }
}

function announce(session: ServerHttp2Session): void {
  if (!session.closed && !session.destroyed) session.goaway(constants.NGHTTP2_NO_ERROR, LAST_STREAM);
}

/** Once a request is answered, the rest of its body is not needed: the client is asked to stop sending it. */
function releaseUnreadBody(request: Http2ServerRequest, { stream }: Http2ServerResponse): void {
  stream.once('finish', () => {
    if (!request.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

/** Ends a connection that floods the server with frames which cost the client nothing. */
function limitControlFrames(session: ServerHttp2Session): void {
  const counts = { remoteSettings: 0, ping: 0 };
  let since = performance.now();
  for (const frame of ['remoteSettings', 'ping'] as const)
    session.on(frame, () => {
      if (performance.now() - since > 60_000) {
        Object.assign(counts, { remoteSettings: 0, ping: 0 });
        since = performance.now();
      }
      counts[frame] += 1;
      if (counts[frame] > CONTROL_FRAMES && !session.destroyed)
        session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
}

/**
 * Closes a connection that has no requests for a while. One with requests (a browser that waits for events) must answer
 * a ping; one whose client does not read the responses is closed.
 */
function closeWhenIdle(session: ServerHttp2Session): void {
  const streams = new Set<ServerHttp2Stream>();
  session.setTimeout(FIRST_REQUEST);
  session.on('stream', (stream) => {
    if (streams.size === 0) session.setTimeout(IDLE);
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  session.on('timeout', () => {
    if (streams.size === 0) return session.close();
    for (const { writableLength } of streams) if (writableLength > 0) return session.destroy();
    requireSignOfLife(session);
  });
}

function requireSignOfLife(session: ServerHttp2Session): void {
  const timer = setTimeout(() => session.destroy(), PING).unref();
  const isSent = session.ping(() => clearTimeout(timer));
  if (!isSent) session.destroy();
}
