import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/declarations.ts';
import { pages } from '../../../src/pages/contents.ts';
import { CRAWL, type Targets } from '../../invariants/crawl.ts';
import { assertRejected, CAPABILITIES, newTeam, type Team } from '../../support/team.ts';

const PIA = { username: 'pia@example.com', password: 'correct horse' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs in as a browser, and returns how it asks. */
async function browser(team: Team, agent = FIREFOX) {
  const { headers } = await team.request('POST', '/accounts/login/', PIA, { 'User-Agent': agent });
  const Cookie = headers
    .getSetCookie()
    .map((line: string) => line.split(';', 1)[0])
    .join('; ');
  const sent = { Cookie, 'X-CSRFToken': /csrftoken=([^;]+)/.exec(Cookie)![1]!, 'User-Agent': agent };
  return (method: string, path: string, fields = {}) => team.request(method, `/json${path}`, fields, sent);
}

async function newPlace(choices = {}) {
  const place = newTeam(choices);
  await place.ada.post('/users', { email: PIA.username, full_name: 'Pia', password: PIA.password });
  return place;
}

test('a user sees where they are signed in, and ends one session or all others', async () => {
  const { team, clock, mia } = await newPlace();
  const one = await browser(team);
  clock.advance(3600);
  const other = await browser(team, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/605');
  const { sessions } = await one('GET', '/users/me/sessions');
  assert.deepEqual(
    sessions.map(({ device, ip_address, is_current }: any) => [device, ip_address, is_current]),
    [
      ['Firefox on Linux', '127.0.0.1', true],
      ['Safari on iOS', '127.0.0.1', false],
    ],
    'the first was used just now',
  );
  assert.equal(sessions[0].last_used, Math.floor(clock.now() / 1000));
  assert.deepEqual((await mia.get('/users/me/sessions')).sessions, []);
  await assertRejected(mia.request('DELETE', `/users/me/sessions/${sessions[1].session_id}`), 'No such session');
  assert.equal((await one('DELETE', `/users/me/sessions/${sessions[1].session_id}`)).status, 200);
  assert.equal((await other('GET', '/users/me')).status, 401);

  const third = await browser(team);
  assert.equal((await third('DELETE', '/users/me/sessions')).status, 200);
  assert.equal((await one('GET', '/users/me')).status, 401);
  assert.equal((await third('GET', '/users/me/sessions')).sessions.length, 1);
});

test('a session ends after the lifetime that the operator chose', async () => {
  const { team, clock } = await newPlace({ sessionLifetime: 3600 });
  const ask = await browser(team);
  clock.advance(3600);
  assert.equal((await ask('GET', '/users/me')).status, 200);
  clock.advance(1);
  assert.equal((await ask('GET', '/users/me')).status, 401);
});

test('a browser gets the API key after a fresh sign-in, or with the password', async () => {
  const { team, clock, app } = await newPlace();
  const { api_key } = app.users.byEmail(PIA.username)!;
  const ask = await browser(team);
  assert.equal((await ask('POST', '/users/me/api_key')).api_key, api_key);
  clock.advance(901);
  await assertRejected(ask('POST', '/users/me/api_key'), /sign in again/, 'REAUTHENTICATION_REQUIRED');
  await assertRejected(ask('POST', '/users/me/api_key', { password: 'wrong' }), 'Wrong password!');
  assert.equal((await ask('POST', '/users/me/api_key', { password: PIA.password })).api_key, api_key);
});

test('pictures and uploads work in a browser that sends the password of a proxy with every request', async () => {
  const { team, mia } = await newPlace();
  const { url } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
  const { headers } = await team.request('POST', '/accounts/login/', PIA, { 'User-Agent': FIREFOX });
  const cookies: string[] = headers.getSetCookie().map((line: string) => line.split(';', 1)[0]!);
  const pia = (await team.request('POST', '/fetch_api_key', PIA)) as { api_key: string; user_id: number };
  const { url: own } = await (await uploadWithKey(await team.url, pia.api_key)).json();
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
  const open = async (path: string, more: Record<string, string>) =>
    (await fetch((await team.url) + path, { redirect: 'manual', headers: more })).status;
  const Cookie = cookies.join('; ');
  for (const Authorization of [basic('team:open sesame'), basic('nobody'), 'Bearer of the proxy', 'Basic ???']) {
    assert.equal(await open(own, { Cookie, Authorization }), 200, Authorization);
    assert.equal(await open(`/user_avatars/1/${pia.user_id}.png`, { Cookie, Authorization }), 404);
    assert.equal(await open(own, { Authorization }), 401, 'without a session');
    assert.equal(await open('/', { Cookie, Authorization }), 200);
    assert.equal(await open(url, { Cookie, Authorization }), 403, 'a file of somebody else');
    const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' };
    const made = await fetch(`${await team.url}/api/v1/tus`, {
      method: 'POST',
      headers: { Cookie, Authorization, ...tus },
    });
    assert.equal(made.status, 201, await made.text());
  }
  assert.equal(await open(own, { Authorization: basic(`${PIA.username}:${pia.api_key}`) }), 200, 'a key still works');
});

test('a visitor receives the same with the password of a proxy as without it', async () => {
  for (const spectators of [true, false]) {
    const { team, app, ada, mia, max } = newTeam();
    app.db.write(() => app.realm.set('enable_spectator_access', spectators));
    const { id } = await ada.post('/channels/create', {
      name: 'open',
      subscribers: [mia.id],
      is_web_public: spectators,
    });
    const { url: file } = await mia.upload('/user_uploads', { 'plan.txt': 'the plan' });
    await mia.sendMessage('open', 'plans', `[plan](${file})`);
    const { url: secret } = await mia.upload('/user_uploads', { 'secret.txt': 'the secret' });
    const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
    const open = async (path: string, Authorization?: string) => {
      const headers = { 'User-Agent': FIREFOX, ...(Authorization && { Authorization }) };
      const reply = await fetch((await team.url) + path, { redirect: 'manual', headers });
      const { status } = reply;
      return { path, status, scheme: reply.headers.get('WWW-Authenticate'), location: reply.headers.get('Location') };
    };
    const paths = [...rootPaths({ channelIds: [id], userIds: [mia.id] }), ...pagePaths(), file, secret, '/nothing'];
    assert.equal((await open(file)).status, spectators ? 200 : 401);
    const unknown = [
      basic('team:open sesame'),
      basic(`${max.email}:open sesame`),
      basic('a'),
      'Bearer of',
      'Negotiate',
    ];
    for (const path of new Set(paths)) {
      const without = await open(path);
      assert.ok(!without.scheme?.startsWith('Basic'), `the browser would ask for a password at ${path}`);
      for (const one of unknown) assert.deepEqual(await open(path, one), without, one);
    }
    const register = async (headers: Record<string, string>) =>
      (await team.request('POST', '/json/register', { client_capabilities: CAPABILITIES }, headers)).status;
    assert.equal(await register({ Authorization: unknown[0]! }), await register({}));
  }
});

const NO_TARGETS: Targets = {
  messageIds: [],
  channelIds: [],
  channelNames: [],
  userIds: [],
  emails: [],
  topics: [],
  words: [],
  queueIds: [],
};

/** The paths of all endpoints that browsers open, with some values of their parameters. */
const rootPaths = (some: Partial<Targets>): string[] =>
  endpoints
    .filter(({ root, method, developmentOnly }) => root && method === 'GET' && !developmentOnly)
    .flatMap(({ path }) => [...CRAWL[path]!({ ...NO_TARGETS, ...some })].slice(0, 5).map(([real]) => real));

const pagePaths = (): string[] =>
  pages.flatMap(({ paths }) => paths.map((path) => path.replace(/\{\w+\}/g, 'unknown')));

/** Uploads a file with an API key. */
function uploadWithKey(server: string, key: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob(['my plan']), 'mine.txt');
  const Authorization = `Basic ${Buffer.from(`${PIA.username}:${key}`).toString('base64')}`;
  return fetch(`${server}/api/v1/user_uploads`, { method: 'POST', headers: { Authorization }, body: form });
}
