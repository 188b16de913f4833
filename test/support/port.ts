import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens at, none of those a system gives to whoever asks for any (it stays free), and none that browsers and fetch refuse (10080). */
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
