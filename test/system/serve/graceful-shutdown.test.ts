import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { GracefulShutdown } from '../../../src/kernel/http/graceful-shutdown.ts';

/** More than the machine's socket buffers hold. */
const LENGTH = 32 * 2 ** 20;
const FOREVER = 60_000;

test('a stopping server completes responses to slow readers, and requests on open connections', async () => {
  const shutdown = new GracefulShutdown();
  const answered: string[] = [];
  const server = createServer(
    shutdown.trackResponses(({ url }, response) => {
      answered.push(url!);
      response.end(url === '/long' ? Buffer.alloc(LENGTH) : 'short');
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const [slow, open, idle] = await Promise.all([client(), client(), client()]);
  slow.write('GET /long HTTP/1.1\r\nHost: klatch\r\n\r\n');
  open.write('GET /first HTTP/1.1\r\nHost: klatch\r\n\r\n');
  await Promise.all([once(slow, 'readable'), once(open, 'readable')]);

  open.write('GET /second HTTP/1.1\r\nHost: klatch\r\nConnection: close\r\n\r\n');
  const closed = shutdown.close([server], FOREVER);
  const [long, both] = await Promise.all([buffer(slow), buffer(open), once(idle.resume(), 'close'), closed]);
  assert.ok(long.length > LENGTH);
  assert.equal(both.toString().match(/short/g)?.length, 2);
  assert.deepEqual(answered.toSorted(), ['/first', '/long', '/second']);
});
