import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type TestUser } from '../../support/team.ts';
import { makeWav } from '../../support/wav.ts';

const QUARTER_OF_SILENCE = makeWav(new Uint8Array(2000).fill(128));

/** As much of a video as its type detection needs. */
const MP4 = Buffer.concat([Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), Buffer.alloc(100)]);
const upload = async (person: TestUser, name: string, bytes: Uint8Array): Promise<string> =>
  (await person.upload('/user_uploads', { [name]: bytes })).url;
const joinParts = async (person: TestUser, id: number): Promise<string> =>
  (await person.get(`/messages/${id}`)).message.content;

test('an audio file has a player where its author wanted one, for users with access to it', async () => {
  const { mia, max, gus } = newTeam();
  const url = await upload(mia, 'hum.wav', QUARTER_OF_SILENCE);
  const id = await mia.sendDirectMessage([max], `![hum](${url})`);
  assert.equal(await joinParts(max, id), `<p><audio controls preload="metadata" src="${url}" title="hum"></audio></p>`);
  const part = await max.fetch(url, { Range: 'bytes=0-3' });
  assert.deepEqual([part.status, part.headers.get('content-type'), await part.text()], [206, 'audio/wav', 'RIFF']);
  assert.equal((await gus.fetch(url)).status, 403);
  assert.equal(
    await joinParts(gus, await gus.sendDirectMessage([max], `![hum](${url})`)),
    `<p>!<a href="${url}">hum</a></p>`,
    'not by its address alone',
  );
  const { attachments } = await mia.get('/attachments');
  assert.deepEqual(
    attachments[0].messages.map((message: any) => message.id),
    [id],
    'a player mentions its file',
  );
});

test('a video is recognized by its content, regardless of its name', async () => {
  const { mia, max } = newTeam();
  const url = await upload(mia, 'film.txt', MP4);
  assert.equal(
    await joinParts(max, await mia.sendDirectMessage([max], `[f](${url})`)),
    `<p><a href="${url}">f</a></p>\n<div class="message_inline_image message_inline_video"><a href="${url}" title="f"><video preload="metadata" src="${url}"></video></a></div>`,
  );
  const fake = await upload(mia, 'film.mp4', Buffer.from('<script>'));
  assert.equal(
    await joinParts(max, await mia.sendDirectMessage([max], `[f](${fake})`)),
    `<p><a href="${fake}">f</a></p>`,
  );
});

test('where anyone can read a message, anyone can load its picture and thumbnail, and no other file', async () => {
  const { team, ada, mia } = newTeam();
  await ada.patch('/realm', { enable_spectator_access: true });
  await ada.post('/channels/create', { name: 'square', subscribers: [ada.id, mia.id], is_web_public: true });
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const [open, own] = [await upload(mia, 'open.png', picture), await upload(mia, 'own.png', picture)];
  await mia.sendMessage('square', 'x', `[open](${open})`);
  const base = await team.url;
  const thumbnail = (url: string) => `${base}${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
  assert.deepEqual([(await fetch(base + open)).status, (await fetch(thumbnail(open))).status], [200, 200]);
  assert.deepEqual([(await fetch(base + own)).status, (await fetch(thumbnail(own))).status], [403, 403]);
});
