import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getNetwork, RateLimits } from '../../../src/kernel/http/limits.ts';
import { readNetworks } from '../../../src/kernel/http/proxies.ts';
import { assertRejected, newTeam, type Reply, type Team, type TestUser } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const limited = () => newTeam({ rateLimits: true });

/** The same request this many times, a few at once. */
async function repeated(times: number, ask: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  while (replies.length < times)
    replies.push(...(await Promise.all(Array.from({ length: Math.min(20, times - replies.length) }, ask))));
  return replies;
}

function assertHit(reply: Reply, limit: number): void {
  assert.equal(reply.status, 429);
  assert.deepEqual([reply.result, reply.code, reply.msg], ['error', 'RATE_LIMIT_HIT', 'API usage exceeded rate limit']);
  const wait = reply['retry-after'];
  assert.ok(wait > 0 && wait <= 1800, `retry-after ${wait}`);
  assert.equal(reply.headers.get('retry-after'), String(Math.ceil(wait)));
  assert.equal(reply.headers.get('x-ratelimit-limit'), String(limit));
  assert.equal(reply.headers.get('x-ratelimit-remaining'), '0');
  // The time of the response, calculated from its headers.
  const then = Number(reply.headers.get('x-ratelimit-reset')) - wait;
  assert.ok(then > performance.timeOrigin / 1000 - 2 && then < Date.now() / 1000 + 2, `${then}`);
}

test('a user can send 200 requests a minute, and each response says how many are left', async () => {
  const { mia, max } = limited();
  const ask = () => mia.request('GET', '/users/me');
  const first = await ask();
  assert.deepEqual(
    [first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')],
    ['200', '199'],
  );
  assert.ok(Number(first.headers.get('x-ratelimit-reset')) > performance.timeOrigin / 1000);
  const rest = await repeated(199, ask);
  assert.ok(rest.every(({ status }) => status === 200));
  assertHit(await ask(), 200);
  assertHit(await mia.request('POST', '/messages', { type: 'direct', to: [max.id], content: 'x' }), 200);
  assert.equal((await max.request('GET', '/users/me')).status, 200, 'others are not concerned');
});

test('rejected requests count too, including those rejected for the role', async () => {
  const { gus } = limited();
  const replies = await repeated(200, () =>
    gus.request('POST', '/users', { email: 'x@example.com', full_name: 'X', password: 'p' }),
  );
  assert.ok(replies.every(({ status }) => status === 400));
  assertHit(await gus.request('GET', '/users/me'), 200);
});

test('polls for events are never rate-limited', async () => {
  const { mia, max } = limited();
  const queue = await mia.registerQueue();
  await repeated(200, () => mia.request('GET', '/users/me'));
  assert.equal((await mia.request('GET', '/users/me')).status, 429);
  await max.sendDirectMessage([mia as TestUser], 'still there?');
  assert.deepEqual(
    (await queue.events()).map(({ type }) => type),
    ['message'],
  );
});

test('without an account, an address can send 100 requests a minute', async () => {
  const { team, mia } = limited();
  const ask = () => team.request('GET', '/server_settings');
  assert.equal((await ask()).headers.get('x-ratelimit-limit'), '100');
  await repeated(99, ask);
  assertHit(await ask(), 100);
  assert.equal((await mia.request('GET', '/users/me')).status, 200, 'people with an account at the same address go on');
});

test('wrong credentials count against the address', async () => {
  const { team, mia } = limited();
  const key = Buffer.from(`${mia.email}:${'0'.repeat(32)}`).toString('base64');
  const replies = await repeated(100, () => team.request('GET', '/users/me', {}, { Authorization: `Basic ${key}` }));
  assert.ok(replies.every(({ status, code }) => status === 401 && code === 'UNAUTHORIZED'));
  assertHit(await team.request('GET', '/events', { queue_id: 'x' }, { Authorization: `Basic ${key}` }), 100);
  assert.equal((await mia.request('GET', '/users/me')).status, 200);
});

test('a username can fail to sign in five times in half an hour', async () => {
  const { team, mia, max } = limited();
  const signIn = (username: string, password: string) => team.request('POST', '/fetch_api_key', { username, password });
  for (let time = 0; time < 5; time++) assert.notEqual((await signIn(mia.email, 'wrong')).code, 'RATE_LIMIT_HIT');
  const hit = await assertRejected(signIn(mia.email.toUpperCase(), 'wrong'), /rate limit/, 'RATE_LIMIT_HIT');
  assert.equal(hit.status, 429);
  assert.ok(hit['retry-after'] > 60 && hit['retry-after'] <= 1800);
  assert.notEqual((await signIn(max.email, 'wrong')).code, 'RATE_LIMIT_HIT', 'other names are not concerned');
  for (let time = 0; time < 5; time++) await signIn('nobody@example.com', 'wrong');
  await assertRejected(signIn('nobody@example.com', 'wrong'), /rate limit/, 'RATE_LIMIT_HIT');
});

test('requests that send mail, and files served to visitors, are limited too', async () => {
  const { app } = limited();
  for (const [rule, allowed] of [
    ['email_change_by_user', 2],
    ['password_reset_form_by_email', 2],
    ['sends_email_by_ip', 5],
    ['spectator_attachment_access_by_file', 1000],
  ] as const) {
    for (let time = 0; time < allowed; time++) app.limits.take(rule, 'x');
    assert.throws(() => app.limits.take(rule, 'x'), { code: 'RATE_LIMIT_HIT' }, `${rule}: more than ${allowed}`);
    app.limits.take(rule, 'y');
  }
});

test('a mailbox gets at most two sign-up mails an hour from any number of addresses', async () => {
  const { ada, mia, app, team } = newTeam({
    rateLimits: true,
    outbox: 'somewhere',
    behindProxy: readNetworks('private'),
  });
  await ada.patch('/realm', { invite_required: false });
  const url = await team.url;
  let place = 0;
  const ask = (email: string, from = `192.0.2.${++place}`) =>
    new Visitor(url, { 'X-Forwarded-For': from, 'X-Forwarded-Proto': 'http' }).fillIn('/register/', { email });
  const mails = (email: string) => app.mail.waiting().filter(({ recipient }) => recipient === email);
  for (const [written, email] of [
    ['Kim@example.org', 'kim@example.org'],
    [mia.email.toUpperCase(), mia.email],
  ] as const) {
    for (const spelling of [written, email]) assert.match((await ask(spelling)).text, /is on its way/);
    const kept = mails(email);
    const hit = await ask(email);
    assert.equal(hit.status, 429);
    assert.deepEqual(mails(email), kept, 'the link they have still holds');
    assert.equal(hit.text.includes('is on its way'), false);
  }
  assert.match((await ask('max@example.org')).text, /is on its way/, 'other mailboxes are not concerned');
  // One address can request five a day.
  for (let time = 0; time < 5; time++) assert.equal((await ask(`x${time}@example.org`, '198.51.100.1')).status, 200);
  assert.equal((await ask('y@example.org', '198.51.100.1')).status, 429);
  assert.equal(mails('y@example.org').length, 0);
});

test('a public file is served to visitors a thousand times a day, and to users without limit', async () => {
  const { app, team, ada, mia } = limited();
  await ada.patch('/realm', { enable_spectator_access: true });
  await ada.post('/channels/create', { name: 'shop window', subscribers: [ada.id], is_web_public: true });
  const { url } = await ada.upload('/user_uploads', { 'plan.txt': 'open from nine to five' });
  await ada.sendMessage('shop window', 'hours', `[plan.txt](${url})`);
  const visit = async () => (await fetch((await team.url) + url)).status;
  assert.equal(await visit(), 200);
  const { path_id } = app.attachments.ofUser(ada.id)[0]!;
  for (let time = 1; time < 1000; time++) app.limits.take('spectator_attachment_access_by_file', path_id);
  assert.equal(await visit(), 429);
  assert.equal((await mia.fetch(url)).status, 200);
});

test('with rate limits turned off nothing is counted', async () => {
  const { team } = newTeam();
  const replies = await repeated(120, () => team.request('GET', '/server_settings'));
  assert.ok(replies.every(({ status, headers }) => status === 200 && !headers.has('x-ratelimit-limit')));
});

/** Signs in through a trusted proxy from this address. Returns the error code. */
async function signInFrom(team: Team, address: string, username: string, password = 'wrong'): Promise<string> {
  const headers = { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'http' };
  return (await team.request('POST', '/fetch_api_key', { username, password }, headers)).code;
}

const behindProxy = () => newTeam({ rateLimits: true, behindProxy: readNetworks('private') });

test('an address can fail to sign in fifty times in half an hour, over all accounts together', async () => {
  const { team, ada } = behindProxy();
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse battery' });
  const fail = (at: number) => signInFrom(team, '192.0.2.7', `somebody${at}@example.com`);
  for (let at = 0; at < 25; at++) assert.equal(await fail(at), 'AUTHENTICATION_FAILED');
  const success = await signInFrom(team, '192.0.2.7', 'pia@example.com', 'correct horse battery');
  assert.equal(success, undefined, 'a success is not counted');
  for (let at = 25; at < 50; at++) assert.equal(await fail(at), 'AUTHENTICATION_FAILED');
  assert.equal(await fail(50), 'RATE_LIMIT_HIT');
  assert.equal(await signInFrom(team, '192.0.2.8', 'mia@example.com'), 'AUTHENTICATION_FAILED');
});

const PASSWORD = 'correct horse battery';

/** A server behind a proxy with the account of Pia, and browsers at any address. */
async function attacked(t: TestContext) {
  const people = behindProxy();
  await people.ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: PASSWORD });
  const url = await people.team.url;
  let time = Date.now();
  t.mock.method(Date, 'now', () => time);
  return {
    ...people,
    /** A browser at this address, which signs in. Returns whether it could, and the status of the page. */
    browser(address: string) {
      const visitor = new Visitor(url, { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'http' });
      return {
        visitor,
        async signIn(password: string, username = 'pia@example.com'): Promise<{ isIn: boolean; status: number }> {
          const { status } = await visitor.fillIn('/login/?again=1', { username, password });
          const isIn = visitor.cookies.has('sessionid');
          visitor.cookies.delete('sessionid');
          return { isIn, status };
        },
      };
    },
    wait(seconds: number): void {
      time += seconds * 1000;
    },
  };
}

test('nobody elsewhere can lock an account for its owner', async (t) => {
  const { team, browser } = await attacked(t);
  for (let at = 0; at < 5; at++)
    assert.equal(await signInFrom(team, '192.0.2.7', 'pia@example.com'), 'AUTHENTICATION_FAILED');
  assert.equal(await signInFrom(team, '192.0.2.7', 'pia@example.com', PASSWORD), 'RATE_LIMIT_HIT', 'the attacker');
  assert.equal(await signInFrom(team, '198.51.100.7', 'pia@example.com', PASSWORD), undefined, 'an app of the owner');
  assert.equal((await browser('198.51.100.8').signIn(PASSWORD)).isIn, true, 'a browser of the owner');
});

test('guesses for one account from many networks are slowed down, and its owner still signs in', async (t) => {
  const { team, browser, wait } = await attacked(t);
  let networks = 0;
  const guess = () => signInFrom(team, `2001:db8:${(++networks).toString(16)}::1`, 'pia@example.com');
  for (let at = 0; at < 50; at++) assert.equal(await guess(), 'AUTHENTICATION_FAILED');
  const known: string[] = [];
  for (let at = 0; at < 20; at++) known.push(await guess());
  assert.deepEqual([...new Set(known.slice(1))], ['RATE_LIMIT_HIT'], 'one is left for ten seconds');
  const username = 'pia@example.com';
  const headers = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'http' };
  const ask = () => team.request('POST', '/fetch_api_key', { username, password: PASSWORD }, headers);
  for (let time = 0; time < 9; time++) {
    const hit = await ask();
    assert.equal(hit.code, 'RATE_LIMIT_HIT');
    assert.ok(hit['retry-after'] > 0 && hit['retry-after'] <= 10, `${hit['retry-after']}`);
  }
  wait(10);
  assert.equal((await ask()).result, 'success', 'waiting attempts do not count');
  assert.equal((await browser('198.51.100.8').signIn(PASSWORD)).isIn, true, 'a success makes room');
  wait(1800);
  for (let at = 0; at < 50; at++) assert.equal(await guess(), 'AUTHENTICATION_FAILED');
});

test('a browser that signed in before is not locked out by others, even in its own network', async (t) => {
  const { team, browser, mia } = await attacked(t);
  const own = browser('192.0.2.7');
  assert.equal((await own.signIn(PASSWORD)).isIn, true);
  for (let at = 0; at < 5; at++) await signInFrom(team, '192.0.2.7', 'pia@example.com');
  for (let at = 0; at < 50; at++) await signInFrom(team, '192.0.2.7', `somebody${at}@example.com`);
  for (let at = 0; at < 50; at++) await signInFrom(team, `2001:db8:${at.toString(16)}::1`, 'pia@example.com');
  assert.equal((await browser('192.0.2.7').signIn(PASSWORD)).status, 429, 'another browser');
  assert.equal((await own.signIn(PASSWORD, ' PIA@example.com')).isIn, true);
  for (let at = 0; at < 5; at++) assert.equal((await own.signIn('wrong')).status, 401);
  assert.equal((await own.signIn(PASSWORD)).status, 429, 'it has five tries, too');
  // Its cookie is for its own names only.
  for (let at = 0; at < 5; at++) await signInFrom(team, '192.0.2.7', mia.email);
  assert.equal((await own.signIn('wrong', mia.email)).status, 429);
});

test('only the server makes the cookie of a known browser', async (t) => {
  const { team, browser } = await attacked(t);
  const own = browser('192.0.2.7');
  await own.signIn(PASSWORD);
  const { value } = own.visitor.cookies.get('known_browser')!;
  for (let at = 0; at < 5; at++) await signInFrom(team, '192.0.2.7', 'pia@example.com');
  for (const forged of [
    '',
    'x',
    `${value}x`,
    value.replace(/^./, (a) => (a === 'a' ? 'b' : 'a')),
    `${value}.${'a'.repeat(43)}`,
    value.split('.')[0]!,
  ]) {
    own.visitor.cookies.set('known_browser', { value: forged, flags: '' });
    assert.equal((await own.signIn(PASSWORD)).isIn, forged.startsWith(`${value}.`), forged);
  }
});

test('a user who is signed in confirms their password while others guess it', async (t) => {
  const { app, team } = await attacked(t);
  const headers = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'http' };
  const username = 'pia@example.com';
  const { api_key } = await team.request('POST', '/fetch_api_key', { username, password: PASSWORD }, headers);
  for (let at = 0; at < 60; at++) await signInFrom(team, `2001:db8:${at.toString(16)}::1`, username);
  assert.equal(app.limits.isReached('authenticate_by_username', username), true);
  const Authorization = `Basic ${Buffer.from(`${username}:${api_key}`).toString('base64')}`;
  const change = (old_password: string) =>
    team.request('PATCH', '/settings', { old_password, new_password: `${old_password} staple` }, { Authorization });
  for (let at = 0; at < 4; at++) assert.equal((await change('wrong')).msg, 'Wrong password!');
  assert.equal((await change(PASSWORD)).result, 'success');
});

test('a thief of a session can try five passwords', async (t) => {
  const { team } = await attacked(t);
  const username = 'pia@example.com';
  const { api_key } = await team.request('POST', '/fetch_api_key', { username, password: PASSWORD });
  const Authorization = `Basic ${Buffer.from(`${username}:${api_key}`).toString('base64')}`;
  for (const tries of [5, 6]) {
    const fields = { old_password: 'wrong', new_password: `${PASSWORD} staple` };
    const headers = { Authorization, 'X-Forwarded-For': `192.0.2.${tries}`, 'X-Forwarded-Proto': 'http' };
    for (let at = 0; at < 5; at++)
      assert.equal((await team.request('PATCH', '/settings', fields, headers)).status, tries === 5 ? 400 : 429);
  }
});

test('all addresses of an IPv6 /64 network count together', async () => {
  const { team } = behindProxy();
  const fail = (address: string, at: number) => signInFrom(team, address, `somebody${at}@example.com`);
  for (let at = 0; at < 50; at++)
    assert.equal(await fail(`2001:db8:1:2::${at.toString(16)}`, at), 'AUTHENTICATION_FAILED');
  assert.equal(await fail('2001:db8:1:2:ffff::1', 50), 'RATE_LIMIT_HIT');
  assert.equal(await fail('2001:db8:1:3::1', 50), 'AUTHENTICATION_FAILED');
  assert.equal(getNetwork('::ffff:192.0.2.1'), '192.0.2.1');
});

test('the rate limiter stores neither long keys nor more keys than its capacity', () => {
  const limits = new RateLimits(true);
  const before = process.memoryUsage().heapUsed;
  // Their hashes take about ten megabytes; the names themselves would take 400.
  for (let at = 0; at < 60_000; at++) limits.take('authenticate_by_username', `${at} ${'x'.repeat(8_000)}`);
  assert.ok(process.memoryUsage().heapUsed - before < 200 * 2 ** 20);
  assert.equal(limits.keys('authenticate_by_username'), 50_000);
});

test('the operator sets the limits by kind, and those of passwords apart from them', async () => {
  const { team, mia, max } = newTeam({
    rateLimits: true,
    userRequestsPerMinute: 12,
    addressRequestsPerMinute: 7,
    sendsPerMinute: 3,
    uploadsPerMinute: 2,
    passwordTries: 2,
  });
  const statuses = async (times: number, ask: () => Promise<Reply>) => {
    const found: number[] = [];
    for (let time = 0; time < times; time++) found.push((await ask()).status);
    return found;
  };
  const send = () => mia.request('POST', '/messages', { type: 'direct', to: [max.id], content: 'x' });
  assert.deepEqual(await statuses(4, send), [200, 200, 200, 429]);
  const upload = () => mia.upload('/user_uploads', { 'a.txt': 'a' });
  assert.deepEqual(await statuses(3, upload), [200, 200, 429]);
  assert.deepEqual(await statuses(6, () => mia.request('GET', '/users/me')), [200, 200, 200, 200, 200, 429]);
  const signIn = () => team.request('POST', '/fetch_api_key', { username: max.email, password: 'wrong' });
  assert.deepEqual((await statuses(3, signIn)).slice(-1), [429]);
  assert.deepEqual(
    await statuses(5, () => team.request('GET', '/server_settings')),
    [200, 200, 200, 200, 429],
    'the three sign-ins count among the seven requests of the address',
  );
});

test('networks that are exempt do not have the limits of one address', async () => {
  const { team } = newTeam({
    rateLimits: true,
    behindProxy: readNetworks('private'),
    addressRequestsPerMinute: 5,
    addressPasswordTries: 3,
    rateLimitExempt: readNetworks('192.0.2.0/24,2001:db8:1::/48'),
  });
  const ask = async (address: string) => {
    const headers = { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'http' };
    return (await team.request('GET', '/server_settings', {}, headers)).status;
  };
  for (const school of ['192.0.2.7', '2001:db8:1:2::7']) {
    for (let time = 0; time < 20; time++) assert.equal(await ask(school), 200);
    for (let at = 0; at < 20; at++)
      assert.equal(await signInFrom(team, school, `${at}${school.length}@example.com`), 'AUTHENTICATION_FAILED');
    for (let time = 0; time < 5; time++) await signInFrom(team, school, `same${school.length}@example.com`);
    assert.equal(
      await signInFrom(team, school, `same${school.length}@example.com`),
      'RATE_LIMIT_HIT',
      'the limit of one account remains',
    );
  }
  for (let time = 0; time < 5; time++) assert.equal(await ask('198.51.100.7'), 200);
  assert.equal(await ask('198.51.100.7'), 429);
});

test('a username that looks like the key of another limit does not count there', async () => {
  const { team, app, mia } = limited();
  app.config.choices.jwtSecret = 'a word between two programs';
  for (let time = 0; time < 5; time++)
    for (const page of ['jwt', 'set-up'])
      await team.request('POST', '/fetch_api_key', { username: `${page} 127.0.0.1`, password: 'wrong' });
  await assertRejected(team.request('POST', '/jwt/fetch_api_key', { token: 'x' }), 'Bad JSON web token');
  await assertRejected(team.request('POST', '/fetch_api_key', { username: mia.email, password: 'x' }), /incorrect/);
});

test('all spellings of an address count as one', () => {
  for (const rule of ['password_reset_form_by_email', 'authenticate_by_username'] as const) {
    const limits = new RateLimits(true);
    const spellings = [
      'a@müller.test',
      'a@xn--mller-kva.test',
      'A@MÜLLER.test',
      'a@XN--MLLER-KVA.TEST',
      ' a@m\u0075\u0308ller.test ',
      'a@müller.TEST',
    ];
    for (const spelling of spellings) {
      try {
        limits.take(rule, spelling);
      } catch {}
    }
    assert.equal(limits.keys(rule), 1, rule);
    for (const other of ['b@müller.test', 'a@muller.test', 'a@müller.test.example']) limits.take(rule, other);
    assert.equal(limits.keys(rule), 4, rule);
  }
});

test('somebody who guesses signed tokens does not close the sign-in for others behind the address', async () => {
  const { team, app, mia } = limited();
  app.config.choices.jwtSecret = 'a word between two programs that is long enough';
  const { SignJWT } = await import('jose');
  const token = await new SignJWT({ email: mia.email })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2m')
    .sign(new TextEncoder().encode(app.config.choices.jwtSecret));
  const ask = (tried: string) => team.request('POST', '/jwt/fetch_api_key', { token: tried });
  const guesses = await repeated(20, () => ask(`${token}x`));
  assert.ok(guesses.filter(({ status }) => status === 400).length <= 5, 'guesses are limited');
  assert.equal((await ask(`${token}x`)).status, 429);
  assert.equal((await ask(token)).result, 'success');
  assert.equal((await ask(`${token}x`)).status, 429, 'a success of somebody else allows no more guesses');
});
