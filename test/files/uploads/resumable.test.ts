import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweep } from '../../../src/chat/files/attachments/jobs.ts';
import { createAccount, type Login, startServer, temporaryFolder } from '../../support/process.ts';
import { newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const MIB = 2 ** 20;
const text64 = (text: string) => Buffer.from(text).toString('base64');

type Send = (
  method: string,
  path: string,
  headers?: Record<string, string | number>,
  body?: string | Uint8Array,
) => Promise<Response>;

/** Sends requests of the upload protocol, as a client does. */
const protocolClient =
  (url: string, credentials: Record<string, string>): Send =>
  (method, path, headers = {}, body) =>
    fetch(url + path, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...credentials, ...(headers as Record<string, string>) },
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
    });

const withKey = (email: string, key: string) => ({ Authorization: `Basic ${text64(`${email}:${key}`)}` });
const of = async ({ team, email, apiKey }: TestUser): Promise<Send> =>
  protocolClient(await team.url, withKey(email, apiKey));

const create = (send: Send, size: number, name: string, at = '/api/v1/tus') =>
  send('POST', at, {
    'Upload-Length': size,
    'Upload-Metadata': `filename ${text64(name)},filetype ${text64('text/html')}`,
  });
const append = (send: Send, place: string, offset: number, body: string | Uint8Array) =>
  send('PATCH', place, { 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' }, body);
const come = async (send: Send, place: string) => {
  const { status, headers } = await send('HEAD', place);
  return [status, headers.get('upload-offset'), headers.get('upload-length')];
};

async function started(send: Send, size: number, name = 'letter.txt'): Promise<string> {
  const response = await create(send, size, name);
  assert.equal(response.status, 201, await response.text());
  const { origin, pathname } = new URL(response.headers.get('location')!);
  assert.match(origin, /^http:\/\/(klatch\.example|127\.0\.0\.1:\d+)$/, 'Location is absolute');
  assert.match(pathname, /^\/api\/v1\/tus\/\d+-[0-9a-f]{32}$/);
  return pathname;
}

test('a file uploaded in pieces becomes an attachment when the last piece arrived', async () => {
  const { app, mia, max } = newTeam();
  const send = await of(mia);
  const place = await started(send, 11, 'tea [today].txt');
  const first = await append(send, place, 0, 'hello ');
  assert.deepEqual(
    [first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')],
    [204, '6', '1.0.0'],
  );
  assert.deepEqual(await come(send, place), [200, '6', '11']);
  assert.equal((await append(send, place, 3, 'world')).status, 409, 'pieces must meet');
  let told: any;
  await mia.assertReceives(
    async () => {
      const last = await append(send, place, 6, 'world');
      assert.equal(last.status, 200);
      told = await last.json();
    },
    {
      type: 'attachment',
      op: 'add',
      upload_space_used: 11,
      attachment: { name: 'tea [today].txt', size: 11, messages: [] },
    },
  );
  assert.deepEqual([told.result, told.filename], ['success', 'tea [today].txt']);
  assert.match(told.url, /^\/user_uploads\/1\/[\w-]{2}\/[\w-]{22}\/tea-today\.txt$/);
  assert.equal(await (await mia.fetch(told.url)).text(), 'hello world');
  assert.equal((await max.fetch(told.url)).status, 403);
  await mia.sendDirectMessage([max], `[tea](${told.url})`);
  assert.equal((await max.fetch(told.url)).status, 200);
  assert.equal((await come(send, place))[0], 404, 'nothing is left of the upload itself');
  assert.deepEqual(readdirSync(app.files.incoming), []);
});

test('the first request may contain the whole file, and an empty file needs no other request', async () => {
  const { mia } = newTeam();
  const send = await of(mia);
  const whole = await send(
    'POST',
    '/api/v1/tus/',
    {
      'Upload-Length': 3,
      'Upload-Metadata': `filename ${text64('a.txt')}`,
      'Content-Type': 'application/offset+octet-stream',
    },
    'abc',
  );
  assert.equal(whole.status, 201);
  assert.ok(whole.headers.get('location'));
  assert.equal(((await whole.json()) as any).filename, 'a.txt');
  const empty = await create(send, 0, 'empty.txt');
  assert.equal(empty.status, 201);
  assert.match(((await empty.json()) as any).url, /empty\.txt$/);
  assert.equal((await mia.get('/attachments')).upload_space_used, 3);
});

test('the supported protocol is described on request, and an unsupported version is rejected at once', async () => {
  const { mia } = newTeam({ maxUploadMib: 7 });
  const send = await of(mia);
  const told = await fetch(`${await mia.team.url}/api/v1/tus`, { method: 'OPTIONS' });
  assert.equal(told.status, 204);
  const headers = ['tus-version', 'tus-extension', 'tus-max-size'].map((name) => told.headers.get(name));
  assert.deepEqual(headers, ['1.0.0', 'creation,creation-with-upload,termination', String(7 * MIB)]);
  const place = await started(send, 5);
  for (const [method, at] of [
    ['POST', '/api/v1/tus'],
    ['PATCH', place],
    ['HEAD', place],
    ['DELETE', place],
  ] as const) {
    const other = await send(method, at, { 'Tus-Resumable': '0.2.2', 'Upload-Length': 5, 'Upload-Offset': 0 });
    assert.deepEqual([other.status, other.headers.get('tus-version')], [412, '1.0.0'], method);
  }
  assert.deepEqual(await come(send, place), [200, '0', '5']);
});

test('a client that cannot send PATCH or DELETE names the method in a header', async () => {
  const { mia, max } = newTeam();
  const send = await of(mia);
  const meaning = (who: Send, place: string, meant: string, headers = {}, body?: string) =>
    who('POST', place, { 'X-HTTP-Method-Override': meant, ...headers }, body);
  const next = { 'Upload-Offset': 0, 'Content-Type': 'application/offset+octet-stream' };
  const place = await started(send, 5);
  assert.equal((await meaning(await of(max), place, 'PATCH', next, 'mine!')).status, 404);
  for (const meant of ['', 'POST', 'PUT']) assert.equal((await meaning(send, place, meant)).status, 405);
  assert.equal((await meaning(send, place, 'patch', next, 'hel')).headers.get('upload-offset'), '3');
  assert.equal((await meaning(send, place, 'HEAD')).headers.get('upload-offset'), '3');
  assert.equal((await meaning(send, place, 'DELETE')).status, 204);
  assert.equal((await come(send, place))[0], 404);
});

test('only its creator can continue, inspect or end an upload', async () => {
  const { team, mia, max, ada } = newTeam();
  const send = await of(mia);
  const place = await started(send, 6);
  await append(send, place, 0, 'abc');
  for (const other of [await of(max), await of(ada)]) {
    assert.deepEqual(await come(other, place), [404, null, null]);
    assert.equal((await append(other, place, 3, 'def')).status, 404);
    assert.equal((await other('DELETE', place)).status, 404);
  }
  const nobody = protocolClient(await team.url, {});
  for (const response of [
    await nobody('HEAD', place),
    await append(nobody, place, 3, 'def'),
    await create(nobody, 3, 'x'),
  ])
    assert.equal(response.status, 401);
  for (const wrong of ['/api/v1/tus/..%2f..%2fklatch.db', '/api/v1/tus/4-x.json', '/api/v1/tus/%00']) {
    assert.equal((await send('DELETE', wrong)).status, 404);
    assert.equal((await append(send, wrong, 0, 'x')).status, 404);
  }
  assert.deepEqual(await come(send, place), [200, '3', '6']);
  assert.equal((await send('GET', place)).status, 405);
  assert.equal((await send('DELETE', place)).status, 204);
  assert.equal((await come(send, place))[0], 404);
});

test('a browser session is accepted, and a cross-site request is rejected', async () => {
  const { team, app, mia } = newTeam();
  const token = 'a session’s token, any text will do';
  const accounts = app.accounts;
  app.accounts = {
    ...accounts,
    withSession: (given) =>
      given === token ? { user: app.users.byId(mia.id)!, isCsrfToken: (sent) => sent === 'c' } : undefined,
  };
  const url = await team.url;
  const cookie = { Cookie: `sessionid=${encodeURIComponent(token)}` };
  const send = protocolClient(url, cookie);
  const place = await started(send, 3);
  assert.equal((await append(send, place, 0, 'abc')).status, 200);
  const forged = await fetch(`${url}/api/v1/tus`, { method: 'POST', headers: { ...cookie, 'Upload-Length': '3' } });
  assert.deepEqual([forged.status, ((await forged.json()) as any).code], [403, 'CSRF_FAILED']);
  const asked = await fetch(`${url}/api/v1/tus`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example' },
  });
  assert.equal(asked.headers.get('access-control-allow-origin'), null);
});

test('an upload without a length, or with too large a length, is rejected before it begins', async () => {
  const { app, mia } = newTeam({ uploadQuotaMib: 90 });
  const send = await of(mia);
  const refusal = async (asking: Promise<Response>) => {
    const response = await asking;
    const { result, code, message } = (await response.json()) as any;
    assert.equal(result, 'error');
    return [response.status, code, message];
  };
  assert.deepEqual((await refusal(send('POST', '/api/v1/tus', { 'Upload-Defer-Length': 1 }))).slice(0, 2), [
    411,
    'BAD_REQUEST',
  ]);
  const large = await refusal(create(send, 101 * MIB, 'x'));
  assert.deepEqual(large, [413, 'BAD_REQUEST', 'Uploaded file is larger than the allowed limit of 100 MiB']);
  assert.deepEqual((await refusal(create(send, 95 * MIB, 'x'))).slice(0, 2), [413, 'REALM_UPLOAD_QUOTA']);
  const place = await started(send, 60 * MIB);
  // Uploads in progress count too.
  assert.deepEqual((await refusal(create(send, 60 * MIB, 'x'))).slice(0, 2), [413, 'REALM_UPLOAD_QUOTA']);
  assert.equal((await send('DELETE', place)).status, 204);
  await started(send, 60 * MIB);
  for (const length of ['-1', 'many', '1e3'])
    assert.equal((await send('POST', '/api/v1/tus', { 'Upload-Length': length })).status, 400);
  const small = await started(send, 3);
  assert.ok((await append(send, small, 0, 'more than was said')).status >= 400);
  assert.deepEqual((await mia.get('/attachments')).attachments, []);
  assert.equal(app.attachments.spaceUsed(), 0);
});

test('an upload that exceeds the quota when complete is rejected and deleted', async () => {
  const { app, mia } = newTeam({ uploadQuotaMib: 1 });
  const send = await of(mia);
  const place = await started(send, MIB - 10);
  await append(send, place, 0, new Uint8Array(MIB - 11));
  await mia.upload('/user_uploads', { 'other.txt': Buffer.alloc(100) });
  const refused = await append(send, place, MIB - 11, 'x');
  assert.deepEqual([refused.status, ((await refused.json()) as any).code], [400, 'REALM_UPLOAD_QUOTA']);
  assert.equal((await mia.get('/attachments')).upload_space_used, 100);
  assert.deepEqual(readdirSync(app.files.incoming), []);
});

test('an unfinished upload is deleted after a day', async () => {
  const { app, mia } = newTeam();
  const send = await of(mia);
  const place = await started(send, 6);
  await append(send, place, 0, 'abc');
  await sweep.run(app);
  assert.deepEqual(await come(send, place), [200, '3', '6']);
  const yesterday = Date.now() / 1000 - 90_000;
  for (const name of readdirSync(app.files.incoming)) utimesSync(join(app.files.incoming, name), yesterday, yesterday);
  await sweep.run(app);
  await waitUntil(() => readdirSync(app.files.incoming).length === 0);
  assert.equal((await come(send, place))[0], 404);
});

test('an upload continues after the server was stopped in the middle or the connection was cut', async () => {
  const data = temporaryFolder();
  const args = ['--data', data, '--listen', '127.0.0.1:0'];
  const login: Login = await createAccount(data, 'Ada', '--owner');
  const file = new Uint8Array(3 * MIB).map((_, at) => (at * 7) % 251);
  let server = await startServer(args);
  let send = protocolClient(server.url, withKey(login.email, login.api_key));
  const place = await started(send, file.length, 'large.bin');
  assert.equal((await append(send, place, 0, file.subarray(0, MIB))).status, 204);
  const cut = new ReadableStream({
    async start(controller) {
      controller.enqueue(file.subarray(MIB, MIB + 1000));
      await new Promise((resolve) => setTimeout(resolve, 200));
      await server.stop('SIGKILL');
      controller.error(new Error('the server is gone'));
    },
  });
  const headers = {
    ...withKey(login.email, login.api_key),
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(MIB),
    'Content-Type': 'application/offset+octet-stream',
  };
  await assert.rejects(
    fetch(server.url + place, { method: 'PATCH', headers, body: cut, duplex: 'half' } as RequestInit),
  );
  server = await startServer(args);
  send = protocolClient(server.url, withKey(login.email, login.api_key));
  const [status, offset, length] = await come(send, place);
  assert.deepEqual([status, length], [200, String(file.length)]);
  assert.ok(Number(offset) >= MIB && Number(offset) <= MIB + 1000, String(offset));
  const last = await append(send, place, Number(offset), file.subarray(Number(offset)));
  assert.equal(last.status, 200);
  const { url } = (await last.json()) as any;
  const read = await fetch(server.url + url, { headers: withKey(login.email, login.api_key) });
  assert.ok(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(file)));
  await server.stop();
});
