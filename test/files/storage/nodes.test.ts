import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { makeThumbnails } from '../../../src/chat/files/attachments/jobs.ts';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { createApp } from '../../../src/server/create-app.ts';
import { type Choices, Config } from '../../../src/settings/config.ts';
import { ask, type Caller, getCaller } from '../../support/ask.ts';
import { TestCluster, type TestNode } from '../../support/followers.ts';
import { png } from '../../support/images.ts';
import { temporaryFolder } from '../../support/process.ts';
import { S3Server } from '../../support/s3-server.ts';
import { waitUntil } from '../../support/until.ts';

/** Two nodes with data folders of their own, and one storage. */
async function startTwo(choices: Partial<Choices>) {
  const log = pino({ level: 'silent' });
  const makeConfig = () =>
    new Config({ dataDir: temporaryFolder(), host: '127.0.0.1', port: 0, rateLimits: false, ...choices });
  const cluster = new TestCluster({ config: makeConfig(), log });
  const mia = getCaller(insertUser(cluster.writer.app, { email: 'mia@example.com', full_name: 'Mia', role: 400 }));
  cluster.writer.app.db.commit();
  const follower = await cluster.addFollower('b');
  // Its own folder and its own connections, as on another machine.
  const other = createApp({ config: makeConfig(), log, database: ':memory:' });
  const { storage, files, thumbnails, config } = other;
  Object.assign(follower.app, { storage, files, thumbnails, config });
  return { writer: cluster.writer, follower, mia };
}

async function send({ url }: TestNode, { authorization }: Caller, name: string, content: Uint8Array) {
  const form = new FormData();
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const reply = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers: { authorization }, body: form });
  assert.equal(reply.status, 200);
  return (await reply.json()) as { url: string };
}

async function read({ url }: TestNode, { authorization }: Caller, path: string): Promise<Buffer> {
  const reply = await fetch(url + path, { headers: { authorization } });
  assert.equal(reply.status, 200, path);
  return Buffer.from(await reply.arrayBuffer());
}

const places = {
  'S3-compatible storage': async () => (await S3Server.start()).choices(),
  'a shared folder': async () => ({ files: { folder: temporaryFolder() } }),
};

for (const [place, choicesOf] of Object.entries(places))
  test(`what one node stored in ${place}, the other serves at once, also thumbnails`, async () => {
    const { writer, follower, mia } = await startTwo(await choicesOf());
    for (const [name, content] of [
      ['a.bin', randomBytes(9 * 2 ** 20)],
      ['b.txt', Buffer.from('hello')],
    ] as const) {
      const { url } = await send(follower, mia, name, content);
      assert.ok((await read(follower, mia, url)).equals(content));
      assert.ok((await read(writer, mia, url)).equals(content));
    }
    const { url } = await send(follower, mia, 'photo.png', await png(900, 700));
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    // The node without it may be asked first.
    const early = await read(follower, mia, thumbnail);
    await makeThumbnails(writer.app);
    await waitUntil(() => writer.app.attachments.nextDue() === undefined);
    for (const node of [writer, follower]) {
      assert.ok((await read(node, mia, thumbnail)).equals(early));
      assert.ok(!existsSync(join(node.app.config.dataDir, 'thumbs')), 'nothing is left on the machine');
    }
    const { attachments } = await ask(follower, mia, 'GET', '/attachments');
    await ask(follower, mia, 'DELETE', `/attachments/${attachments[0].id}`);
    const path = `/user_uploads/${attachments[0].path_id}`;
    const gone = await fetch(follower.url + path, { headers: { authorization: mia.authorization } });
    assert.equal(gone.status, 404);
  });

test('a partial upload continues at any node, because the node that writes has it', async () => {
  const { follower, writer, mia } = await startTwo((await S3Server.start()).choices());
  const content = randomBytes(100_000);
  const headers = { authorization: mia.authorization, 'Tus-Resumable': '1.0.0' };
  const created = await fetch(`${follower.url}/api/v1/tus`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(content.length), 'Upload-Metadata': 'filename YS5iaW4=' },
  });
  assert.equal(created.status, 201);
  const { pathname } = new URL(created.headers.get('location')!);
  const append = (node: TestNode, from: number, to: number) =>
    fetch(node.url + pathname, {
      method: 'PATCH',
      headers: { ...headers, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' },
      body: content.subarray(from, to),
    });
  assert.equal((await append(follower, 0, 40_000)).status, 204);
  const found = await fetch(follower.url + pathname, { method: 'HEAD', headers });
  assert.equal(found.headers.get('upload-offset'), '40000');
  assert.equal((await append(writer, 40_000, 70_000)).status, 204);
  const { url } = (await (await append(follower, 70_000, content.length)).json()) as { url: string };
  assert.ok((await read(follower, mia, url)).equals(content));
});
