import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request may take to arrive, and how often that is checked, ms. */
const LONGEST = 60_000;
const LOOK = 15_000;

interface Coming {
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  /** Of the connection, at the last check. */
  bytes: number;
}

const TIME = Symbol('how long a request may take');
interface TimedRequest extends IncomingMessage {
  [TIME]?: {
    /** The total time in milliseconds instead of `LONGEST`. */
    deadline?: number;
    isSlowAllowed?: boolean;
  };
}

/** Gives a request more time to arrive, in total, ms. */
export function extendDeadline(request: TimedRequest, ms: number): void {
  request[TIME] = { ...request[TIME], deadline: ms };
}

export const getDeadline = (request: TimedRequest, longest = LONGEST): number => request[TIME]?.deadline ?? longest;

/** The request uploads a file for an authorized user: it may take any time while data keeps arriving. */
export function allowSlowRequest(request: TimedRequest): void {
  request[TIME] = { ...request[TIME], isSlowAllowed: true };
}

export const isSlowRequestAllowed = (request: TimedRequest): boolean => request[TIME]?.isSlowAllowed === true;

/**
 * Disconnects clients that send a request's body too slowly. Node's own limit is the same for all requests, and a file
 * over a slow line is no attack. Call `limit` for each request with a body, and `forget` for others: what came before
 * on their connection is complete, and must not stay in memory while they wait. `reject` rejects a request that is not
 * answered yet.
 */
export function requestTimeouts(
  server: Server,
  reject: (request: IncomingMessage, response: ServerResponse) => void,
  { longest = LONGEST, look = LOOK } = {},
): { limit(request: IncomingMessage, response: ServerResponse): void; forget(request: IncomingMessage): void } {
  // By connection: HTTP/1.1 reads one request at a time on each. Over HTTP/2 each request has its own socket object.
  const coming = new Map<Socket, Coming>();
  let timer: NodeJS.Timeout | undefined;
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
  return {
    limit(request, response) {
      const { socket } = request;
      if (request.httpVersionMajor === 2) socket.once('close', () => coming.delete(socket));
      coming.set(socket, { request, response, since: Date.now(), bytes: socket.bytesRead });
      timer ??= setInterval(sweep, look).unref();
    },
    forget: ({ socket }) => void coming.delete(socket),
  };

  function sweep(): void {
    for (const [socket, each] of coming) {
      const { request, response, since } = each;
      if (request.complete || socket.destroyed) coming.delete(socket);
      else if (
        Date.now() - since >= getDeadline(request, longest) &&
        !(isSlowRequestAllowed(request) && isReceiving(socket, each))
      ) {
        coming.delete(socket);
        // Over HTTP/2 this ends the request's stream, not the connection.
        if (response.headersSent) socket.destroy();
        else reject(request, response);
      }
    }
  }
}

/** Whether any data arrived within the allowed time, which then starts again. */
function isReceiving(socket: Socket, each: Coming): boolean {
  const more = socket.bytesRead > each.bytes;
  each.bytes = socket.bytesRead;
  each.since = Date.now();
  return more;
}
