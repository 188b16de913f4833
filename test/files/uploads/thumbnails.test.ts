import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { App } from '../../../src/app.ts';
import { makeThumbnails, sweep } from '../../../src/chat/files/attachments/jobs.ts';
import { gif, photo, png } from '../../support/images.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const LOADING = '/static/images/loading/loader-black.svg';

async function upload(person: TestUser, name: string, bytes: Uint8Array): Promise<string> {
  const { url, status, msg } = await person.upload('/user_uploads', { [name]: bytes });
  assert.equal(status, 200, msg);
  return url;
}

/** Holds back thumbnails until the returned function is called. */
function holdThumbnails(app: App): () => void {
  const { copies } = app.imageWorker;
  const { promise, resolve } = Promise.withResolvers<void>();
  app.imageWorker.copies = async (...given) => {
    await promise;
    return copies(...given);
  };
  return resolve;
}

const drawn = (app: App): Promise<void> => waitUntil(() => app.attachments.nextDue() === undefined);
const joinParts = async (person: TestUser, id: number): Promise<string> =>
  (await person.get(`/messages/${id}`)).message.content;
const findThumbnail = (url: string, format = '840x560.webp') =>
  `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`;
const getMetadata = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata();
const status = async (person: TestUser, url: string): Promise<number> => (await person.fetch(url)).status;

test('a new picture shows a placeholder and then its thumbnail, without marking the message as edited', async () => {
  const { app, mia, max, gus } = newTeam();
  const go = holdThumbnails(app);
  const url = await upload(mia, 'holiday.png', await png(1600, 1200));
  const id = await mia.sendDirectMessage([max], `[holiday.png](${url})`);
  const around = (image: string) =>
    `<p><a href="${url}">holiday.png</a></p>\n<div class="message_inline_image"><a href="${url}" title="holiday.png">${image}</a></div>`;
  const original = 'data-original-content-type="image/png" data-original-dimensions="1600x1200"';
  assert.equal(
    await joinParts(max, id),
    around(`<img class="image-loading-placeholder" ${original} src="${LOADING}">`),
  );
  const dots = await max.fetch(LOADING);
  assert.deepEqual([dots.status, dots.headers.get('content-type')], [200, 'image/svg+xml']);
  const outsider = await gus.registerQueue();
  const after = around(`<img ${original} src="${findThumbnail(url)}">`);
  await max.assertReceives(
    async () => {
      go();
      await drawn(app);
    },
    {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      rendered_content: after,
      content: `[holiday.png](${url})`,
      flags: [],
    },
  );
  assert.deepEqual(await outsider.events(), []);
  const message = (await max.get(`/messages/${id}`)).message;
  assert.equal(message.content, after);
  assert.equal(message.last_edit_timestamp, undefined);
  assert.equal((await max.get(`/messages/${id}/history`)).message_history.length, 1);
  const later = await mia.sendDirectMessage([max], `again [it](${url})`);
  assert.match(await joinParts(max, later), /\/user_uploads\/thumbnail\//, 'at once, for whoever comes later');
  assert.equal(
    (await mia.post('/messages/render', { content: `[it](${url})` })).rendered.includes(findThumbnail(url)),
    true,
  );
});

test('a user without access to a picture can load neither its thumbnail nor its dimensions', async () => {
  const { app, team, mia, max, gus } = newTeam();
  const url = await upload(mia, 'secret.png', await png(900, 900));
  await drawn(app);
  await mia.sendDirectMessage([max], `[s](${url})`);
  const seen = await max.fetch(findThumbnail(url));
  assert.deepEqual(
    [
      seen.status,
      seen.headers.get('content-type'),
      seen.headers.get('x-content-type-options'),
      seen.headers.get('cache-control'),
    ],
    [200, 'image/webp', 'nosniff', 'private, no-cache'],
  );
  assert.match(seen.headers.get('content-security-policy')!, /^sandbox;/);
  const { width, height } = await getMetadata(seen);
  assert.deepEqual([width, height], [560, 560]);
  const tag = seen.headers.get('etag')!;
  assert.equal((await max.fetch(findThumbnail(url), { 'If-None-Match': tag })).status, 304);
  for (const path of [findThumbnail(url), findThumbnail(url, '840x560-anim.webp'), findThumbnail(url, 'x')]) {
    assert.equal(await status(gus, path), 403);
    assert.equal((await fetch((await team.url) + path)).status, 401);
  }
  const copied = await gus.sendDirectMessage([max], `[mine now](${url})`);
  assert.equal(await joinParts(gus, copied), `<p><a href="${url}">mine now</a></p>`, 'not even its measures');
  assert.equal(await status(gus, findThumbnail(url)), 403, 'an address alone opens nothing');
  for (const path of [
    findThumbnail(url, '..'),
    findThumbnail(url, '%2e%2e%2f840x560.webp'),
    '/user_uploads/thumbnail/1/840x560.webp',
    findThumbnail('/user_uploads/1/no/such.png'),
  ])
    assert.equal(await status(max, path), 404, path);
  await mia.delete(`/attachments/${(await mia.get('/attachments')).attachments[0].id}`);
  assert.equal(await status(max, findThumbnail(url)), 404);
  const left = () =>
    readdirSync(join(app.config.dataDir, 'thumbs'), { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
  await waitUntil(() => left().length === 0);
});

test('a photo is shown upright, and its thumbnails do not contain its location', async () => {
  const { app, mia } = newTeam();
  const url = await upload(mia, 'p.jpg', await photo());
  await drawn(app);
  assert.match(
    await joinParts(mia, await mia.sendDirectMessage([mia], `[p](${url})`)),
    /data-original-dimensions="40x60"/,
  );
  const { width, height, exif, orientation } = await getMetadata(await mia.fetch(findThumbnail(url)));
  assert.deepEqual(
    { width, height, exif, orientation },
    { width: 40, height: 60, exif: undefined, orientation: undefined },
  );
});

test('an animated picture has an animated and a still thumbnail', async () => {
  const { app, mia } = newTeam();
  const url = await upload(mia, 'w.gif', await gif());
  await drawn(app);
  const content = await joinParts(mia, await mia.sendDirectMessage([mia], `[w](${url})`));
  assert.ok(
    content.includes(
      `<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="20x10" src="${findThumbnail(url, '840x560-anim.webp')}">`,
    ),
  );
  const pages = async (format: string) => (await getMetadata(await mia.fetch(findThumbnail(url, format)))).pages ?? 1;
  assert.deepEqual([await pages('840x560-anim.webp'), await pages('840x560.webp')], [3, 1]);
  assert.deepEqual(
    [await pages('300x200-anim.webp'), await pages('300x200.webp'), await pages('99x9.jpg')],
    [3, 1, 1],
    'what comes nearest',
  );
  const still = await upload(mia, 's.png', await png());
  assert.equal(await status(mia, findThumbnail(still, '840x560-anim.webp')), 200);
});

test('a format that browsers cannot show has a large version that they can', async () => {
  const { app, mia } = newTeam();
  const tiff = await sharp({ create: { width: 1000, height: 2000, channels: 3, background: '#a33' } })
    .tiff()
    .toBuffer();
  const url = await upload(mia, 's.tiff', tiff);
  await drawn(app);
  assert.match(
    await joinParts(mia, await mia.sendDirectMessage([mia], `[s](${url})`)),
    /data-transcoded-image="3024x4032.webp"/,
  );
  const { width, height } = await getMetadata(await mia.fetch(findThumbnail(url, '3024x4032.webp')));
  assert.deepEqual([width, height], [1000, 2000]);
});

test('all thumbnails can be regenerated, and every thumbnail belongs to an existing picture', async () => {
  const { app, mia } = newTeam();
  const url = await upload(mia, 'p.png', await png());
  await drawn(app);
  rmSync(join(app.config.dataDir, 'thumbs'), { recursive: true });
  assert.equal(await status(mia, findThumbnail(url)), 200);
  const stray = `ab/cd/${'0'.repeat(32)}`;
  await app.thumbnails.write(stray, '840x560.webp', Buffer.from('x'));
  await sweep.run(app);
  await waitUntil(async () => !(await app.thumbnails.has(stray, '840x560.webp')));
  assert.equal(await status(mia, findThumbnail(url)), 200);
  assert.ok(!existsSync(join(app.config.dataDir, 'thumbs', stray)));
});

test('a thumbnail requested early is created at once, and a broken picture leaves none in the message', async () => {
  const { app, mia, max } = newTeam();
  const whole = await sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: '#333',
      noise: { type: 'gaussian', mean: 99, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  const go = holdThumbnails(app);
  const url = await upload(mia, 'half.png', whole.subarray(0, whole.length / 2));
  const id = await mia.sendDirectMessage([max], `[half](${url})`);
  assert.match(await joinParts(max, id), /image-loading-placeholder/);
  await max.assertReceives(
    async () => {
      go();
      await drawn(app);
    },
    { type: 'update_message', rendering_only: true, rendered_content: `<p><a href="${url}">half</a></p>` },
  );
  assert.equal(await status(max, findThumbnail(url)), 404);
  assert.equal(await status(max, url), 200, 'it can still be fetched');
});

test('a picture that was being processed at each of several crashes is skipped', async () => {
  const { app, mia } = newTeam();
  const url = await upload(mia, 'p.png', await png());
  await drawn(app);
  const { attachments } = await mia.get('/attachments');
  const { id } = attachments[0];
  for (let attempt = 0; attempt < 3; attempt++) app.db.write(() => app.attachments.countAttempt(id));
  app.db.write(() => app.attachments.setThumbnails('due' as never, id));
  await makeThumbnails(app);
  assert.equal(app.attachments.byId(id)!.thumbnails, 'failed');
  assert.equal(await status(mia, findThumbnail(url)), 404);
});

test('clients receive the thumbnail formats; if the organization turned previews off, there are none', async () => {
  const { app, ada, mia } = newTeam();
  const { server_thumbnail_formats, server_inline_image_preview } = await mia.post('/register', {
    fetch_event_types: ['realm'],
  });
  assert.deepEqual(server_thumbnail_formats, [
    { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
    { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  ]);
  assert.equal(server_inline_image_preview, true);
  const url = await upload(mia, 'p.png', await png());
  await drawn(app);
  await ada.patch('/realm', { inline_image_preview: false });
  assert.equal(
    await joinParts(mia, await mia.sendDirectMessage([mia], `[p](${url})`)),
    `<p><a href="${url}">p</a></p>`,
  );
  await assertRejected(
    mia.request('PATCH', '/realm', { inline_image_preview: true }),
    'Must be an organization administrator',
  );
});
