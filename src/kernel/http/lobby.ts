import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Who comes before the server is ready waits here: the doors open first, so that nobody finds them shut while it starts. */
export class Lobby {
  #answering: RequestListener | undefined;
  #waiting: [IncomingMessage, ServerResponse][] = [];

  readonly listener: RequestListener = (request, response) => {
    if (this.#answering) this.#answering(request, response);
    else this.#waiting.push([request, response]);
  };

  /** From now on it is this one who answers, those who wait first. */
  answerWith(listener: RequestListener): void {
    this.#answering = listener;
    for (const [request, response] of this.#waiting.splice(0)) listener(request, response);
  }
}
