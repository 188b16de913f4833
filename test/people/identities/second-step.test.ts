import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { TOTP } from 'otpauth';
import type { ProviderTable } from '../../../src/chat/people/identities/provider-settings.ts';
import { setAuthenticator } from '../../../src/chat/people/second-factors/actions.ts';
import { signInThrough, startIdentityProvider } from '../../support/identity-provider.ts';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const LOGIN = '/accounts/login/social/company';
const STEP = '/login/second-factor/';
const MIA = { sub: 'mia-at-work', email: 'mia@example.com', email_verified: true, name: 'Mia Meier' };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const JWT_SECRET = 'a word between two programs';

async function newPlace(more: Partial<ProviderTable> = {}) {
  const provider = await startIdentityProvider('/complete/company/');
  const table = { ...provider.table, ...more };
  const place = newTeam({ oidc: [table], jwtSecret: JWT_SECRET });
  provider.account = MIA;
  const url = await place.team.url;
  /** Signs in at the provider, and returns where the browser is sent to. */
  const signIn = async (visitor = new Visitor(url), path = LOGIN) =>
    (await signInThrough(visitor, path)).response.headers.get('location');
  const code = () => new TOTP({ secret: SECRET }).generate({ timestamp: place.clock.now() });
  const protect = () => setAuthenticator(place.app, place.app.users.byId(place.mia.id)!, SECRET, 0);
  return { ...place, provider, url, signIn, code, protect };
}

/** The session that a browser has. */
const getSession = ({ app }: any, visitor: Visitor) =>
  app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')?.value ?? ''));

test('a role that needs a second factor sets it up after a sign-in at a provider, too', async () => {
  const place = await newPlace();
  const { ada, mia, url, app, clock, signIn } = place;
  await ada.patch('/realm', { second_factor_required_role: 400 });
  const visitor = new Visitor(url);
  assert.equal(await signIn(visitor, `${LOGIN}?next=/help`), STEP);
  assert.equal(getSession(place, visitor), undefined);
  const page = await visitor.open(STEP);
  assert.match(page.title, /Protect your account/);
  const { secret } = page.fields;
  const code = new TOTP({ secret: secret! }).generate({ timestamp: clock.now() });
  const codes = await visitor.request('POST', STEP, { ...page.fields, code });
  assert.match(await codes.text(), /href="\/help"/);
  assert.equal(getSession(place, visitor)?.user.id, mia.id);
  const [session] = app.sessions.ofUser(mia.id);
  assert.equal(session?.provider, 'company', 'the session knows the provider');
  assert.ok(session?.id_token, 'signing out also ends the session at the provider');
});

test('a protected account needs its second step after a sign-in at a provider', async () => {
  const place = await newPlace();
  const { mia, url, signIn, code, protect } = place;
  assert.equal(await signIn(), '/', 'an account without a second factor needs none');
  protect();
  const visitor = new Visitor(url);
  assert.equal(await signIn(visitor), STEP);
  assert.match((await visitor.fillIn(STEP, { code: '000000' })).text, /not correct/);
  assert.equal(getSession(place, visitor), undefined);
  await visitor.fillIn(STEP, { code: code() });
  assert.equal(getSession(place, visitor)?.user.id, mia.id);
});

test('a provider that states a second factor is believed, by amr or by acr', async () => {
  const { provider, signIn, protect } = await newPlace({ 'second-factor-acr': ['2'] });
  protect();
  provider.amr = ['pwd'];
  provider.acr = '1';
  assert.equal(await signIn(), STEP);
  assert.equal(provider.asked.get('acr_values'), '2', 'the provider is asked for it');
  provider.amr = ['pwd', 'mfa'];
  assert.equal(await signIn(), '/');
  provider.amr = ['pwd'];
  provider.acr = '2';
  assert.equal(await signIn(), '/');
});

test('an operator can trust the second factor of a provider', async () => {
  const { ada, signIn } = await newPlace({ 'trust-second-factor': true });
  await ada.patch('/realm', { second_factor_required_role: 400 });
  assert.equal(await signIn(), '/');
});

test('without passwords, users protect their accounts with an authenticator app', async () => {
  const place = await newPlace();
  const { app, url, signIn, code } = place;
  app.config.choices.passwordLogin = false;
  const visitor = new Visitor(url);
  await signIn(visitor);
  const csrf = decodeURIComponent(visitor.cookies.get('csrftoken')!.value);
  const form = { secret: SECRET, code: code() };
  const headers = { 'X-CSRFToken': csrf };
  const added = await visitor.request('POST', '/json/users/me/authenticator', form, headers);
  assert.equal(added.status, 200, await added.text());
  assert.equal(await signIn(), STEP);
});

test('an app on a phone gets its key after the second step of a sign-in at a provider', async () => {
  const { mia, url, signIn, code, protect, team } = await newPlace();
  protect();
  const visitor = new Visitor(url);
  const pad = randomBytes(32);
  assert.equal(await signIn(visitor, `${LOGIN}?mobile_flow_otp=${pad.toString('hex')}`), STEP);
  const page = await visitor.open(STEP);
  assert.match(page.headers.get('content-security-policy')!, /form-action 'self' zulip:/);
  const sent = await visitor.request('POST', STEP, { ...page.fields, code: code() });
  const { email, otp_encrypted_api_key } = Object.fromEntries(new URL(sent.headers.get('location')!).searchParams);
  const key = Buffer.from(otp_encrypted_api_key!, 'hex').map((byte, at) => byte ^ pad[at]!);
  const Authorization = `Basic ${Buffer.from(`${email}:${key.toString()}`).toString('base64')}`;
  assert.equal((await team.request('GET', '/users/me', {}, { Authorization })).user_id, mia.id);
});

test('a desktop app gets its session after the second step of a sign-in at a provider', async () => {
  const place = await newPlace();
  const { mia, url, signIn, code, protect, app } = place;
  protect();
  const visitor = new Visitor(url);
  const key = randomBytes(32);
  assert.equal(await signIn(visitor, `${LOGIN}?desktop_flow_otp=${key.toString('hex')}`), STEP);
  const page = await visitor.fillIn(STEP, { code: code() });
  const sealed = Buffer.from(page.fields.code ?? /id="code"[^>]*value="([\da-f]+)"/.exec(page.html)![1]!, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const token = decipher.update(sealed.subarray(12, -16)).toString() + decipher.final().toString();
  const desktop = new Visitor(url);
  await desktop.request('GET', `/accounts/login/subdomain/${token}`);
  assert.equal(getSession(place, desktop)?.user.id, mia.id);
  assert.equal(app.sessions.ofUser(mia.id)[0]?.provider, 'company');
});

test('a JWT signs a protected account in only if it states a second factor, or after one', async () => {
  const place = await newPlace();
  const { team, mia, url, code, protect } = place;
  protect();
  const token = (claims: object = {}) =>
    new SignJWT({ email: mia.email, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1m')
      .sign(new TextEncoder().encode(JWT_SECRET));
  const fetchKey = async (claims?: object) =>
    team.request('POST', '/jwt/fetch_api_key', { token: await token(claims) });
  await assertRejected(fetchKey(), /Sign in with your browser/, 'SECOND_FACTOR_REQUIRED');
  assert.equal((await fetchKey({ amr: ['mfa'] })).api_key, mia.apiKey);
  const visitor = new Visitor(url);
  const send = async (claims?: object) =>
    (await visitor.request('POST', '/accounts/login/jwt/', { token: await token(claims) })).headers.get('location');
  assert.equal(await send(), STEP);
  await visitor.fillIn(STEP, { code: code() });
  assert.equal(getSession(place, visitor)?.user.id, mia.id);
  assert.equal(await send({ amr: ['mfa'] }), '/');
});

test('a new user whose role needs a second factor sets it up when joining', async () => {
  const place = await newPlace();
  const { ada, app, url, provider } = place;
  await ada.patch('/realm', { second_factor_required_role: 400 });
  const { invite_link } = await ada.post('/invites/multiuse', { invite_expires_in_minutes: 60 });
  const path = new URL(invite_link).pathname;
  const key = path.split('/')[2]!;
  const visitor = new Visitor(url);
  const person = { full_name: 'Pia', email: 'pia@example.com', password: 'correct horse battery' };
  assert.match((await visitor.fillIn(path, person)).title, /Protect your account/);
  assert.ok(app.users.byEmail(person.email));
  assert.equal(getSession(place, visitor), undefined);

  provider.account = { sub: 'nina', email: 'nina@example.com', email_verified: true, name: 'Nina' };
  const other = new Visitor(url);
  const signup = `/accounts/register/social/company?invitation=${key}`;
  const { response } = await signInThrough(other, signup);
  assert.equal(response.headers.get('location'), STEP, await response.text());
  assert.ok(app.users.byEmail('nina@example.com'));

  const byProgram = { key, full_name: 'Max', email: 'max@example.com', password: 'correct horse battery' };
  const program = new Visitor(url);
  const joined = await program.request('POST', '/accounts/register/', byProgram, { Accept: 'application/json' });
  assert.ok(app.users.byEmail('max@example.com'), await joined.text());
  assert.equal(program.cookies.has('sessionid'), false);
});
