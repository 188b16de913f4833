import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { ImageWorker } from '../../../src/kernel/files/image-worker.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test('a crashing image process loses its own image only', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const path = join(temporaryFolder(), 'large.png');
  await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 0 })
    .toFile(path);
  const workers: ChildProcess[] = [];
  const note = (message: unknown) => void workers.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  const worker = new ImageWorker(createLog('silent'));
  assert.ok(await worker.able());
  unsubscribe('child_process', note);
  // Other tests of this process may have children of their own.
  assert.equal(workers.length, 1, 'one process');
  const first = workers[0]!.pid!;
  // The process is paused with an image until it is killed.
  process.kill(first, 'SIGSTOP');
  const { mock: given } = t.mock.method(workers[0]!, 'send');
  const lost = assert.rejects(worker.squares(path, [2000, 2500, 3000]), { code: 'BAD_IMAGE' });
  await waitUntil(() => given.callCount() > 0);
  const waiting = worker.squares(path, [20]);
  process.kill(first, 'SIGKILL');
  await lost;
  assert.equal((await waiting).length, 1, 'what waited has a new one');
  assert.ok(!children().includes(first));
});

test('signals to the whole process group do not stop its work before the server wants it to', {
  skip: process.platform !== 'linux',
}, async () => {
  const path = join(temporaryFolder(), 'small.png');
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toFile(path);
  const worker = new ImageWorker(createLog('silent'));
  await worker.able();
  for (const pid of children()) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
  assert.deepEqual(await worker.measure(path), { width: 60, height: 40, frames: 1 });
});
