import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

// For the image process.
const hooks = `import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, context, next) {
    if (name === 'sharp') throw new Error('not for this machine');
    return next(name, context);
  },
});`;
process.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;

test('without image processing avatars are rejected, pictures are unscaled, and everything else works', async () => {
  const { mia, max, gus } = newTeam();
  const picture = Buffer.from(PIXEL, 'base64');
  await mia.assertReceives(() =>
    assertRejected(
      mia.upload('/users/me/avatar', { 'a.png': picture }),
      'This server cannot process images.',
      'BAD_REQUEST',
    ),
  );
  await mia.assertReceives(() =>
    assertRejected(
      mia.upload('/realm/emoji/dot', { 'a.png': picture }),
      'This server cannot process images.',
      'BAD_REQUEST',
    ),
  );
  const { url } = await mia.upload('/user_uploads', { 'a.png': picture });
  const id = await mia.sendDirectMessage([max], `[a](${url})`);
  assert.equal(
    (await max.get(`/messages/${id}`)).message.content,
    `<p><a href="${url}">a</a></p>\n<div class="message_inline_image"><a href="${url}" title="a"><img src="${url}"></a></div>`,
  );
  assert.deepEqual(Buffer.from(await (await max.fetch(url)).arrayBuffer()), picture);
  const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
  assert.deepEqual([(await max.fetch(thumbnail)).status, (await gus.fetch(thumbnail)).status], [404, 403]);
  assert.equal((await mia.fetch(`/avatar/${mia.id}`)).status, 200);
});
