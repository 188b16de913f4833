import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser } from '../../src/chat/users/activity.ts';
import { newTeam, refused } from '../support/team.ts';
import { until } from '../support/until.ts';

const FORM = { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' };

test('a password gives the API key; unknown, wrong and without one are answered alike', async () => {
  const { team, app, ada, mia } = newTeam();
  const { user_id } = await ada.post('/users', FORM);
  const ask = (username: string, password: string) => team.ask('POST', '/fetch_api_key', { username, password });
  const { api_key, email } = await ask('Pia@Example.com', FORM.password);
  assert.equal(email, 'pia@example.com');
  assert.match(api_key, /^[0-9a-z]{32}$/i);
  for (const [name, password] of [
    ['pia@example.com', 'wrong horse'],
    ['nobody@example.com', 'wrong horse'],
    [mia.email, 'wrong horse'],
  ] as const) {
    const reply = await refused(ask(name, password), 'Your username or password is incorrect', 'AUTHENTICATION_FAILED');
    assert.equal(reply.status, 401);
  }
  deactivateUser(app, undefined, app.users.byId(user_id)!);
  await refused(
    ask('pia@example.com', 'wrong horse'),
    'Your username or password is incorrect',
    'AUTHENTICATION_FAILED',
  );
  await refused(ask('pia@example.com', FORM.password), 'Account is deactivated', 'USER_DEACTIVATED');
});

test('guessing ends after five wrong passwords; a right one starts the count anew', async () => {
  const { team, ada } = newTeam({ rateLimits: true });
  await ada.post('/users', FORM);
  const ask = (password: string, username = FORM.email) => team.ask('POST', '/fetch_api_key', { username, password });
  for (let times = 0; times < 4; times++) await refused(ask('wrong'), /incorrect/);
  assert.equal((await ask(FORM.password)).status, 200);
  for (let times = 0; times < 5; times++) await refused(ask('wrong'), /incorrect/);
  const reply = await refused(ask(FORM.password), 'API usage exceeded rate limit', 'RATE_LIMIT_HIT');
  assert.equal(reply.status, 429);
  await refused(ask('wrong', 'other@example.com'), /incorrect/);
});

test('a browser signs in by password, changes things with the CSRF token only, and signs out', async () => {
  const { team, ada } = newTeam();
  await ada.post('/users', FORM);
  const signedIn = await team.ask('POST', '/accounts/login/', { username: FORM.email, password: FORM.password });
  assert.equal(signedIn.status, 200);
  const cookies: string[] = signedIn.headers.getSetCookie();
  assert.match(cookies.find((line) => line.startsWith('sessionid='))!, /HttpOnly/);
  assert.doesNotMatch(cookies.find((line) => line.startsWith('csrftoken='))!, /HttpOnly/);
  const Cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const csrf = /csrftoken=([^;]+)/.exec(Cookie)![1]!;
  assert.equal((await team.ask('GET', '/json/users/me', {}, { Cookie })).delivery_email, FORM.email);
  assert.equal((await team.ask('GET', '/api/v1/users/me', {}, { Cookie })).status, 401, 'a session opens /json only');
  await refused(team.ask('POST', '/accounts/logout/', {}, { Cookie }), /CSRF/, 'CSRF_FAILED');
  assert.equal((await team.ask('GET', '/json/users/me', {}, { Cookie })).status, 200);
  assert.equal((await team.ask('POST', '/accounts/logout/', {}, { Cookie, 'X-CSRFToken': csrf })).status, 200);
  assert.equal((await team.ask('GET', '/json/users/me', {}, { Cookie })).status, 401);
});

test('a new key puts an end to the old one, and to who waits with it', async () => {
  const { mia, app } = newTeam();
  const queue = await mia.listen();
  const waiting = mia.get('/events', { queue_id: queue.id, last_event_id: -1 });
  await until(() => app.queues.ofUser(mia.id)[0]?.poll);
  const { api_key } = await mia.post('/users/me/api_key/regenerate');
  assert.deepEqual((await waiting).events, []);
  await refused(mia.ask('GET', '/users/me'), 'Invalid API key', 'UNAUTHORIZED');
  mia.apiKey = api_key;
  assert.equal((await mia.get('/users/me')).user_id, mia.id);
});
