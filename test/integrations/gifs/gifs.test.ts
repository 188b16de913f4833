import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';
import { startGifProvider } from './provider.ts';

test('GIFs are searched at Tenor with the rating and language of the organization and user', async () => {
  const { app, ada, mia } = newTeam();
  const tenor = await startGifProvider('tenor');
  Object.assign(app.config.choices, { gifProvider: 'tenor', gifApiKey: 'word', gifUrl: tenor.url });
  await mia.patch('/settings', { default_language: 'de' });
  const { gifs, next } = await mia.get('/gifs', { query: ' soup ' });
  assert.equal(tenor.asked[0]!.pathname, '/v2/search');
  assert.deepEqual(Object.fromEntries(tenor.asked[0]!.searchParams), {
    key: 'word',
    q: 'soup',
    client_key: 'klatch',
    contentfilter: 'high',
    locale: 'de',
    limit: '24',
    media_filter: 'gif,tinygif,tinygifpreview',
  });
  assert.equal(gifs.length, 3);
  const [{ title, url, preview_url, still_url, width, height }] = gifs;
  assert.deepEqual(
    { title, url, width, height },
    { title: 'soup 0', url: 'https://media.tenor.example/0.gif', width: 220, height: 124 },
  );
  for (const address of [preview_url, still_url]) assert.match(address, /^\/external_content\/[\da-f]{40}\/[\da-f]+$/);
  assert.equal((await mia.get('/gifs', { query: 'soup', position: next })).gifs[0].title, 'soup 3');
  assert.equal(tenor.asked[1]!.searchParams.get('pos'), '3');

  // Popular GIFs, for an organization that allows more.
  await ada.patch('/realm', { giphy_rating: 4 });
  await mia.get('/gifs');
  assert.equal(tenor.asked[2]!.pathname, '/v2/featured');
  assert.equal(tenor.asked[2]!.searchParams.get('contentfilter'), 'low');
});

test('GIFs are searched at GIPHY, page by page', async () => {
  const { app, mia, gus } = newTeam();
  const giphy = await startGifProvider('giphy');
  Object.assign(app.config.choices, { gifProvider: 'giphy', gifApiKey: 'word', gifUrl: `${giphy.url}/` });
  const { gifs, next } = await mia.get('/gifs', { query: 'soup' });
  assert.equal(giphy.asked[0]!.pathname, '/v1/gifs/search');
  assert.equal(giphy.asked[0]!.searchParams.get('rating'), 'g');
  assert.equal(gifs[0].url, 'https://media.giphy.example/0.gif');
  const last = await gus.get('/gifs', { query: 'soup', position: next });
  assert.equal(last.gifs[0].title, 'soup 3');
  assert.equal(last.next, '');
  await mia.get('/gifs');
  assert.equal(giphy.asked[2]!.pathname, '/v1/gifs/trending');
});

test('the same search is made once for all users', async () => {
  const { app, mia, max } = newTeam();
  const tenor = await startGifProvider('tenor');
  Object.assign(app.config.choices, { gifProvider: 'tenor', gifApiKey: 'word', gifUrl: tenor.url });
  await Promise.all([mia.get('/gifs', { query: 'soup' }), max.get('/gifs', { query: 'soup' })]);
  await max.get('/gifs', { query: 'soup' });
  assert.equal(tenor.asked.length, 1);
});

test('nobody searches GIFs without a provider, or in an organization that allows none', async () => {
  const { app, ada, mia } = newTeam();
  const provider = async (): Promise<string> =>
    (await mia.post('/register', { fetch_event_types: ['realm'] })).server_gif_provider;
  await assertRejected(mia.request('GET', '/gifs'), 'GIFs are not configured on this server.');
  assert.equal(await provider(), '');
  const tenor = await startGifProvider('tenor');
  Object.assign(app.config.choices, { gifProvider: 'tenor', gifApiKey: 'word', gifUrl: tenor.url });
  assert.equal(await provider(), 'tenor');
  assert.equal((await mia.post('/register', { fetch_event_types: ['giphy'] })).giphy_api_key, '');
  await ada.patch('/realm', { giphy_rating: 0 });
  await assertRejected(mia.request('GET', '/gifs'), 'GIFs are turned off in this organization.');
  assert.equal(tenor.asked.length, 0);
});

test('a provider that fails, or answers with something else, is reported, and the key is not', async () => {
  const { app, mia } = newTeam();
  Object.assign(app.config.choices, { gifProvider: 'giphy', gifApiKey: 'word', gifUrl: 'http://127.0.0.1:1' });
  await assertRejected(mia.request('GET', '/gifs'), 'The GIF provider does not answer. Try again in a minute.');
  const tenor = await startGifProvider('tenor');
  app.config.choices.gifUrl = tenor.url;
  await assertRejected(mia.request('GET', '/gifs'), 'The GIF provider returned an unexpected error.');
});
