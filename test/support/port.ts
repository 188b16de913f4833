import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port without a listener. It is outside the range from which systems choose free ports, and not blocked by browsers
 * and fetch (as 10080 is).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
