import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { localPath } from '../../src/pages/kit/visit.ts';
import { newTeam, type TestUser } from '../support/team.ts';
import { Visitor } from '../support/visitor.ts';

const PASSWORD = 'correct horse';
const hash = await hashPassword(PASSWORD);

async function newServer(choices?: { rateLimits?: boolean }) {
  const place = newTeam(choices);
  setPassword(place.app, place.app.users.byId(place.mia.id)!, hash);
  place.app.db.commit();
  return { ...place, url: await place.team.url };
}

const credentials = ({ email }: TestUser) => ({ username: email, password: PASSWORD });

test('a user signs in with a password, gets to the requested page, and signs out', async () => {
  const { mia, app, url } = await newServer();
  const visitor = new Visitor(url);
  const form = await visitor.open('/login/?next=/setup%3Fa%3Db');
  assert.equal(
    form.elements('input').find(({ attributes }) => attributes.name === 'password')!.attributes.autocomplete,
    'current-password',
  );
  const sent = await visitor.request('POST', form.action!, { ...form.fields, ...credentials(mia) });
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.get('location'), '/setup?a=b');
  const { flags } = visitor.cookies.get('sessionid')!;
  assert.match(flags, /HttpOnly/);
  assert.match(flags, /SameSite=Lax/);
  const token = decodeURIComponent(visitor.cookies.get('sessionid')!.value);
  assert.equal(app.accounts.withSession(token)?.user.id, mia.id);

  const out = await visitor.open('/logout/');
  assert.match(out.text, /signed in as Mia/);
  assert.equal((await visitor.fillIn('/logout/', {})).title.split(' · ')[0], 'Sign in');
  assert.equal(app.accounts.withSession(token), undefined, 'the session is gone, not only the cookie');
});

test('over HTTPS the cookies are sent over HTTPS only', async () => {
  const { mia, app, url } = await newServer();
  (app.config.choices as { publicUrl: string }).publicUrl = 'https://klatch.example';
  const visitor = new Visitor(url);
  await visitor.fillIn('/login/', credentials(mia));
  for (const name of ['__Host-sessionid', '__Host-csrftoken']) {
    const { flags } = visitor.cookies.get(name)!;
    assert.match(flags, /; Secure/);
    assert.match(flags, /^ Path=\/;/);
    assert.doesNotMatch(flags, /Domain/);
  }
});

test('Zulip’s own sign-in URLs lead to the same page', async () => {
  const { url } = await newServer();
  for (const path of ['/login', '/login/', '/accounts/login/', '/accounts/login'])
    assert.match((await new Visitor(url).open(path)).title, /Sign in/, path);
});

test('a wrong password, an unknown address and a bot get the same error', async () => {
  const { team, mia, url } = await newServer();
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  for (const username of [mia.email, 'nobody@example.com', bot.email]) {
    const again = await new Visitor(url).fillIn('/login/', { username, password: 'wrong' });
    assert.equal(again.status, 401);
    assert.match(again.text, /username or password is incorrect/);
    assert.equal(again.fields.username, username);
    assert.equal(again.fields.password, '');
  }
});

test('repeated sign-in attempts are rate-limited', async () => {
  const { mia, url } = await newServer({ rateLimits: true });
  const visitor = new Visitor(url);
  for (let guess = 0; guess < 5; guess++) await visitor.fillIn('/login/', { username: mia.email, password: 'wrong' });
  const sixth = await visitor.fillIn('/login/', credentials(mia));
  assert.equal(sixth.status, 429);
  assert.match(sixth.text, /too often. Please wait 30 minutes/);
});

test('signing in never redirects to another site', async () => {
  const { mia, url } = await newServer();
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'login',
  ]) {
    const visitor = new Visitor(url);
    const { fields } = await visitor.open('/login/');
    const sent = await visitor.request('POST', `/login/?next=${encodeURIComponent(next)}`, {
      ...fields,
      ...credentials(mia),
    });
    const to = sent.headers.get('location')!;
    assert.equal(new URL(to, 'http://klatch.example').origin, 'http://klatch.example', `${next} led to ${to}`);
    assert.ok(!to.includes('evil') || to.startsWith('/%'), `${next} led to ${to}`);
  }
  assert.equal(localPath('/#narrow/channel/1-general'), '/#narrow/channel/1-general');
  assert.equal(localPath('/..//evil.example'), '/evil.example');
});

test('a form of another site, or without the token, signs nobody in or out', async () => {
  const { mia, app, url } = await newServer();
  const visitor = new Visitor(url);
  const { fields } = await visitor.open('/login/');
  const from = (site: string) =>
    visitor.request('POST', '/login/', { ...fields, ...credentials(mia) }, { 'Sec-Fetch-Site': site });
  assert.equal((await from('cross-site')).status, 403);
  assert.equal((await from('same-site')).status, 403);
  const { csrfmiddlewaretoken: _, ...without } = fields;
  const tokenless = await visitor.request('POST', '/login/', { ...without, ...credentials(mia) });
  assert.equal(tokenless.status, 403);
  assert.match(await tokenless.text(), /open for too long/);
  // A browser without cookies gets an explanation.
  const cookieless = await new Visitor(url).request('POST', '/login/', { ...fields, ...credentials(mia) });
  assert.equal(cookieless.status, 403);
  assert.match(await cookieless.text(), /allow cookies/);
  assert.ok(!visitor.cookies.has('sessionid'));
  const asProgram = await visitor.request('POST', '/accounts/login/', credentials(mia), {
    'Sec-Fetch-Site': 'cross-site',
  });
  assert.equal(asProgram.status, 403, 'nor at the address for programs');
  assert.ok(!visitor.cookies.has('sessionid'));
  assert.equal((await from('same-origin')).status, 303);
  assert.equal((await visitor.request('POST', '/logout/', {})).status, 403);
  assert.ok(app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')!.value)), 'still signed in');
});

test('a signed-in user is redirected from the sign-in page, and a new sign-in replaces the session', async () => {
  const { mia, app, url } = await newServer();
  const visitor = new Visitor(url);
  const { fields } = await visitor.open('/login/');
  await visitor.request('POST', '/login/', { ...fields, ...credentials(mia) });
  const first = decodeURIComponent(visitor.cookies.get('sessionid')!.value);
  const second = await visitor.request('GET', '/login/?next=/x');
  assert.equal(second.headers.get('location'), '/x');
  const csrf = visitor.cookies.get('csrftoken')!.value;
  await visitor.request('POST', '/login/', { ...credentials(mia), csrfmiddlewaretoken: csrf });
  assert.equal(app.accounts.withSession(first), undefined);
});

test('a deactivated user cannot sign in, and nobody can in a deactivated organization', async () => {
  const { mia, abe, ada, url } = await newServer();
  const hers = new Visitor(url);
  await hers.fillIn('/login/', credentials(mia));
  await abe.delete(`/users/${mia.id}`);
  assert.match(
    (await hers.open('/login/')).text,
    /The account mia@example.com was deactivated/,
    'who was signed in is told',
  );
  await abe.post(`/users/${mia.id}/reactivate`);
  const again = (await hers.open('/login/')).text;
  assert.doesNotMatch(again, /Sign out|deactivated/, 'and is not signed in again by itself');
  assert.match(again, /your session ended/);
  assert.doesNotMatch(
    (await new Visitor(url).open('/login/')).text,
    /session has ended/,
    'who was never here is told nothing',
  );
  await abe.delete(`/users/${mia.id}`);
  const gone = await new Visitor(url).fillIn('/login/', credentials(mia));
  assert.match(gone.text, /Account is deactivated/);
  await ada.post('/realm/deactivate', { deletion_delay_days: 'null' }).catch(() => ada.post('/realm/deactivate'));
  const closed = await new Visitor(url).fillIn('/login/', credentials(mia));
  assert.equal(closed.status, 401);
  assert.match(closed.text, /organization has been deactivated/);
});

test('every page forbids frames, foreign scripts and caching', async () => {
  const { mia, url } = await newServer();
  const visitor = new Visitor(url);
  const before = [await visitor.open('/login/'), await visitor.open('/nowhere')];
  await visitor.fillIn('/login/', credentials(mia));
  const pages = [...before, await visitor.open('/logout/'), await visitor.open('/setup')];
  for (const { headers, html } of pages) {
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /form-action 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(html, / style="| on\w+="/);
    assert.ok(html.length < 25_000, `${html.length} bytes`);
  }
});

test('without passwords and providers, the sign-in page says where to go', async () => {
  const { team } = newTeam({ passwordLogin: false });
  const page = await new Visitor(await team.url).open('/login/');
  assert.equal(page.fields.password, undefined);
  assert.match(page.text, /ask an administrator for a link/);
});

test('a missing page is HTML for people and JSON for programs', async () => {
  const { url } = await newServer();
  const person = await new Visitor(url).open('/nowhere');
  assert.equal(person.status, 404);
  assert.match(person.title, /Page not found/);
  for (const [path, accept] of [
    ['/nowhere', '*/*'],
    ['/api/v1/nowhere', 'text/html'],
    ['/json/nowhere', 'text/html'],
  ] as const) {
    const program = await fetch(url + path, { headers: { Accept: accept } });
    assert.equal(program.status, 404);
    assert.match(program.headers.get('content-type')!, /json/);
    await program.text();
  }
  const upload = await new Visitor(url).open('/user_uploads/2/ab/secret.txt');
  assert.ok([401, 403, 404].includes(upload.status), String(upload.status));
  assert.match(upload.headers.get('content-type')!, /html/);
});

test('the organization’s name cannot inject HTML into the page', async () => {
  const { ada, url } = await newServer();
  await ada.patch('/realm', { name: '<script>"x' });
  const { html, title } = await new Visitor(url).open('/login/');
  assert.equal(title, 'Sign in · <script>"x');
  assert.ok(!html.includes('<script>"x'));
});
