import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { png } from '../../support/images.ts';
import { createAccount, type Login, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const filesIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : [];

test('a failure before the row is written leaves no file, and a failure before the file leaves no row', async () => {
  const { app, mia, max } = newTeam();
  const fails = async (what: string, status = 500) => {
    assert.equal((await mia.upload('/user_uploads', { 'a.png': await png() })).status, status, what);
    await waitUntil(
      () => filesIn(join(app.config.dataDir, 'uploads')).length === 0,
      () => what,
    );
    assert.deepEqual((await mia.get('/attachments')).attachments, [], what);
  };
  await max.assertReceives(() =>
    mia.assertReceives(async () => {
      const { add } = app.attachments;
      app.attachments.add = () => {
        throw new Error('the row cannot be written');
      };
      await fails('a row that cannot be written');
      app.attachments.add = add;
      const { publish } = app.events;
      app.events.publish = () => {
        throw new Error('nobody can be told');
      };
      await fails('after the row was written');
      app.events.publish = publish;
      const { keep } = app.files;
      app.files.keep = async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28 });
      };
      await fails('a full disk', 507);
      app.files.keep = keep;
      const { measure } = app.imageWorker;
      app.imageWorker.measure = async () => {
        throw new Error('out of memory');
      };
      await fails('a picture nobody can look at');
      app.imageWorker.measure = measure;
    }),
  );
  assert.equal((await mia.upload('/user_uploads', { 'a.png': await png() })).status, 200);
  assert.equal(filesIn(join(app.config.dataDir, 'uploads')).length, 1);
});

test('after a kill at any moment each row has its whole file, and the next server creates thumbnails', async (t) => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada');
  const serve = () => startServer(['serve', '--data', data, '--listen', '127.0.0.1:0', '--rate-limits', 'off']);
  const picture = await png(800, 600);
  const acknowledged: string[] = [];
  for (let round = 1; round <= 3; round++) {
    const server = await serve();
    const uploading = Array.from({ length: 4 }, () => keepUploading(server.url, ada, picture, acknowledged));
    for (const before = acknowledged.length; acknowledged.length === before; ) await wait(5);
    await wait(Math.random() * 300);
    await server.stop('SIGKILL');
    await Promise.all(uploading);
    t.diagnostic(`round ${round}: ${acknowledged.length} taken`);
    const db = new Sqlite(join(data, 'klatch.db'), { readonly: true });
    const rows = db.prepare('SELECT path_id, file_key, size FROM attachment').all() as {
      path_id: string;
      file_key: string;
      size: number;
    }[];
    db.close();
    for (const { file_key, size } of rows) assert.equal(statSync(join(data, 'uploads', file_key)).size, size);
    const paths = new Set(rows.map(({ path_id }) => `/user_uploads/${path_id}`));
    for (const url of acknowledged) assert.ok(paths.has(url), 'what was acknowledged is there');
  }
  const server = await serve();
  const last = acknowledged.at(-1)!;
  const { id } = (
    await sendRequest(server.url, ada, 'POST', '/messages', {
      type: 'direct',
      to: [ada.user_id],
      content: `[x](${last})`,
    })
  ).reply;
  const content = async (): Promise<string> =>
    (await sendRequest(server.url, ada, 'GET', `/messages/${id}`)).reply.message.content;
  await waitUntil(
    async () => (await content()).includes('/user_uploads/thumbnail/'),
    () => 'a thumbnail',
  );
  await server.stop();
});

test('a server stopped while processing images exits cleanly, and the next one continues', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada');
  const serve = () => startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  const first = await serve();
  const acknowledged: string[] = [];
  const picture = await png(6000, 6000);
  const uploading = keepUploading(first.url, ada, picture, acknowledged);
  while (acknowledged.length < 2) await wait(2);
  const { code, stderr } = await first.stop();
  await uploading;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /"level":[56]0/);
  const second = await serve();
  const thumbnail = `${acknowledged[1]!.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
  const headers = { Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}` };
  assert.equal((await fetch(second.url + thumbnail, { headers })).status, 200);
  await second.stop();
});

/** Uploads until the server is gone. */
async function keepUploading(
  url: string,
  { email, api_key }: Login,
  picture: Buffer,
  acknowledged: string[],
): Promise<void> {
  const headers = { Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` };
  for (;;) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(picture)]), 'x.png');
    try {
      const reply = (await (
        await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body })
      ).json()) as any;
      acknowledged.push(reply.url);
    } catch {
      return;
    }
  }
}
