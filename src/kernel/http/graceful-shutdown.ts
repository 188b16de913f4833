import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { TlsServer } from './tls-server.ts';

/**
 * After this many turns of the event loop without a new connection, everything in the sockets has been read. A
 * connection is accepted in one turn, and its request arrives in the next.
 */
const QUIET_TURNS = 4;
/** How often to check whether all requests are answered, ms. */
const CHECK_INTERVAL = 10;
/**
 * How long an incomplete request may still take when all others are answered, ms. Browsers also open connections before
 * they need them.
 */
const INCOMPLETE_TIMEOUT = 200;

/**
 * Closes the connections of a stopping server after answering all requests that arrived before. Node's own `close` ends
 * connections that look idle: also those whose request is not read yet, and those whose answer is still being sent.
 */
export class GracefulShutdown {
  /** The last response of each connection. Over HTTP/2 each request has its own socket object. */
  readonly #last = new Map<Socket, ServerResponse>();

  /** Wraps a listener so that its responses are tracked. */
  trackResponses(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      if (!this.#last.has(socket)) socket.once('close', () => this.#last.delete(socket));
      this.#last.set(socket, response);
      listener(request, response);
    };
  }

  /**
   * Stops accepting connections, and waits for open ones for at most `timeout` ms. Responses have `Connection: close`
   * by now (see `App.stopping`).
   */
  async close(servers: readonly Server[], timeout: number): Promise<void> {
    const until = performance.now() + timeout;
    const closed = Promise.all(servers.map((server) => once(server, 'close')));
    let quiet = 0;
    const disturb = () => {
      quiet = 0;
    };
    for (const server of servers) {
      server.on('connection', disturb);
      (server as Partial<TlsServer>).announceStop?.();
    }
    for (; quiet < QUIET_TURNS && performance.now() < until; quiet++) await nextTurn();
    for (const server of servers) NetServer.prototype.close.call(server);
    while (this.#isAnswering() && performance.now() < until) await wait(CHECK_INTERVAL);
    for (const server of servers) server.close();
    const rest = setTimeout(
      () => servers.forEach((server) => server.closeAllConnections()),
      Math.min(INCOMPLETE_TIMEOUT, until - performance.now()),
    );
    await closed;
    clearTimeout(rest);
  }

  #isAnswering(): boolean {
    for (const response of this.#last.values()) if (!response.writableFinished) return true;
    return false;
  }
}
