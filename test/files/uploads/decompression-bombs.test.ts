import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { blackPng, expandingSvg, largeGif, oversizedJpeg, oversizedWebp } from '../../support/decompression-bombs.ts';
import { png } from '../../support/images.ts';
import { createAccount, type Login, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';

const SECONDS = 2;
const MIB = 100;

const large = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a53' } });

/** By name: a file, and whether it is small enough for a thumbnail. */
const BOMBS: Record<string, () => Promise<Buffer> | Buffer> = {
  'a PNG of 900 million pixels': () => blackPng(30_000, 30_000),
  'a PNG of the maximum size': () => blackPng(7_000, 7_000),
  'an interlaced PNG of the maximum size': () => large(4000, 4000).png({ progressive: true }).toBuffer(),
  'a JPEG that claims to be 65,000 pixels wide and high': oversizedJpeg,
  'a progressive JPEG of the maximum size': () => large(4000, 4000).jpeg({ progressive: true }).toBuffer(),
  'a GIF that claims to be 65,535 pixels wide and high': () => largeGif(65_535, 65_535, 1),
  'a GIF of 20,000 frames': () => largeGif(1000, 1000, 20_000),
  'a GIF with frames of the maximum size': () => largeGif(2048, 2048, 500),
  'a WebP that claims the largest possible size': oversizedWebp,
  'a WebP of the maximum size': () => large(4000, 4000).webp().toBuffer(),
  'an AVIF of 25 million pixels': () => large(5000, 5000).avif({ effort: 0 }).toBuffer(),
  'an SVG that expands without end': expandingSvg,
};

const peak = (pid: number) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
/** CPU seconds of a process and its children. */
function work(pid: number): number {
  const fields = (one: number) =>
    readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [pid, ...children].flatMap(fields).reduce((sum, ticks) => sum + ticks, 0) / 100;
}
const now = (pid: number) => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

async function send(url: string, { email, api_key }: Login, path: string, bytes: Buffer): Promise<any> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'x.png');
  const Authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  return (await fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { Authorization }, body: form })).json();
}

test('a decompression bomb costs little time and memory at every endpoint, and affects nobody else', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada');
  const { url, pid, stop } = await startServer([
    'serve',
    '--data',
    data,
    '--listen',
    '127.0.0.1:0',
    '--rate-limits',
    'off',
  ]);
  /** How long it takes until an uploaded picture has a thumbnail or is known to get none. */
  const shown = async (path: string): Promise<string> => {
    const { id } = (
      await sendRequest(url, ada, 'POST', '/messages', { type: 'direct', to: [ada.user_id], content: `[x](${path})` })
    ).reply;
    for (;;) {
      const { content } = (await sendRequest(url, ada, 'GET', `/messages/${id}`)).reply.message;
      if (!content.includes('image-loading-placeholder')) return content;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  assert.match(
    await shown((await send(url, ada, '/user_uploads', await png())).url),
    /thumbnail/,
    'an ordinary picture has a thumbnail',
  );
  for (const [name, make] of Object.entries(BOMBS)) {
    await t.test(name, async () => {
      const bomb = await make();
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      const before = now(pid);
      const begun = work(pid);
      const { url: path, msg } = await send(url, ada, '/user_uploads', bomb);
      assert.ok(path, msg);
      const content = await shown(path);
      await send(url, ada, '/users/me/avatar', bomb);
      await send(url, ada, `/realm/emoji/e${Math.random().toString(36).slice(2)}`, bomb);
      const [time, memory] = [work(pid) - begun, peak(pid) - before];
      t.diagnostic(
        `${name}: ${time.toFixed(2)} s, ${memory.toFixed(0)} MiB, ${content.includes('<img') ? 'shown' : 'not shown'}`,
      );
      assert.ok(memory < MIB, `${memory} MiB`);
      // Three steps process it, one after another.
      assert.ok(time < 3 * SECONDS, `${time} s`);
    });
  }
  assert.equal((await stop()).code, 0);
});
