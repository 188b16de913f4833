import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import type { App } from '../../../src/app.ts';
import { removeUnclaimedUploads, sweep } from '../../../src/chat/files/attachments/jobs.ts';
import { nameInPath } from '../../../src/chat/files/attachments/rules.ts';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Files on disk, separate from uploads in progress. */
function onDisk(app: App): { kept: string[]; incoming: string[] } {
  const folder = join(app.config.dataDir, 'uploads');
  if (!existsSync(folder)) return { kept: [], incoming: [] };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const isIncoming = ({ parentPath }: { parentPath: string }) => parentPath.endsWith('tmp');
  return {
    kept: files.filter((file) => !isIncoming(file)).map(({ name }) => name),
    incoming: files.filter(isIncoming).map(({ name }) => name),
  };
}

async function upload(person: TestUser, name: string, bytes: Uint8Array | string): Promise<string> {
  const { url, status, msg } = await person.upload('/user_uploads', { [name]: bytes });
  assert.equal(status, 200, msg);
  return url;
}

const status = async (person: TestUser, url: string): Promise<number> => (await person.fetch(url)).status;

test('an uploader gets the file’s URL, and nobody else can read the file yet', async () => {
  const { app, team, mia, max, ada } = newTeam();
  let url = '';
  await max.assertReceives(async () => {
    await mia.assertReceives(
      async () => {
        const reply = await mia.upload('/user_uploads', { 'My holiday [1].txt': 'sun and sea' });
        assert.equal(reply.filename, 'My holiday [1].txt');
        assert.match(reply.url, /^\/user_uploads\/1\/[\w-]{2}\/[\w-]{22}\/My-holiday-1.txt$/);
        assert.equal(reply.uri, reply.url);
        url = reply.url;
      },
      {
        type: 'attachment',
        op: 'add',
        attachment: { name: 'My holiday [1].txt', size: 11, messages: [] },
        upload_space_used: 11,
      },
    );
  });
  const response = await mia.fetch(url);
  assert.equal(await response.text(), 'sun and sea');
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.match(response.headers.get('content-security-policy')!, /^sandbox;/);
  assert.equal(response.headers.get('content-disposition'), 'inline');
  for (const other of [max, ada]) assert.equal(await status(other, url), 403);
  for (const other of [max, ada])
    assert.equal(await status(other, url.replace('/user_uploads/', '/user_uploads/download/')), 403);
  await assertRejected(max.request('GET', `/api/v1${url}`), 'You are not authorized to view this file');
  assert.equal((await fetch((await team.url) + url)).status, 401);
  assert.deepEqual(onDisk(app).incoming, []);
});

test('users can read the files of the messages they can read, as long as they can', async () => {
  const { app, team, ada, mia, max, gus } = newTeam();
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    invite_only: true,
    principals: [ada.id, mia.id],
  });
  const url = await upload(mia, 'plan.txt', 'the plan');
  await mia.assertReceives(
    () => mia.sendMessage('secret', 't', `[plan](${url})`),
    { type: 'attachment', op: 'update', attachment: { name: 'plan.txt' }, upload_space_used: 8 },
    { type: 'user_topic' },
    { type: 'message' },
  );
  assert.equal(await status(ada, url), 200);
  for (const outsider of [max, gus]) assert.equal(await status(outsider, url), 403);
  // A channel that others can read.
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
  const id = await ada.sendMessage('open', 't', `see ${app.config.url}${url}`);
  assert.equal(await status(max, url), 200, 'also without being subscribed');
  assert.equal(await status(gus, url), 403, 'but not a guest who is not');
  assert.equal((await fetch((await team.url) + url)).status, 401);
  await mia.assertReceives(() => ada.delete(`/messages/${id}`), { type: 'attachment', op: 'update' });
  assert.equal(await status(max, url), 403);
  assert.equal(await status(ada, url), 200);
  await ada.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [ada.id] });
  await mia.delete('/users/me/subscriptions', { subscriptions: ['secret'] });
  assert.equal(await status(mia, url), 200, 'the uploader always');
});

test('writing the URL of an inaccessible file in a message does not give access to it', async () => {
  const { mia, max, gus } = newTeam();
  const url = await upload(mia, 'diary.txt', 'dear diary');
  await mia.assertReceives(() => max.sendDirectMessage([gus], `[look](${url})`));
  for (const thief of [max, gus]) assert.equal(await status(thief, url), 403);
  const own = await max.sendDirectMessage([gus], 'hm');
  await mia.assertReceives(() => max.patch(`/messages/${own}`, { content: `[look](${url})` }));
  for (const thief of [max, gus]) assert.equal(await status(thief, url), 403);
  await max.post('/messages/render', { content: `[look](${url})` });
  assert.equal(await status(max, url), 403);
});

test('the owner of a file does not see messages with it in channels that the owner cannot read', async () => {
  const { mia, max, gus } = newTeam();
  const url = await upload(mia, 'joke.txt', 'ha');
  const first = await mia.sendDirectMessage([max], `[joke](${url})`);
  await mia.assertReceives(async () => {
    const id = await max.sendDirectMessage([gus], `[joke](${url})`);
    assert.equal(await status(gus, url), 200, 'who may read a file may pass it on');
    await max.patch(`/messages/${id}`, { content: `[joke](${url}) again` });
  });
  assert.deepEqual(
    (await mia.get('/attachments')).attachments[0].messages.map(({ id }: any) => id),
    [first],
  );
});

test('an interrupted upload leaves nothing behind', async () => {
  const { app, team, mia } = newTeam();
  const Authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
  const headers = { Authorization, 'Content-Type': 'multipart/form-data; boundary=b' };
  const outgoing = request(`${await team.url}/api/v1/user_uploads`, { method: 'POST', headers });
  outgoing.on('error', () => {});
  outgoing.write('--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nthe first half');
  await waitUntil(() => onDisk(app).incoming.length === 1);
  await mia.assertReceives(async () => {
    outgoing.destroy();
    await waitUntil(() => onDisk(app).incoming.length === 0);
  });
  assert.deepEqual(onDisk(app).kept, []);
});

test('a session can upload only with its CSRF token, sent as a header', async () => {
  const { app, team, mia } = newTeam();
  const { token, csrf } = openSession(app, app.users.byId(mia.id)!);
  const send = async (headers: Record<string, string>) => {
    const form = new FormData();
    form.append('csrfmiddlewaretoken', 'guess');
    form.append('f', new Blob(['x']), 'x.txt');
    const response = await fetch(`${await team.url}/json/user_uploads`, {
      method: 'POST',
      headers: { Cookie: `sessionid=${token}`, ...headers },
      body: form,
    });
    return response.status;
  };
  assert.equal(await send({}), 403);
  assert.deepEqual(onDisk(app), { kept: [], incoming: [] });
  assert.equal(await send({ 'X-CSRFToken': csrf }), 200);
});

test('a file without a content type is accepted', async () => {
  const { app, team, mia } = newTeam();
  const Authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
  const headers = { Authorization, 'Content-Type': 'multipart/form-data; boundary=b' };
  const body =
    '--b\r\nContent-Disposition: form-data; name="zulip.txt"; filename="zulip.txt"\r\n\r\nfrom Python\r\n--b--\r\n';
  const response = await fetch(`${await team.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
  const { url, filename } = (await response.json()) as any;
  assert.equal(filename, 'zulip.txt');
  assert.equal(await (await mia.fetch(url)).text(), 'from Python');
  assert.equal(onDisk(app).incoming.length, 0);
});

test('files in direct messages are readable by the participants and nobody else, not even owners', async () => {
  const { ada, mia, max, gus } = newTeam();
  const url = await upload(mia, 'letter.txt', 'dear Max');
  await mia.sendDirectMessage([max], `[letter](${url})`);
  assert.equal(await status(max, url), 200);
  for (const outsider of [ada, gus]) assert.equal(await status(outsider, url), 403);
});

test('visitors can read files in web-public channels as long as public access is on', async () => {
  const { app, team, ada, mia } = newTeam();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'world' }],
    is_web_public: true,
    principals: [mia.id],
  });
  const url = await upload(mia, 'open.txt', 'hello world');
  const visitor = async (path: string) => (await fetch((await team.url) + path)).status;
  assert.equal(await visitor(url), 403);
  await mia.sendMessage('world', 't', `[x](${url})`);
  assert.equal(await visitor(url), 200);
  app.db.write(() => app.realm.set('enable_spectator_access', false));
  assert.equal(await visitor(url), 401);
});

test('an edit that removes a file publishes this, and readers lose access to it', async () => {
  const { mia, max } = newTeam();
  const url = await upload(mia, 'draft.txt', 'draft');
  const id = await mia.sendDirectMessage([max], `[draft](${url})`);
  let reply = await mia.patch(`/messages/${id}`, { content: `better [draft](${url})` });
  assert.deepEqual(reply.detached_uploads, []);
  reply = await mia.patch(`/messages/${id}`, { content: 'nothing' });
  assert.deepEqual(
    reply.detached_uploads.map(({ name, messages }: any) => [name, messages]),
    [['draft.txt', []]],
  );
  assert.equal(await status(max, url), 403);
});

test('users list and delete their own uploads', async () => {
  const { app, mia, max } = newTeam();
  const url = await upload(mia, 'a.txt', 'aaaa');
  const message = await mia.sendDirectMessage([max], `[a](${url})`);
  const { attachments, upload_space_used } = await mia.get('/attachments');
  assert.equal(upload_space_used, 4);
  const now = app.clock.now();
  assert.deepEqual(attachments, [
    {
      id: attachments[0]!.id,
      name: 'a.txt',
      path_id: url.slice('/user_uploads/'.length),
      size: 4,
      create_time: now,
      messages: [{ id: message, date_sent: now }],
    },
  ]);
  assert.deepEqual((await max.get('/attachments')).attachments, []);
  await mia.assertReceives(() =>
    assertRejected(max.request('DELETE', `/attachments/${attachments[0]!.id}`), 'Invalid attachment', 'BAD_REQUEST'),
  );
  await max.assertReceives(() =>
    mia.assertReceives(() => mia.delete(`/attachments/${attachments[0]!.id}`), {
      type: 'attachment',
      op: 'remove',
      attachment: { id: attachments[0]!.id },
      upload_space_used: 0,
    }),
  );
  assert.equal(await status(max, url), 404);
  await assertRejected(mia.request('DELETE', `/attachments/${attachments[0]!.id}`), 'Invalid attachment');
});

test('a temporary URL gives access to one file for a minute, without an account', async () => {
  const { team, clock, mia, max } = newTeam();
  const url = await upload(mia, 'käse.txt', 'cheese');
  const base = await team.url;
  await assertRejected(max.request('GET', `/api/v1${url}`), 'You are not authorized to view this file');
  const { url: temporary } = await mia.get(`/api/v1${url}`);
  assert.match(temporary, /^\/user_uploads\/temporary\/[\w-]+\/k%C3%A4se.txt$/);
  assert.equal(await (await fetch(base + temporary)).text(), 'cheese');
  assert.equal((await fetch(base + temporary.replace(/-\w/, '-9'))).status, 403, 'changed');
  assert.equal((await fetch(`${base}/user_uploads/temporary/x/k.txt`)).status, 403);
  clock.advance(61);
  assert.equal((await fetch(base + temporary)).status, 403);
});

test('range requests, ETags and content types are supported', async () => {
  const { mia } = newTeam();
  const url = await upload(mia, 'n.txt', '0123456789');
  const part = await mia.fetch(url, { Range: 'bytes=2-4' });
  assert.deepEqual([part.status, part.headers.get('content-range'), await part.text()], [206, 'bytes 2-4/10', '234']);
  const end = await mia.fetch(url, { Range: 'bytes=-3' });
  assert.equal(await end.text(), '789');
  assert.equal((await mia.fetch(url, { Range: 'bytes=10-' })).status, 416);
  assert.equal(await (await mia.fetch(url, { Range: 'bytes=0-1', 'If-Range': '"other"' })).text(), '0123456789');
  const etag = (await mia.fetch(url)).headers.get('etag')!;
  assert.equal((await mia.fetch(url, { 'If-None-Match': etag })).status, 304);
  const shown = async (name: string, bytes: Uint8Array | string) => {
    const { headers } = await mia.fetch(await upload(mia, name, bytes));
    return [headers.get('content-type'), headers.get('content-disposition')!.split(';')[0]];
  };
  assert.deepEqual(await shown('p.png', PNG), ['image/png', 'inline']);
  assert.deepEqual(await shown('p.html', PNG), ['image/png', 'inline']);
  assert.deepEqual(await shown('p.png', '<html><script>alert(1)</script>'), ['text/plain; charset=utf-8', 'inline']);
  assert.deepEqual(await shown('p.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), [
    'application/xml',
    'attachment',
  ]);
  assert.deepEqual(await shown('b.bin', Buffer.from([0, 1, 2, 255])), ['application/octet-stream', 'attachment']);
  const text = Buffer.from('\uFEFFGrüße aus Łódź\r\n'.repeat(400), 'utf16le');
  for (const bytes of [text, Buffer.from(text).swap16(), text.subarray(0, 2)])
    assert.deepEqual(await shown('notes.txt', bytes), ['text/plain; charset=utf-8', 'inline']);
  const control = Buffer.from('\uFEFFa\0b', 'utf16le').swap16();
  assert.deepEqual(await shown('b.bin', control), ['application/octet-stream', 'attachment']);
  assert.deepEqual(await shown('empty', ''), ['text/plain; charset=utf-8', 'inline']);
  const download = await mia.fetch(url.replace('/user_uploads/', '/user_uploads/download/'));
  assert.equal(download.headers.get('content-disposition'), "attachment; filename*=UTF-8''n.txt");
});

test('no name sent by a client reaches the disk, and no path leaves the folder', async () => {
  const { app, mia } = newTeam();
  for (const name of [
    '../../../etc/passwd',
    'a/b\\c.txt',
    '..',
    '.',
    '\u0000x',
    'x'.repeat(500) + '.txt',
    '日本語 ファイル.txt',
    '%2e%2e%2f',
  ]) {
    const reply = await mia.upload('/user_uploads', { [name]: 'x' });
    assert.equal(reply.status, 200, name);
    assert.equal(reply.url.split('/').length, 6, reply.url);
    assert.equal(await status(mia, reply.url), 200, reply.url);
  }
  assert.ok(onDisk(app).kept.every((name) => /^[0-9a-f]{32}$/.test(name)));
  assert.equal(nameInPath('..'), 'uploaded-file');
  for (const path of ['1/..%2f..%2fklatch.db', '1/%2e%2e/x', '1/x', '2/x/y/z', 'tmp/x'])
    assert.ok((await status(mia, `/user_uploads/${path}`)) >= 400, path);
});

test('no file, several files, too large a file or one over the quota is rejected without a trace', async () => {
  const { app, team, mia } = newTeam({ uploadQuotaMib: 1 });
  await assertRejected(mia.upload('/user_uploads', {}), 'You must specify a file to upload', 'BAD_REQUEST');
  await assertRejected(
    mia.upload('/user_uploads', { 'a.txt': 'a', 'b.txt': 'b' }),
    'You may only upload one file at a time',
    'BAD_REQUEST',
  );
  await upload(mia, 'most', Buffer.alloc(900_000, 1));
  await mia.assertReceives(() =>
    assertRejected(mia.upload('/user_uploads', { more: Buffer.alloc(200_000) }), /quota/, 'REALM_UPLOAD_QUOTA'),
  );
  assert.equal((await mia.post('/register', { fetch_event_types: ['realm'] })).realm_upload_quota_mib, 1);
  const form = new FormData();
  form.append('f', new Blob(['x']), 'x');
  assert.equal((await fetch(`${await team.url}/api/v1/user_uploads`, { method: 'POST', body: form })).status, 401);
  await waitUntil(() => onDisk(app).incoming.length === 0);
  assert.equal(onDisk(app).kept.length, 1);
});

test('a body over the limit is rejected while it is being received', async () => {
  const { app, team, mia } = newTeam();
  const headers = { Authorization: `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}` };
  const url = `${await team.url}/api/v1/user_uploads`;
  const send = (length?: number) =>
    new Promise<[number, any, string | undefined]>((resolve, reject) => {
      const outgoing = request(url, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'multipart/form-data; boundary=b',
          ...(length && { 'Content-Length': length }),
        },
      });
      outgoing.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve([response.statusCode!, JSON.parse(text), response.headers.connection]);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.write('--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n');
      if (length) return;
      let left = 101;
      const more = (): void => {
        while (left-- > 0) if (!outgoing.write(Buffer.alloc(2 ** 20))) return void outgoing.once('drain', more);
        outgoing.end('\r\n--b--\r\n');
      };
      more();
    });
  for (const length of [200 * 2 ** 20, undefined]) {
    const [code, reply, connection] = await send(length);
    assert.deepEqual([code, reply.code, connection], [413, 'BAD_REQUEST', 'close']);
  }
  await waitUntil(() => onDisk(app).incoming.length === 0);
  assert.deepEqual(onDisk(app).kept, []);
});

test('files that no message mentions are deleted after five weeks, and partial uploads after a day', async () => {
  const { app, clock, mia, max } = newTeam();
  const forgotten = await upload(mia, 'forgotten.txt', 'x');
  const sent = await upload(mia, 'sent.txt', 'x');
  const planned = await upload(mia, 'planned.txt', 'x');
  await mia.sendDirectMessage([max], `[x](${sent})`);
  await mia.post('/drafts', { drafts: [{ type: 'private', to: [max.id], topic: '', content: `[x](${planned})` }] });
  clock.advance(34 * 86_400);
  await mia.assertReceives(() => removeUnclaimedUploads.run(app));
  clock.advance(2 * 86_400);
  await mia.assertReceives(async () => removeUnclaimedUploads.run(app), {
    type: 'attachment',
    op: 'remove',
    upload_space_used: 2,
  });
  assert.deepEqual(
    [await status(mia, forgotten), await status(mia, sent), await status(mia, planned)],
    [404, 200, 200],
  );
  await app.files.write(Buffer.from('nobody’s'));
  assert.equal(onDisk(app).kept.length, 3);
  await sweep.run(app);
  assert.equal(onDisk(app).kept.length, 3, 'not at once');
  await app.files.sweep(Date.now() + 1000, (key) => app.attachments.isKept(key) !== undefined);
  await waitUntil(() => onDisk(app).kept.length < 3);
  assert.equal(onDisk(app).kept.length, 2);
});

test('the operator’s size limit is sent to clients and applies to every way to upload', async () => {
  const { team, mia } = newTeam({ maxUploadMib: 1 });
  assert.equal((await mia.post('/register', { fetch_event_types: ['realm'] })).max_file_upload_size_mib, 1);
  await upload(mia, 'fits', Buffer.alloc(900_000, 1));
  const larger = await mia.upload('/user_uploads', { larger: Buffer.alloc(1_100_000) });
  assert.deepEqual([larger.status, larger.msg], [413, 'Uploaded file is larger than the allowed limit of 1 MiB']);
  const base = await team.url;
  const tus = (length: number) =>
    fetch(`${base}/api/v1/tus`, {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(length),
        Authorization: `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`,
      },
    });
  assert.deepEqual([(await tus(2 ** 20)).status, (await tus(2 ** 20 + 1)).status], [201, 413]);
});
