import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { readNetworks } from '../../../src/kernel/http/proxies.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

/** Creates a browser session. Returns the cookie header and the CSRF token that changing requests must repeat. */
function session({ team: { app }, id }: TestUser): { cookie: string; csrf: string } {
  const { token, csrf } = openSession(app, app.users.byId(id)!);
  app.db.commit();
  return { cookie: `theme=dark; sessionid=${token}; csrftoken=${csrf}`, csrf };
}

const MESSAGE = (to: TestUser) => ({ type: 'direct', to: [to.id], content: 'hello' });

test('a browser reads with its session, and changes data only with the session’s CSRF token', async () => {
  const { team, mia, max } = newTeam();
  const { cookie, csrf } = session(mia);
  assert.equal((await team.request('GET', '/json/users/me', {}, { cookie })).user_id, mia.id);
  const post = (headers: Record<string, string>, fields = {}) =>
    team.request('POST', '/json/messages', { ...MESSAGE(max), ...fields }, { cookie, ...headers });

  await max.assertReceives(async () => {
    for (const headers of [{}, { 'x-csrftoken': 'another' }, { 'x-csrftoken': '' }] as Record<string, string>[]) {
      const reply = await assertRejected(post(headers), /CSRF/, 'CSRF_FAILED');
      assert.equal(reply.status, 403);
    }
    await assertRejected(post({}, { csrfmiddlewaretoken: session(max).csrf }), /CSRF/, 'CSRF_FAILED');
  });
  await max.assertReceives(() => post({ 'x-csrftoken': csrf }), { type: 'message' });
  await max.assertReceives(() => post({}, { csrfmiddlewaretoken: csrf }), { type: 'message' });
  assert.equal((await post({}, { csrfmiddlewaretoken: csrf })).ignored_parameters_unsupported, undefined);
});

/** Cross-site headers of browsers with and without Sec-Fetch-Site. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { referer: 'not a URL' },
  { origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

test('a request with a session is rejected from another site, by Sec-Fetch-Site, Origin or Referer', async () => {
  const { team, mia, max } = newTeam();
  const { cookie, csrf } = session(mia);
  const post = (headers: Record<string, string>) =>
    team.request('POST', '/json/messages', MESSAGE(max), { cookie, 'x-csrftoken': csrf, ...headers });
  for (const headers of FOREIGN) {
    const reply = await assertRejected(post(headers), /another site/, 'CSRF_FAILED');
    assert.equal(reply.status, 403);
  }
  const url = await team.url;
  for (const headers of [{ origin: url }, { referer: `${url}/#inbox` }, { 'sec-fetch-site': 'same-origin' }, {}])
    assert.equal((await post(headers as Record<string, string>)).status, 200, JSON.stringify(headers));
});

test('signing in with JSON and joining are rejected from another site', async () => {
  const { team, mia } = newTeam();
  const form = { username: mia.email, password: 'x' };
  const join = { key: 'x', full_name: 'Eve', password: 'y', email: 'eve@example.com' };
  for (const headers of FOREIGN) {
    await assertRejected(team.request('POST', '/accounts/login/', form, headers), /another site/, 'CSRF_FAILED');
    await assertRejected(team.request('POST', '/accounts/register/', join, headers), /another site/, 'CSRF_FAILED');
  }
});

test('over HTTPS the session cookie has the prefix __Host-, and a cookie without it is ignored', async () => {
  const { team, app, mia } = newTeam();
  app.config.choices.publicUrl = 'https://klatch.example';
  const { cookie } = session(mia);
  const prefixed = cookie.replace('sessionid', '__Host-sessionid');
  assert.equal((await team.request('GET', '/json/users/me', {}, { cookie })).status, 401);
  assert.equal((await team.request('GET', '/json/users/me', {}, { cookie: prefixed })).user_id, mia.id);
});

test('behind a trusted proxy, the forwarded protocol decides about the cookie prefix', async () => {
  const { team, app, mia } = newTeam();
  app.config.choices.publicUrl = undefined;
  app.config.choices.behindProxy = readNetworks('private')!;
  const cookie = session(mia).cookie.replace('sessionid', '__Host-sessionid');
  const get = (protocol: string) =>
    team.request(
      'GET',
      '/json/users/me',
      {},
      { cookie, 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': protocol },
    );
  assert.equal((await get('https')).user_id, mia.id);
  assert.equal((await get('http')).status, 401);
});

test('/api/v1 ignores cookies, and /json ignores API keys', async () => {
  const { team, mia, max } = newTeam();
  const { cookie, csrf } = session(mia);
  const withCookie = { cookie, 'x-csrftoken': csrf };
  const reply = await assertRejected(
    team.request('GET', '/api/v1/users/me', {}, withCookie),
    /authorization/i,
    'UNAUTHORIZED',
  );
  assert.equal(reply.status, 401);
  assert.match(reply.headers.get('www-authenticate'), /^Basic /);
  assert.equal((await team.request('POST', '/api/v1/messages', MESSAGE(max), withCookie)).status, 401);
  assert.equal((await team.request('GET', '/api/v1/events', { queue_id: 'x' }, withCookie)).status, 401);
  const authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
  const other = await assertRejected(
    team.request('GET', '/json/users/me', {}, { authorization }),
    /Not logged in/,
    'UNAUTHORIZED',
  );
  assert.deepEqual([other.status, other.headers.get('www-authenticate')], [401, 'Session realm="klatch"']);
});

test('a session ends after two weeks, and when the account is deactivated', async () => {
  const { team, app, mia, max, clock } = newTeam();
  const first = session(mia);
  const ask = ({ cookie }: { cookie: string }) => team.request('GET', '/json/users/me', {}, { cookie });
  assert.equal((await ask(first)).status, 200);
  clock.advance(1_209_601);
  assert.equal((await ask(first)).status, 401);
  const second = session(max);
  assert.equal((await ask(second)).status, 200);
  deactivateUser(app, undefined, app.users.byId(max.id)!);
  assert.equal((await ask(second)).status, 401);
  assert.equal((await ask({ cookie: 'sessionid=made-up' })).status, 401);
});

test('a browser can poll for events with its session', async () => {
  const { team, mia, max } = newTeam();
  const { cookie, csrf } = session(mia);
  const registering = {
    fetch_event_types: [],
    event_types: ['message'],
    client_capabilities: { notification_settings_null: true },
  };
  const { queue_id } = await team.request('POST', '/json/register', registering, { cookie, 'x-csrftoken': csrf });
  const held = team.request('GET', '/json/events', { queue_id, last_event_id: -1 }, { cookie });
  await max.sendDirectMessage([mia], 'psst');
  assert.equal((await held).events.length, 1);
  assert.equal(
    (await team.request('GET', '/json/events', { queue_id, dont_block: true }, { cookie: session(max).cookie })).code,
    'BAD_EVENT_QUEUE_ID',
  );
});
