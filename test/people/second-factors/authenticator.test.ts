import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { resetSecondFactors } from '../../../src/chat/people/second-factors/actions.ts';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { assertRejected, newTeam, type Team, type TestUser } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const PIA = { username: 'pia@example.com', password: 'correct horse' };

async function newPlace() {
  const place = newTeam();
  await place.ada.post('/users', { email: PIA.username, full_name: 'Pia', password: PIA.password });
  const pia = place.app.users.byEmail(PIA.username)!;
  return { ...place, pia, url: await place.team.url };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

/** Requests of a browser that just signed in. */
function getBrowser({ team, app }: { team: Team; app: Place['app'] }, id: number) {
  const { token, csrf } = openSession(app, app.users.byId(id)!);
  app.db.commit();
  const headers = { Cookie: `sessionid=${token}`, 'X-CSRFToken': csrf };
  return (method: string, path: string, fields: Record<string, unknown> = {}) =>
    team.request(method, `/json${path}`, fields, headers);
}

const getCode = ({ clock }: Place, secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now() + later * 1000 });

/** Protects Pia's account. */
async function protect(place: Place): Promise<{ secret: string; recovery_codes: string[] }> {
  const ask = getBrowser(place, place.pia.id);
  const { secret, uri } = await ask('POST', '/users/me/authenticator/secret');
  assert.match(uri, /^otpauth:\/\/totp\/Klatch:pia%40example.com\?/);
  const { recovery_codes } = await ask('POST', '/users/me/authenticator', { secret, code: getCode(place, secret) });
  place.clock.advance(60);
  return { secret, recovery_codes };
}

const isSignedIn = ({ app }: Place, visitor: Visitor): boolean =>
  app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')?.value ?? '')) !== undefined;

test('a protected account needs a code after the password, and each code is valid once', async () => {
  const place = await newPlace();
  const { secret } = await protect(place);
  const visitor = new Visitor(place.url);
  const confirm = await visitor.fillIn('/login/?next=/help', PIA);
  assert.match(confirm.title, /Confirm your sign-in/);
  assert.equal(isSignedIn(place, visitor), false);
  const wrong = await visitor.fillIn('/login/second-factor/', { code: '000000' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /not correct/);
  const { entries } = await place.ada.get('/audit_log', { kind: 'sign_in_failure' });
  assert.deepEqual([entries[0].user_id, entries[0].details], [place.pia.id, 'second step']);
  const code = getCode(place, secret);
  const sent = await visitor.request('POST', '/login/second-factor/', { ...wrong.fields, code });
  assert.equal(sent.headers.get('location'), '/help');
  assert.ok(isSignedIn(place, visitor));

  const again = new Visitor(place.url);
  await again.fillIn('/login/', PIA);
  assert.match((await again.fillIn('/login/second-factor/', { code })).text, /used already/);
});

test('a recovery code signs in once', async () => {
  const place = await newPlace();
  const { recovery_codes } = await protect(place);
  assert.equal(recovery_codes.length, 10);
  const code = recovery_codes[0]!.toUpperCase();
  const visitor = new Visitor(place.url);
  await visitor.fillIn('/login/', PIA);
  await visitor.fillIn('/login/second-factor/', { code });
  assert.ok(isSignedIn(place, visitor));
  const again = new Visitor(place.url);
  await again.fillIn('/login/', PIA);
  assert.equal((await again.fillIn('/login/second-factor/', { code })).status, 400);
  assert.equal((await getBrowser(place, place.pia.id)('GET', '/users/me/second_factors')).recovery_codes, 9);
});

test('five wrong codes end a sign-in, and a new password ends it too', async () => {
  const place = await newPlace();
  const { secret } = await protect(place);
  const visitor = new Visitor(place.url);
  await visitor.fillIn('/login/', PIA);
  for (let wrong = 0; wrong < 5; wrong++) await visitor.fillIn('/login/second-factor/', { code: '000000' });
  assert.match((await visitor.open('/login/second-factor/')).title, /Sign in/);

  await visitor.fillIn('/login/', PIA);
  const { fields } = await visitor.open('/login/second-factor/');
  place.app.db.write(() => place.app.users.setPassword('another hash', place.pia.id));
  await visitor.request('POST', '/login/second-factor/', { ...fields, code: getCode(place, secret) });
  assert.equal(isSignedIn(place, visitor), false);
});

test('a passkey that nobody added does not sign in, and the audit log says so', async () => {
  const place = await newPlace();
  const visitor = new Visitor(place.url);
  const wrong = await visitor.fillIn('/login/passkey/', { passkey: JSON.stringify({ id: 'unknown' }) });
  assert.equal(wrong.status, 400);
  const { entries } = await place.ada.get('/audit_log', { kind: 'sign_in_failure' });
  assert.deepEqual([entries[0].user_id, entries[0].details], [null, 'passkey']);
});

test('a sign-in that waits for its code expires after ten minutes', async () => {
  const place = await newPlace();
  await protect(place);
  const visitor = new Visitor(place.url);
  await visitor.fillIn('/login/', PIA);
  place.clock.advance(601);
  assert.match((await visitor.open('/login/second-factor/')).title, /Sign in/);
});

test('a protected account gets no API key by password alone, and apps are sent to a browser', async () => {
  const place = await newPlace();
  const { team, url, pia } = place;
  assert.equal((await team.request('POST', '/fetch_api_key', PIA)).status, 200);
  assert.deepEqual((await team.request('GET', '/server_settings')).external_authentication_methods, []);
  const { secret } = await protect(place);
  await assertRejected(
    team.request('POST', '/fetch_api_key', PIA),
    /Sign in with your browser/,
    'SECOND_FACTOR_REQUIRED',
  );
  await assertRejected(team.request('POST', '/accounts/login/', PIA), /browser/, 'SECOND_FACTOR_REQUIRED');
  const [method] = (await team.request('GET', '/server_settings')).external_authentication_methods;
  assert.deepEqual([method.name, method.login_url], ['browser', '/accounts/login/social/browser']);

  const pad = randomBytes(32).toString('hex');
  const phone = new Visitor(url);
  const page = await phone.open(`${method.login_url}?mobile_flow_otp=${pad}`);
  assert.match(page.headers.get('content-security-policy')!, /form-action 'self' zulip:/);
  await phone.request('POST', page.action!, { ...page.fields, ...PIA });
  const confirm = await phone.open('/login/second-factor/');
  assert.match(confirm.headers.get('content-security-policy')!, /form-action 'self' zulip:/);
  const form = { ...confirm.fields, code: getCode(place, secret) };
  const to = new URL((await phone.request('POST', '/login/second-factor/', form)).headers.get('location')!);
  const sealed = Buffer.from(to.searchParams.get('otp_encrypted_api_key')!, 'hex');
  const key = sealed.map((byte, at) => byte ^ Buffer.from(pad, 'hex')[at]!).toString();
  assert.equal(key, place.app.users.byId(pia.id)!.api_key);
  assert.equal(isSignedIn(place, phone), false);
});

test('the organization requires a second factor of a role, which is set up at the next sign-in', async () => {
  const place = await newPlace();
  const { ada, team, url, pia, app } = place;
  const require = (role: number, who: TestUser = ada) =>
    who.request('PATCH', '/realm', { second_factor_required_role: role });
  assert.equal((await require(200, place.abe)).status, 400, 'owners decide');
  assert.equal((await require(200)).status, 200);
  assert.equal((await team.request('POST', '/fetch_api_key', PIA)).status, 200, 'Pia is a member');
  await require(400);
  await assertRejected(team.request('POST', '/fetch_api_key', PIA), /second factor/, 'SECOND_FACTOR_REQUIRED');
  const visitor = new Visitor(url);
  const page = await visitor.fillIn('/login/', PIA);
  assert.match(page.title, /Protect your account/);
  const { secret } = page.fields;
  const wrong = await visitor.fillIn('/login/second-factor/', { secret: secret!, code: '000000' });
  assert.equal(wrong.fields.secret, secret, 'the secret stays');
  const form = { ...wrong.fields, code: getCode(place, secret!) };
  const codes = await visitor.request('POST', '/login/second-factor/', form);
  assert.match(await codes.text(), /Save your recovery codes/);
  assert.ok(isSignedIn(place, visitor));
  assert.equal(app.secondFactors.authenticator(pia.id)?.secret, secret);
  const ask = getBrowser(place, pia.id);
  await assertRejected(ask('DELETE', '/users/me/authenticator'), /requires a second factor/);
});

test('second factors change only in a browser that signed in a moment ago', async () => {
  const place = await newPlace();
  const { secret } = await protect(place);
  const ask = getBrowser(place, place.pia.id);
  place.clock.advance(901);
  for (const [method, path] of [
    ['POST', '/users/me/authenticator/secret'],
    ['DELETE', '/users/me/authenticator'],
    ['POST', '/users/me/recovery_codes'],
    ['POST', '/users/me/passkeys/options'],
  ] as const)
    await assertRejected(ask(method, path), /sign in again/, 'REAUTHENTICATION_REQUIRED');
  const code = getCode(place, secret);
  await assertRejected(place.mia.request('POST', '/users/me/authenticator', { secret, code }), /sign in again/);
  const fresh = getBrowser(place, place.pia.id);
  assert.equal((await fresh('DELETE', '/users/me/authenticator')).status, 200);
  assert.equal((await place.team.request('POST', '/fetch_api_key', PIA)).status, 200);
  assert.equal((await fresh('GET', '/users/me/second_factors')).recovery_codes, 0);
});

test('every change of the second factors is mailed to the user', async () => {
  const place = await newPlace();
  const { app, pia } = place;
  app.config.choices.outbox = 'nowhere';
  const subjects = () => app.mail.waiting().filter(({ kind }) => kind === 'security_change');
  const ask = getBrowser(place, pia.id);
  await protect(place);
  await ask('POST', '/users/me/recovery_codes');
  await ask('DELETE', '/users/me/authenticator');
  await protect(place);
  resetSecondFactors(app, pia);
  assert.deepEqual(
    subjects().map(({ recipient, subject }) => [recipient, subject.replace(/ in .*/, '')]),
    [
      [pia.email, 'Authenticator app added'],
      [pia.email, 'New recovery codes'],
      [pia.email, 'Authenticator app removed'],
      [pia.email, 'Authenticator app added'],
      [pia.email, 'Second factors removed'],
    ],
  );
  assert.match(subjects()[0]!.body, /If you didn’t do this, contact an administrator/);
  // There is nothing left to remove.
  await ask('DELETE', '/users/me/authenticator');
  assert.equal(subjects().length, 5);
});
