import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request may take to come in, and how often that is looked at, ms. */
const LONGEST = 60_000;
const LOOK = 15_000;

interface Coming {
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  /** Of the connection, when it was last looked at. */
  bytes: number;
}

const unhurried = new WeakSet<IncomingMessage>();
/** Milliseconds that some requests have in all, instead of `LONGEST`. */
const extended = new WeakMap<IncomingMessage, number>();

/** Gives a request more time to come in, ms in all. */
export const extendDeadline = (request: IncomingMessage, ms: number): unknown => extended.set(request, ms);
export const deadlineOf = (request: IncomingMessage, longest = LONGEST): number => extended.get(request) ?? longest;

/** What comes in is a file, of somebody who is let in: it may take as long as any of it keeps coming. */
export const allowSlowRequest = (request: IncomingMessage): unknown => unhurried.add(request);
export const isSlowRequestAllowed = (request: IncomingMessage): boolean => unhurried.has(request);

/**
 * Cuts off who sends a request's body too slowly. Node's own limit is one for all requests, and a file that comes over a slow line is no
 * attack. The answer is to be told of each request that has a body; `turnAway` refuses one that is not answered yet.
 */
export function requestTimeouts(
  server: Server,
  turnAway: (request: IncomingMessage, response: ServerResponse) => void,
  { longest = LONGEST, look = LOOK } = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  // By connection, of which HTTP/1.1 reads one request at a time; over HTTP/2 each request has a socket of its own.
  const coming = new Map<Socket, Coming>();
  let timer: NodeJS.Timeout | undefined;
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
  return (request, response) => {
    const { socket } = request;
    if (request.httpVersionMajor === 2) socket.once('close', () => coming.delete(socket));
    coming.set(socket, { request, response, since: Date.now(), bytes: socket.bytesRead });
    timer ??= setInterval(sweep, look).unref();
  };

  function sweep(): void {
    for (const [socket, each] of coming) {
      const { request, response, since } = each;
      if (request.complete || socket.destroyed) coming.delete(socket);
      else if (
        Date.now() - since >= deadlineOf(request, longest) &&
        !(isSlowRequestAllowed(request) && goesOn(socket, each))
      ) {
        coming.delete(socket);
        // Of a request over HTTP/2 this ends its stream alone, not the connection.
        if (response.headersSent) socket.destroy();
        else turnAway(request, response);
      }
    }
  }
}

/** Whether anything came within the time a request has; then it has it once more. */
function goesOn(socket: Socket, each: Coming): boolean {
  const more = socket.bytesRead > each.bytes;
  each.bytes = socket.bytesRead;
  each.since = Date.now();
  return more;
}
