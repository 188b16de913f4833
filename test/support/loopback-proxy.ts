import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy on loopback. While it is cut, its connections stay open, and nothing passes. */
export class LoopbackProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs: Set<readonly [Socket, Socket]>;
  #isCut = false;

  private constructor(server: Server, pairs: Set<readonly [Socket, Socket]>) {
    this.#server = server;
    this.#pairs = pairs;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number): Promise<LoopbackProxy> {
    const pairs = new Set<readonly [Socket, Socket]>();
    const server = createServer((near) => {
      const pair = [near, connect(port, '127.0.0.1')] as const;
      const [, far] = pair;
      pairs.add(pair);
      for (const [from, to] of [pair, [far, near] as const]) {
        from.on('error', () => to.destroy());
        from.on('close', () => {
          to.destroy();
          pairs.delete(pair);
        });
        from.pipe(to);
      }
      if (proxy.#isCut) proxy.#stop(pair);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new LoopbackProxy(server, pairs);
    return proxy;
  }

  /** What was sent before may still arrive. What is sent from now on arrives after `heal`. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) this.#stop(pair);
  }

  heal(): void {
    this.#isCut = false;
    for (const [near, far] of this.#pairs) {
      near.pipe(far);
      far.pipe(near);
    }
  }

  #stop([near, far]: readonly [Socket, Socket]): void {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
