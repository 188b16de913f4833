import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { VERSION } from '../config.ts';

/**
 * Requests before the server is ready wait here: the listeners start first, so that no connection is rejected during
 * start-up. Only health checks are answered immediately.
 */
export class StartupGate {
  #answering: RequestListener | undefined;
  #waiting: [IncomingMessage, ServerResponse][] = [];

  readonly listener: RequestListener = (request, response) => {
    if (this.#answering) this.#answering(request, response);
    else if (request.url === '/health') sayStarting(response);
    else this.#waiting.push([request, response]);
  };

  /** From now on this listener answers, waiting requests first. */
  answerWith(listener: RequestListener): void {
    this.#answering = listener;
    for (const [request, response] of this.#waiting.splice(0)) listener(request, response);
  }
}

function sayStarting(response: ServerResponse): void {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(503, headers).end(JSON.stringify({ status: 'starting', version: VERSION, db: 'starting' }));
}
