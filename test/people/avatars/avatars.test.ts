import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { photo, png } from '../../support/images.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const decodeBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const open = async (person: TestUser, url: string): Promise<Response> => fetch((await person.team.url) + url);

test('everyone who can see a user receives the new avatar’s URL, and can load it', async () => {
  const { mia, max } = newTeam();
  const queue = await max.registerQueue();
  const { avatar_url, status } = await mia.upload('/users/me/avatar', { 'me.jpg': await photo() });
  assert.equal(status, 200);
  assert.match(avatar_url, /^\/user_avatars\/1\/[0-9a-f]{32}\.png\?version=2$/);
  const medium = avatar_url.replace('.png', '-medium.png');
  const person = { user_id: mia.id, avatar_url, avatar_url_medium: medium, avatar_source: 'U', avatar_version: 2 };
  assert.deepEqual(await queue.events(), [{ type: 'realm_user', op: 'update', person }]);
  assert.equal((await max.get(`/users/${mia.id}`)).user.avatar_url, avatar_url);
  for (const [url, size] of [
    [avatar_url, 100],
    [medium, 500],
  ] as const) {
    const response = await open(mia, url);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const meta = await sharp(await decodeBytes(response)).metadata();
    assert.deepEqual(
      [meta.width, meta.height, meta.exif],
      [size, size, undefined],
      'a square without what the camera wrote',
    );
  }
  const redirected = await max.fetch(`/avatar/${mia.id}`);
  assert.deepEqual([redirected.status, redirected.headers.get('location')], [302, avatar_url]);
  assert.equal((await max.fetch(`/avatar/${mia.email}/medium`)).headers.get('location'), medium);
});

test('removing an avatar restores the generated one, and deletes the old files', async () => {
  const { mia, max } = newTeam();
  const { avatar_url } = await mia.upload('/users/me/avatar', { 'me.png': await png() });
  let back = '';
  await max.assertReceives(
    async () => {
      back = (await mia.delete('/users/me/avatar')).avatar_url;
    },
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: mia.id, avatar_source: 'J', avatar_version: 3 },
    },
  );
  assert.equal(back, `/avatar/${mia.id}?v=3`);
  assert.equal((await open(mia, avatar_url)).status, 404);
  await max.assertReceives(() => mia.delete('/users/me/avatar'));
  const drawn = await max.fetch(back);
  assert.equal(drawn.headers.get('content-type'), 'image/png');
  assert.equal((await sharp(await decodeBytes(drawn)).metadata()).width, 100);
  assert.equal((await sharp(await decodeBytes(await max.fetch(`/avatar/${mia.id}/medium`))).metadata()).width, 500);
  const again = await decodeBytes(await max.fetch(`/avatar/${mia.id}`));
  assert.ok(!again.equals(await decodeBytes(await max.fetch(`/avatar/${max.id}`))), 'another for each');
});

test('an inaccessible user and a missing one have the same avatar', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  await mia.upload('/users/me/avatar', { 'me.png': await png() });
  await ada.patch('/settings', { email_address_visibility: 4 });
  for (const path of [
    `/avatar/${mia.id}`,
    '/avatar/9999',
    `/avatar/${mia.email}`,
    '/avatar/nobody@example.com',
    `/avatar/${mia.id}/medium`,
  ]) {
    const response = await gus.fetch(path);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], path);
  }
  assert.equal((await max.fetch(`/avatar/${mia.id}`)).status, 302);
  for (const path of [`/avatar/${mia.id}`, `/avatar/${mia.email}`])
    assert.equal((await open(mia, path)).status, 401, 'without an account');
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  assert.equal((await open(mia, `/avatar/${max.id}`)).status, 200);
  const byGuess = await decodeBytes(await gus.fetch('/avatar/nobody@example.com'));
  assert.ok(!byGuess.equals(await decodeBytes(await gus.fetch('/avatar/else@example.com'))));
  for (const path of [
    '/user_avatars/1/0.png',
    `/user_avatars/1/${'0'.repeat(32)}.png`,
    '/user_avatars/1/..%2f..%2fklatch.db',
    '/user_avatars/1/realm/icon.png',
  ])
    assert.equal((await open(mia, path)).status, 404, path);
});

test('an avatar is rejected if it is no picture, several, missing, too large, or a decompression bomb', async () => {
  const { app, ada, mia, max } = newTeam();
  await max.assertReceives(async () => {
    await assertRejected(mia.upload('/users/me/avatar', {}), 'You must upload exactly one avatar.', 'BAD_REQUEST');
    await assertRejected(
      mia.upload('/users/me/avatar', { a: await png(), b: await png() }),
      'You must upload exactly one avatar.',
    );
    for (const wrong of [
      'no picture',
      Buffer.alloc(100),
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg/>',
      (await png()).subarray(0, 60),
    ])
      await assertRejected(mia.upload('/users/me/avatar', { 'a.png': wrong }), /Could not decode image/, 'BAD_IMAGE');
    const large = await mia.upload('/users/me/avatar', { 'a.png': Buffer.alloc(6 * 2 ** 20) });
    assert.deepEqual([large.status, large.code], [400, 'BAD_REQUEST']);
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await assertRejected(mia.upload('/users/me/avatar', { 'bomb.png': bomb }), /Could not decode image/, 'BAD_IMAGE');
    app.db.write(() => app.realm.set('avatar_changes_disabled', true));
    await assertRejected(
      mia.upload('/users/me/avatar', { 'a.png': await png() }),
      'Avatar changes are disabled in this organization.',
      'BAD_REQUEST',
    );
    await assertRejected(
      mia.request('DELETE', '/users/me/avatar'),
      'Avatar changes are disabled in this organization.',
    );
  });
  assert.equal((await ada.upload('/users/me/avatar', { 'a.png': await png() })).status, 200);
});

test('a bot gets an avatar when it is created and later, from its owner only', async () => {
  const { app, team, mia, max } = newTeam();
  const fields = { full_name: 'Robo', short_name: 'robo' };
  const made = await mia.upload('/bots', { 'a.png': await png() }, fields);
  assert.equal(made.status, 200, made.msg);
  assert.match(made.avatar_url, /^\/user_avatars\/1\//);
  const patch = async (person: TestUser) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png())]), 'b.png');
    const Authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
    const response = await fetch(`${await team.url}/api/v1/bots/${made.user_id}`, {
      method: 'PATCH',
      headers: { Authorization },
      body: form,
    });
    return response.json() as Promise<any>;
  };
  assert.equal((await patch(max)).result, 'error');
  assert.equal(app.users.byId(made.user_id)!.avatar_version, 2);
  assert.notEqual((await patch(mia)).avatar_url, made.avatar_url);
  await assertRejected(
    mia.upload('/bots', { 'a.png': 'none' }, { full_name: 'Rob 2', short_name: 'rob2' }),
    /Could not decode/,
    'BAD_IMAGE',
  );
});

test('a bot’s avatar is also published to users who manage the bot', async () => {
  const { team, mia, max } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const change = async () => bot.upload('/users/me/avatar', { 'a.png': await png() });
  await max.assertReceives(
    () =>
      mia.assertReceives(
        change,
        { type: 'realm_user', op: 'update' },
        { type: 'realm_bot', op: 'update', bot: { user_id: bot.id } },
      ),
    { type: 'realm_user', op: 'update' },
  );
});
