import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { newTeam, refused } from '../support/team.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

registerHooks({
  resolve(name, context, next) {
    if (name === 'sharp') throw new Error('not for this machine');
    return next(name, context);
  },
});

test('a machine that cannot work on pictures refuses them politely, and has all the rest', async () => {
  const { mia } = newTeam();
  const picture = Buffer.from(PIXEL, 'base64');
  await mia.hears(() =>
    refused(mia.upload('/users/me/avatar', { 'a.png': picture }), 'This server cannot work on pictures.', 'BAD_REQUEST'),
  );
  assert.equal((await mia.upload('/user_uploads', { 'a.png': picture })).status, 200);
  assert.equal((await mia.fetch(`/avatar/${mia.id}`)).status, 200);
});
