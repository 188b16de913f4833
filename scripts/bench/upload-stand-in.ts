/**
 * The minimum cost of an upload: bare node:http writes the data to a file and waits until it is on disk. `node
 * upload-stand-in.ts FOLDER`
 */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(process.argv[2]!, 'file'), { flush: true }));
  response.end('{}');
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
