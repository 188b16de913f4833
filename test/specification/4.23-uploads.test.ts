import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, refused } from '../support/team.ts';

const { mia, max, ada } = newTeam();

test('4.23 a single file in a multipart request', async () => {
  assert.equal((await mia.upload('/user_uploads', { 'notes.txt': 'soup' })).msg, '');
  await refused(mia.upload('/user_uploads', { 'a.txt': 'a', 'b.txt': 'b' }), 'You may only upload one file at a time', 'BAD_REQUEST');
  await refused(mia.upload('/user_uploads', {}), 'You must specify a file to upload', 'BAD_REQUEST');
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
  const id = await mia.tell([max], `[${filename.replace(/[[\]]/g, '')}](${url})`);
  const { messages } = await max.get('/messages', { message_ids: [id] });
  assert.ok(messages[0].content.includes(`href="${url}"`), messages[0].content);
  assert.match(messages[0].content, />My best notes\.txt</);
});

test('4.23 initially only the uploader can access the link', async () => {
  const { url } = await mia.upload('/user_uploads', { 'notes.txt': 'soup' });
  for (const who of [max, ada]) assert.equal((await who.fetch(url)).status, 403);
  await mia.tell([max], `[notes](${url})`);
  assert.equal((await max.fetch(url)).status, 200, 'until it is shared');
  assert.equal((await ada.fetch(url)).status, 403);
});
