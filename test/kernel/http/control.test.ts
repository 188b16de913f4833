import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, mock, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { PeerSignature } from '../../../src/kernel/cluster/peer-signature.ts';
import { answerCommand, BEAT, type Outcome } from '../../../src/kernel/http/control.ts';
import { Config } from '../../../src/settings/config.ts';
import { temporaryFolder } from '../../support/process.ts';
import { MemoryEngines, TestReplicas } from '../../support/replicas.ts';

const getPort = (server: Server): number => (server.address() as AddressInfo).port;

/** Lets time pass, in beats, until the work is done. */
async function passBeats(isDone: () => boolean): Promise<void> {
  for (let beats = 0; !isDone(); beats++) {
    assert(beats < 500);
    mock.timers.tick(BEAT);
    await wait(10);
  }
}

test('a server that works on a command for long sends a byte at each beat', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const server = createServer((_, response) => void answerCommand(response, promise)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  mock.timers.enable({ apis: ['setInterval'] });
  after(() => mock.timers.reset());
  let reply: IncomingMessage | undefined;
  request({ port: getPort(server), host: '127.0.0.1', method: 'POST' }, (answer) => (reply = answer)).end();
  await passBeats(() => reply !== undefined);
  resolve({ result: { done: true } });
  assert.deepEqual(JSON.parse(await text(reply!)), { result: { done: true } });
  mock.timers.reset();
});

test('a machine that writes shows another one that it still works on its command', async () => {
  const config = new Config({ dataDir: temporaryFolder(), host: '127.0.0.1', port: 0, rateLimits: false });
  const replicas = new TestReplicas(new MemoryEngines(), { config, log: pino({ level: 'silent' }) });
  const { promise, resolve } = Promise.withResolvers<object>();
  const { server } = await replicas.start('a', (app) => {
    app.peerCalls = { ...app.peerCalls, command: () => promise };
  });
  mock.timers.enable({ apis: ['setInterval'] });
  after(() => mock.timers.reset());
  const signed = { method: 'POST', path: '/peer/command' };
  const headers = { ...new PeerSignature('secret').makeHeaders(signed) };
  const sent = request({ port: getPort(server), host: '127.0.0.1', ...signed, headers });
  const answered = new Promise<IncomingMessage>((done, fail) => sent.on('response', done).on('error', fail));
  let status = 0;
  sent.on('information', ({ statusCode }) => (status = statusCode));
  sent.end('{"command":"stats","args":{}}');
  await passBeats(() => status === 102);
  resolve({ done: true });
  assert.deepEqual(JSON.parse(await text(await answered)).result, { done: true });
  mock.timers.reset();
});
