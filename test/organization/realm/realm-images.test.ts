import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { png } from '../../support/images.ts';
import { assertRejected, newTeam } from '../../support/team.ts';

test('every organization has an icon and a logo that anyone can load', async () => {
  const { team, mia } = newTeam();
  const { realm_icon_url, realm_logo_url, realm_night_logo_url } = await mia.post('/register', {
    fetch_event_types: ['realm'],
  });
  for (const url of [realm_icon_url, realm_logo_url, realm_night_logo_url]) {
    const response = await fetch((await team.url) + url);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/svg+xml'], url);
    assert.match(response.headers.get('content-security-policy')!, /^sandbox;/);
    assert.equal((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).height, 100);
  }
});

test('administrators upload an icon and remove it', async () => {
  const { team, abe, mia, gus } = newTeam();
  let url = '';
  const change = async () => {
    url = (await abe.upload('/realm/icon', { 'i.png': await png() })).icon_url;
  };
  const queue = await gus.registerQueue();
  await mia.assertReceives(change, { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_source: 'U' } });
  assert.deepEqual(await queue.events(), [
    { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url: url, icon_source: 'U' } },
  ]);
  assert.match(url, /^\/user_avatars\/1\/realm\/icon\.png\?version=\d+$/);
  const seen = await fetch((await team.url) + url);
  assert.equal((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).width, 100);
  assert.equal((await team.request('GET', '/server_settings')).realm_icon, url);
  const redirect = await mia.fetch('/api/v1/realm/icon');
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [302, url]);
  await mia.assertReceives(
    async () => assert.equal((await abe.delete('/realm/icon')).icon_url, '/static/images/icon.svg?v=1'),
    {
      type: 'realm',
      op: 'update_dict',
      property: 'icon',
      data: { icon_source: 'G', icon_url: '/static/images/icon.svg?v=1' },
    },
  );
  await mia.assertReceives(() => abe.delete('/realm/icon'));
  assert.equal((await fetch((await team.url) + url)).status, 404);
});

test('there is one logo for the light theme and one for the dark theme', async () => {
  const { team, ada, mia } = newTeam();
  for (const night of [false, true]) {
    const property = night ? 'night_logo' : 'logo';
    await mia.assertReceives(async () => ada.upload('/realm/logo', { 'l.png': await png(1000, 200) }, { night }), {
      type: 'realm',
      op: 'update_dict',
      property,
      data: { [`${property}_source`]: 'U' },
    });
    const state = await mia.post('/register', { fetch_event_types: ['realm'] });
    const seen = await fetch((await team.url) + state[`realm_${property}_url`]);
    const { width, height } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [500, 100]);
    const redirect = await mia.fetch(`/api/v1/realm/logo?night=${night}`);
    assert.equal(redirect.headers.get('location'), state[`realm_${property}_url`]);
  }
  await mia.assertReceives(() => ada.delete('/realm/logo', { night: true }), {
    type: 'realm',
    op: 'update_dict',
    property: 'night_logo',
    data: { night_logo_source: 'D' },
  });
  assert.equal((await mia.post('/register', { fetch_event_types: ['realm'] })).realm_logo_source, 'U');
});

test('other users cannot change the images, and nobody receives an event', async () => {
  const { ada, mona, mia, gus } = newTeam();
  await ada.assertReceives(async () => {
    for (const other of [mona, mia, gus]) {
      await assertRejected(
        other.upload('/realm/icon', { 'i.png': await png() }),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
      await assertRejected(
        other.upload('/realm/logo', { 'i.png': await png() }, { night: false }),
        'Must be an organization administrator',
      );
      await assertRejected(
        other.request('DELETE', '/realm/icon'),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
      await assertRejected(
        other.request('DELETE', '/realm/logo', { night: false }),
        'Must be an organization administrator',
      );
    }
    await assertRejected(ada.upload('/realm/icon', {}), 'You must upload exactly one icon.');
    await assertRejected(ada.upload('/realm/logo', {}, { night: true }), 'You must upload exactly one logo.');
    await assertRejected(ada.upload('/realm/icon', { 'i.png': 'none' }), /Could not decode/, 'BAD_IMAGE');
    await assertRejected(ada.upload('/realm/logo', { 'l.png': await png() }), /night/, 'REQUEST_VARIABLE_MISSING');
  });
});
