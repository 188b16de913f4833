import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

const { team, mia, max, ada } = newTeam();

test('4.23 a single file in a multipart request', async () => {
  assert.equal((await mia.upload('/user_uploads', { 'notes.txt': 'soup' })).msg, '');
  await assertRejected(
    mia.upload('/user_uploads', { 'a.txt': 'a', 'b.txt': 'b' }),
    'You may only upload one file at a time',
    'BAD_REQUEST',
  );
  await assertRejected(mia.upload('/user_uploads', {}), 'You must specify a file to upload', 'BAD_REQUEST');
});

test('4.23 url: path of the uploaded file', async () => {
  const { url } = await mia.upload('/user_uploads', { 'notes.txt': 'soup' });
  assert.match(url, /^\/user_uploads\//);
  assert.equal(await (await mia.fetch(url)).text(), 'soup');
});

test('4.23 uri: deprecated alias of url', async () => {
  const { url, uri } = await mia.upload('/user_uploads', { 'notes.txt': 'soup' });
  assert.equal(uri, url);
});

test('4.23 filename: stored name', async () => {
  assert.equal((await mia.upload('/user_uploads', { 'My notes.txt': 'soup' })).filename, 'My notes.txt');
});

test('4.23 a Markdown link is the bracketed filename, without square brackets, followed by the url', async () => {
  const { url, filename } = await mia.upload('/user_uploads', { 'My [best] notes.txt': 'soup' });
  const id = await mia.sendDirectMessage([max], `[${filename.replace(/[[\]]/g, '')}](${url})`);
  const { messages } = await max.get('/messages', { message_ids: [id] });
  assert.ok(messages[0].content.includes(`href="${url}"`), messages[0].content);
  assert.match(messages[0].content, />My best notes\.txt</);
});

test('4.23 initially only the uploader can access the link', async () => {
  const { url } = await mia.upload('/user_uploads', { 'notes.txt': 'soup' });
  for (const who of [max, ada]) assert.equal((await who.fetch(url)).status, 403);
  await mia.sendDirectMessage([max], `[notes](${url})`);
  assert.equal((await max.fetch(url)).status, 200, 'until it is shared');
  assert.equal((await ada.fetch(url)).status, 403);
});

const basic = (who: TestUser) => `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString('base64')}`;
const tus = async (method: string, path: string, headers: Record<string, string>, body?: string) =>
  fetch((await team.url) + path, {
    method,
    headers: { 'Tus-Resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
  });
const begin = (size: number, headers: Record<string, string>) =>
  tus('POST', '/api/v1/tus', {
    'Upload-Length': String(size),
    'Upload-Metadata': `filename ${btoa('notes.txt')}`,
    ...headers,
  });
const next = { 'Content-Type': 'application/offset+octet-stream' };

test('4.23 resumable uploads use /api/v1/tus, the resumable-upload protocol', async () => {
  const Authorization = basic(mia);
  const begun = await begin(9, { Authorization });
  assert.equal(begun.status, 201);
  const place = new URL(begun.headers.get('location')!).pathname;
  assert.equal(
    (await tus('PATCH', place, { Authorization, ...next, 'Upload-Offset': '0' }, 'soup ')).headers.get('upload-offset'),
    '5',
  );
  assert.equal((await tus('HEAD', place, { Authorization })).headers.get('upload-offset'), '5');
  const { url } = (await (
    await tus('PATCH', place, { Authorization, ...next, 'Upload-Offset': '5' }, 'time')
  ).json()) as { url: string };
  assert.equal(await (await mia.fetch(url)).text(), 'soup time');
});

test('4.23 resumable uploads are for authenticated clients', async () => {
  assert.equal((await begin(9, {})).status, 401);
});

test('4.23 the resumable endpoint is limited only by max_file_upload_size_mib', async () => {
  const { max_file_upload_size_mib } = await mia.post('/register', { fetch_event_types: ['realm'] });
  const most = max_file_upload_size_mib * 2 ** 20;
  assert.equal((await begin(most, { Authorization: basic(mia) })).status, 201);
  assert.equal((await begin(most + 1, { Authorization: basic(mia) })).status, 413);
});
