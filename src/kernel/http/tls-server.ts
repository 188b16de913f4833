import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Server as HttpsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from '../tls/certificate.ts';
import type { Http2Connections } from './http2.ts';
import { openTo } from './server.ts';

/** A listener for requests of both versions: those over HTTP/2 look like those over HTTP/1.1 (see http2.ts). */
type AnyListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * An HTTPS server that also speaks HTTP/2, if the client chooses it in the TLS handshake. HTTP/1.1 is Node's own
 * server, unchanged. A browser opens at most six connections over HTTP/1.1, and each tab holds a request for events. So
 * a seventh tab would wait for the others.
 */
export class TlsServer extends HttpsServer {
  readonly #maxHeaderSize: number;
  readonly #answer: AnyListener;
  /** The TCP connections, also those whose TLS handshake is not complete: Node's server does not close these. */
  readonly #sockets = new Set<Socket>();
  #http2: Http2Connections | undefined;
  #loading: Promise<Http2Connections> | undefined;
  #isStopping = false;

  constructor(options: ServerOptions & { maxHeaderSize: number }, answer: AnyListener) {
    super({ ...options, ALPNProtocols: ['h2', 'http/1.1'] });
    this.#maxHeaderSize = options.maxHeaderSize;
    this.#answer = answer;
    const http1 = this.listeners('secureConnection') as ((socket: TLSSocket) => void)[];
    this.removeAllListeners('secureConnection');
    this.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.on('secureConnection', (socket: TLSSocket) => {
      if (socket.alpnProtocol === 'h2') return void this.#accept(socket);
      for (const listener of http1) listener.call(this, socket);
    });
    this.on('request', answer);
  }

  /** Asks HTTP/2 clients to send no more requests. Requests that were already sent are still answered. */
  announceStop(): void {
    this.#isStopping = true;
    this.#http2?.announceStop();
  }

  override close(callback?: (error?: Error) => void): this {
    this.#http2?.close();
    return super.close(callback);
  }

  override closeAllConnections(): void {
    this.#http2?.destroy();
    super.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #accept(socket: TLSSocket): Promise<void> {
    const ignore = () => {};
    socket.on('error', ignore);
    this.#http2 ??= await this.#load();
    socket.off('error', ignore);
    if (socket.destroyed) return;
    this.#http2.accept(socket);
  }

  #load(): Promise<Http2Connections> {
    this.#loading ??= import('./http2.ts').then(({ Http2Connections }) => {
      const http2 = new Http2Connections(this.#maxHeaderSize, (request, response) =>
        this.#answer(...compatible(request, response)),
      );
      if (this.#isStopping) http2.announceStop();
      return http2;
    });
    return this.#loading;
  }
}

/**
 * Creates a server for HTTPS that does not listen yet. Handshakes fail until there is a certificate. Import it only to
 * serve HTTPS, because Node's TLS takes 3 MB.
 */
export const openToTls = (listener: RequestListener, certificate?: Certificate): Server =>
  openTo(listener, (times, answer) => new TlsServer({ ...times, ...certificate, minVersion: 'TLSv1.2' }, answer));

/** Node's types for the two versions are unrelated, though the objects are used alike. */
const compatible = (request: Http2ServerRequest, response: Http2ServerResponse) =>
  [request, response] as unknown as [IncomingMessage, ServerResponse];
