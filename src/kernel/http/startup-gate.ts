import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { VERSION } from '../config.ts';

/**
 * Who comes before the server is ready waits here: the doors open first, so that nobody finds them shut while it starts. Only
 * who asks how it is is told at once.
 */
export class StartupGate {
  #answering: RequestListener | undefined;
  #waiting: [IncomingMessage, ServerResponse][] = [];

  readonly listener: RequestListener = (request, response) => {
    if (this.#answering) this.#answering(request, response);
    else if (request.url === '/health') sayStarting(response);
    else this.#waiting.push([request, response]);
  };

  /** From now on it is this one who answers, those who wait first. */
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
