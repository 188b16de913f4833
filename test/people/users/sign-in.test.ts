import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../../src/app.ts';
import { closeSession, openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { openStream } from '../../support/streams.ts';
import { assertRejected, newTeam, type Reply, type Team, TestUser } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';

const FORM = { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' };

test('a password returns the API key, and every other case gets the same error', async () => {
  const { team, app, ada, mia } = newTeam();
  const { user_id } = await ada.post('/users', FORM);
  const ask = (username: string, password: string) => team.request('POST', '/fetch_api_key', { username, password });
  const { api_key, email } = await ask('Pia@Example.com', FORM.password);
  assert.equal(email, 'pia@example.com');
  assert.match(api_key, /^[0-9a-z]{32}$/i);
  for (const [name, password] of [
    ['pia@example.com', 'wrong horse'],
    ['nobody@example.com', 'wrong horse'],
    [mia.email, 'wrong horse'],
  ] as const) {
    const reply = await assertRejected(
      ask(name, password),
      'Your username or password is incorrect',
      'AUTHENTICATION_FAILED',
    );
    assert.equal(reply.status, 401);
  }
  deactivateUser(app, undefined, app.users.byId(user_id)!);
  await assertRejected(
    ask('pia@example.com', 'wrong horse'),
    'Your username or password is incorrect',
    'AUTHENTICATION_FAILED',
  );
  await assertRejected(ask('pia@example.com', FORM.password), 'Account is deactivated', 'USER_DEACTIVATED');
});

test('after five wrong passwords sign-in is blocked, and a right one resets the count', async () => {
  const { team, ada } = newTeam({ rateLimits: true });
  await ada.post('/users', FORM);
  const ask = (password: string, username = FORM.email) =>
    team.request('POST', '/fetch_api_key', { username, password });
  for (let times = 0; times < 4; times++) await assertRejected(ask('wrong'), /incorrect/);
  assert.equal((await ask(FORM.password)).status, 200);
  for (let times = 0; times < 5; times++) await assertRejected(ask('wrong'), /incorrect/);
  const reply = await assertRejected(ask(FORM.password), 'API usage exceeded rate limit', 'RATE_LIMIT_HIT');
  assert.equal(reply.status, 429);
  await assertRejected(ask('wrong', 'other@example.com'), /incorrect/);
});

test('a browser signs in by password, changes data only with the CSRF token, and signs out', async () => {
  const { team, ada } = newTeam();
  await ada.post('/users', FORM);
  const signedIn = await team.request('POST', '/accounts/login/', { username: FORM.email, password: FORM.password });
  assert.equal(signedIn.status, 200);
  const cookies: string[] = signedIn.headers.getSetCookie();
  assert.match(cookies.find((line) => line.startsWith('sessionid='))!, /HttpOnly/);
  assert.doesNotMatch(cookies.find((line) => line.startsWith('csrftoken='))!, /HttpOnly/);
  const Cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const csrf = /csrftoken=([^;]+)/.exec(Cookie)![1]!;
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie })).delivery_email, FORM.email);
  assert.equal(
    (await team.request('GET', '/api/v1/users/me', {}, { Cookie })).status,
    401,
    'a session opens /json only',
  );
  await assertRejected(team.request('POST', '/accounts/logout/', {}, { Cookie }), /CSRF/, 'CSRF_FAILED');
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie })).status, 200);
  assert.equal((await team.request('POST', '/accounts/logout/', {}, { Cookie, 'X-CSRFToken': csrf })).status, 200);
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie })).status, 401);
});

/** Signs in as a browser does, and sends requests with its cookies. */
async function browser(team: Team, username: string, password: string) {
  const signedIn = await team.request('POST', '/accounts/login/', { username, password });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((line: string) => line.split(';', 1)[0])
    .join('; ');
  const headers = { Cookie, 'X-CSRFToken': /csrftoken=([^;]+)/.exec(Cookie)![1]! };
  return (method: string, path: string, fields: Record<string, unknown> = {}) =>
    team.request(method, path.startsWith('/accounts') ? path : `/json${path}`, fields, headers);
}

/** Registers a queue and waits until a poll is pending. */
async function held(
  app: App,
  user: number,
  ask: (method: string, path: string, fields: Record<string, unknown>) => Promise<Reply>,
) {
  const before = app.queues.ofUser(user).length;
  const { queue_id } = await ask('POST', '/register', { fetch_event_types: [] });
  const reply = ask('GET', '/events', { queue_id, last_event_id: -1 });
  await waitUntil(() => app.queues.ofUser(user)[before]?.poll);
  // In an object, since awaiting this function must not await the response.
  return { reply };
}

test('a new API key invalidates the old one, and rejects its pending poll', async () => {
  const { mia, app } = newTeam();
  const { reply: waiting } = await held(app, mia.id, (...request) => mia.request(...request));
  const { api_key } = await mia.post('/users/me/api_key/regenerate');
  await assertRejected(waiting, 'Invalid API key', 'UNAUTHORIZED');
  await assertRejected(mia.request('GET', '/users/me'), 'Invalid API key', 'UNAUTHORIZED');
  mia.apiKey = api_key;
  assert.equal((await mia.get('/users/me')).user_id, mia.id);
});

test('a pending poll is rejected before it delivers anything when its session ends', async () => {
  const { team, app, ada } = newTeam();
  const { user_id } = await ada.post('/users', FORM);
  const [one, other] = [await browser(team, FORM.email, FORM.password), await browser(team, FORM.email, FORM.password)];
  const { reply: ended } = await held(app, user_id, one);
  const { reply: goesOn } = await held(app, user_id, other);
  assert.equal((await one('POST', '/accounts/logout/')).status, 200);
  await assertRejected(ended, /^Not logged in/, 'UNAUTHORIZED');
  await ada.sendDirectMessage([new TestUser(team, app.users.byId(user_id)!)], 'hello');
  assert.equal((await goesOn).events[0].type, 'message');
});

test('a stream ends before it delivers anything when its session ends', async () => {
  const { team, app, ada } = newTeam();
  const person = new TestUser(team, app.users.byId((await ada.post('/users', FORM)).user_id)!);
  const streams = [];
  for (const name of ['one', 'other']) {
    const { id: queue_id } = await person.registerQueue();
    const { token } = openSession(app, app.users.byId(person.id)!);
    const stream = await openStream(person, { queue_id, last_event_id: -1 }, `sessionid=${token}`);
    assert.equal((await stream.parts.next()).value.result, 'success', name);
    streams.push({ ...stream, token });
  }
  const [ended, goesOn] = streams as [(typeof streams)[0], (typeof streams)[0]];
  closeSession(app, ended.token);
  await ada.sendDirectMessage([person], 'hello');
  assert.equal((await ended.parts.next()).done, true);
  assert.equal((await goesOn.parts.next()).value.events[0].type, 'message');
  goesOn.leave();
});

test('a new password ends other sessions, the API key and their polls, but not the user’s own session', async () => {
  const { team, app, ada } = newTeam();
  const { user_id } = await ada.post('/users', FORM);
  const person = new TestUser(team, app.users.byId(user_id)!);
  const [own, other] = [await browser(team, FORM.email, FORM.password), await browser(team, FORM.email, FORM.password)];
  const polls = [];
  for (const ask of [own, other, (...request: Parameters<typeof own>) => person.request(...request)]) {
    polls.push((await held(app, user_id, ask as typeof own)).reply);
  }
  const change = { old_password: FORM.password, new_password: 'quite another word' };
  assert.equal((await own('PATCH', '/settings', change)).status, 200);
  await assertRejected(polls[1]!, /^Not logged in/, 'UNAUTHORIZED');
  await assertRejected(polls[2]!, 'Invalid API key', 'UNAUTHORIZED');
  await assertRejected(person.request('GET', '/users/me'), 'Invalid API key');
  assert.equal((await other('GET', '/users/me')).status, 401);
  assert.equal((await own('GET', '/users/me')).status, 200);
  await ada.sendDirectMessage([person], 'hello');
  assert.equal((await polls[0]!).result, 'success');
});

test('a pending poll is rejected when its account is deactivated', async () => {
  const { app, ada, mia } = newTeam();
  const { reply: waiting } = await held(app, mia.id, (...request) => mia.request(...request));
  await ada.delete(`/users/${mia.id}`);
  await assertRejected(waiting, 'Account is deactivated', 'USER_DEACTIVATED');
});

test('a session that is not recent gets a new API key only with the password', async () => {
  const { team, app, clock, ada } = newTeam();
  const { user_id } = await ada.post('/users', FORM);
  const key = () => app.users.byId(user_id)!.api_key;
  const ask = await browser(team, FORM.email, FORM.password);
  assert.equal((await ask('POST', '/users/me/api_key/regenerate')).api_key, key());
  clock.advance(901);
  const before = key();
  await assertRejected(
    ask('POST', '/users/me/api_key/regenerate'),
    'Enter your password, or sign in again.',
    'REAUTHENTICATION_REQUIRED',
  );
  await assertRejected(ask('POST', '/users/me/api_key/regenerate', { password: 'wrong' }), 'Wrong password!');
  assert.equal(key(), before);
  const { api_key } = await ask('POST', '/users/me/api_key/regenerate', { password: FORM.password });
  assert.equal(api_key, key());
  assert.notEqual(api_key, before);
});

test('a database contains no token with which a browser could act', async () => {
  const { team, app, ada } = newTeam();
  await ada.post('/users', FORM);
  const signedIn = await team.request('POST', '/accounts/login/', { username: FORM.email, password: FORM.password });
  const values = signedIn.headers
    .getSetCookie()
    .map((line: string) => decodeURIComponent(line.split(';', 1)[0]!.split('=')[1]!));
  assert.equal(values.length, 3);
  const stored = JSON.stringify(app.db.all('SELECT * FROM session')());
  for (const value of values) assert.ok(!stored.includes(value));
});
