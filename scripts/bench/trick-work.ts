/** `trick-work.ts NAME with|without` does the work of a trick once, and prints what it cost. See tricks.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from './measure.ts';
import { sentence } from './text.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SEMI_SPACE = '--max-semi-space-size=16';

/** CPU time of this process, ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const WORK: Record<string, (uses: boolean) => Promise<number>> = {
  async ticks(uses) {
    const { keepTickShape } = await import('../../src/kernel/http/tick-shape.ts');
    if (uses) keepTickShape();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (how: object) => void;
    const round = async () => {
      for (let tick = 0; tick < 20_000; tick++) process.nextTick(() => {});
      await sleep(0);
    };
    for (let warm = 0; warm < 5; warm++) await round();
    for (let times = 0; times < 2; times++) {
      await sleep(20);
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
    for (let warm = 0; warm < 2; warm++) await round();
    const before = cpuTime();
    for (let measured = 0; measured < 5; measured++) await round();
    return cpuTime() - before;
  },

  async markdown(uses) {
    const { build } = await import('esbuild');
    const { inOneByte, lean } = await import('../lean.mjs');
    const plain = {
      name: 'plain',
      setup: (builder: { onLoad(what: object, how: (file: { path: string }) => object): void }) =>
        builder.onLoad({ filter: /[\\/]markdown-it[\\/].*js$/ }, ({ path }) => ({
          contents: inOneByte(readFileSync(path, 'utf8')),
        })),
    };
    const folder = mkdtempSync(join(tmpdir(), 'klatch-tricks-'));
    try {
      const outfile = join(folder, 'markdown.mjs');
      const entry = { contents: `export { default } from 'markdown-it';`, resolveDir: ROOT };
      const plugins = [uses ? lean : plain];
      await build({ stdin: entry, bundle: true, format: 'esm', platform: 'node', outfile, plugins, logLevel: 'error' });
      const { default: MarkdownIt } = (await import(pathToFileURL(outfile).href)) as typeof import('markdown-it');
      const markdown = new MarkdownIt();
      const text = `**${sentence(0)}** and *${sentence(1)}*, [a link](https://example.com)\n\n- one\n- two \`code\``;
      for (let warm = 0; warm < 5000; warm++) markdown.render(text);
      const before = cpuTime();
      for (let times = 0; times < 10_000; times++) markdown.render(text);
      return cpuTime() - before;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  async start(uses) {
    const folder = mkdtempSync(join(tmpdir(), 'klatch-tricks-'));
    try {
      const [{ createApp }, { Config }, { pino }] = await Promise.all([
        import('../../src/server/create-app.ts'),
        import('../../src/settings/config.ts'),
        import('pino'),
      ]);
      const log = pino({ level: 'silent' });
      const { db } = createApp({ config: new Config({ dataDir: folder }), log, database: join(folder, 'klatch.db') });
      if (uses) (await import('../../src/server/free-memory.ts')).freeMemory();
      await sleep(500);
      const { rss } = process.memoryUsage();
      db.close();
      return rss / 1e6;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  async upload(uses) {
    const { releaseUploadBuffers } = await import('../../src/kernel/files/upload-buffers.ts');
    const idle = process.memoryUsage().rss;
    let most = idle;
    const folder = mkdtempSync(join(tmpdir(), 'klatch-tricks-'));
    const server = createServer((request, response) => {
      const done = uses ? releaseUploadBuffers(request.socket) : () => {};
      request.on('data', (piece: Buffer) => writeFileSync(join(folder, 'file'), piece));
      request.on('end', () => {
        done();
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    const { port } = server.address() as AddressInfo;
    const sender = spawn(process.execPath, ['-e', SENDER, String(port)], { stdio: 'inherit' });
    await once(sender, 'exit');
    clearInterval(timer);
    server.close();
    rmSync(folder, { recursive: true });
    return (most - idle) / 1e6;
  },
};

/** Sends 256 MB. */
const SENDER = `
  const request = require('node:http').request({ port: process.argv[1], host: '127.0.0.1', method: 'POST' });
  request.on('response', (response) => response.resume().on('end', () => process.exit()));
  const piece = Buffer.alloc(65536);
  let left = 4096;
  (function write() {
    while (left-- > 0) if (!request.write(piece)) return request.once('drain', write);
    request.end();
  })();`;

const [name = '', how] = process.argv.slice(2);
// As `npm start` starts the server.
setFlagsFromString(SEMI_SPACE);
process.stdout.write(String(await WORK[name]!(how === 'with')));
process.exit();
