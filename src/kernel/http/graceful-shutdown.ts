import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as Door, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { TlsServer } from './tls-server.ts';

/** So many turns of the event loop without a new connection, and all is read that lay in sockets: one is taken in a turn, and its request comes in the next. */
const TURNS = 4;
/** How often is looked whether all are answered, ms. */
const LOOK = 10;
/** How long the rest of a request may take of which only some came, when all others are answered, ms. Browsers open connections before they need them, too. */
const REST = 200;

/**
 * Lets the clients of a stopping server go, and answers all who asked before it stopped. Node's own `close` cuts connections that look idle
 * to it: also those whose request is not read yet, and those whose answer is on its way still.
 */
export class GracefulShutdown {
  /** The last answer on each connection; over HTTP/2 each request has a socket of its own. */
  readonly #last = new Map<Socket, ServerResponse>();

  /** Keeps in mind whom this listener answers. */
  heeding(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      if (!this.#last.has(socket)) socket.once('close', () => this.#last.delete(socket));
      this.#last.set(socket, response);
      listener(request, response);
    };
  }

  /** Takes no more connections, and waits so long for those there are, ms. Answers say `Connection: close` by now (see `App.stopping`). */
  async close(servers: readonly Server[], patience: number): Promise<void> {
    const until = performance.now() + patience;
    const closed = Promise.all(servers.map((server) => once(server, 'close')));
    let quiet = 0;
    const disturb = () => {
      quiet = 0;
    };
    for (const server of servers) {
      server.on('connection', disturb);
      if (server instanceof TlsServer) server.announceStop();
    }
    for (; quiet < TURNS && performance.now() < until; quiet++) await turn();
    for (const server of servers) Door.prototype.close.call(server);
    while (this.#isAnswering() && performance.now() < until) await wait(LOOK);
    for (const server of servers) server.close();
    const rest = setTimeout(
      () => servers.forEach((server) => server.closeAllConnections()),
      Math.min(REST, until - performance.now()),
    );
    await closed;
    clearTimeout(rest);
  }

  #isAnswering(): boolean {
    for (const response of this.#last.values()) if (!response.writableFinished) return true;
    return false;
  }
}
