import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/**
 * A connection to a server that a test can cut, independent of the machine's network. While it is cut, new connections
 * are closed at once.
 */
export class CuttableConnection {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /** The URL at which the server is reached through the connection. */
  get url(): string {
    return this.#url;
  }

  /** A connection to the server at this URL, closed after the tests of the file. */
  static async to(target: string): Promise<CuttableConnection> {
    const { hostname, port } = new URL(target);
    let wire: CuttableConnection;
    const server = createServer((socket) => wire.#connect(socket, hostname, Number(port)));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    wire = new CuttableConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    after(() => {
      server.close();
      wire.cut();
    });
    return wire;
  }

  /** Closes all connections, and every new one. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets connections through again. */
  restore(): void {
    this.#isCut = false;
  }

  #connect(socket: Socket, host: string, port: number): void {
    if (this.#isCut) return void socket.destroy();
    const onward = connect(port, host);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
