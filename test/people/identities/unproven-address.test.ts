import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { startDirectory } from '../../support/directory.ts';
import { signInThrough, startIdentityProvider } from '../../support/identity-provider.ts';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const VICTIM = 'victoria@example.com';
const PASSWORD = 'the word of a stranger';
const LOGIN = '/accounts/login/social/company';
const SECRET = 'a secret of the test';

/** A stranger joined by a link, with the address of somebody else, and prepared every way back in. */
async function newPlace() {
  const provider = await startIdentityProvider('/complete/company/', '/complete/other/');
  provider.account = { sub: 'victoria', email: VICTIM, email_verified: true, name: 'Victoria' };
  const attributes = { mail: VICTIM, cn: 'Victoria', entryuuid: '4711' };
  const directory = await startDirectory([{ uid: 'victoria', password: 'a word of the directory', attributes }]);
  const place = newTeam({ oidc: [provider.table], jwtSecret: SECRET });
  const { ada, app, team } = place;
  const url = await team.url;
  const { invite_link } = await ada.post('/invites/multiuse', { invite_as: 400 });
  const stranger = new Visitor(url);
  const path = new URL(invite_link).pathname;
  await stranger.fillIn(path, { full_name: 'Victoria', email: VICTIM, password: PASSWORD });
  const { id, api_key } = app.users.byEmail(VICTIM)!;
  const asStranger = { Authorization: `Basic ${Buffer.from(`${VICTIM}:${api_key}`).toString('base64')}` };
  const bot = await team.request('POST', '/bots', { full_name: 'Helper', short_name: 'helper' }, asStranger);
  const passkey = { user_id: id, name: 'x', public_key: Buffer.of(1), counter: 0, transports: '[]', created: 0 };
  app.db.write(() => {
    app.secondFactors.addPasskey({ ...passkey, id: 'passkey', last_used: null, verifies_user: 1 });
    app.secondFactors.setAuthenticator(id, 'secret', 0, 0);
    app.secondFactors.addRecoveryCode(id, 'code');
    const identity = { subject: 'stranger', user_id: id, created: 0, last_used: 0, account_name: null };
    app.identities.add({ ...identity, issuer: provider.issuer });
    app.identities.add({ ...identity, issuer: 'https://elsewhere.example' });
    app.identities.addAppToken('token', id, 9e9, null, null);
    app.loginLinks.put('link', id, 9e9);
    app.users.addEmailChange('change', id, 'stranger@example.com', 9e9);
    app.passwordResets.put('reset', id, 9e9);
    app.devices.add(id, 'fcm', 'phone', null, 0);
    app.webPush.add(id, null, 'https://push.example', 'p', 'a', 0);
    app.ntfy.add({ user_id: id, sealed: 'sealed', server_hash: 'server', shows_text: 1, created: 0 });
  });
  return { ...place, provider, directory, url, id, stranger, asStranger, bot };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

/** What the account has of the stranger. */
async function remains({ app, team, id, stranger, asStranger, bot }: Place, own: number): Promise<string[]> {
  const user = app.users.byId(id)!;
  const password = await team.request('POST', '/fetch_api_key', { username: VICTIM, password: PASSWORD });
  const cookie = decodeURIComponent(stranger.cookies.get('sessionid')!.value);
  const all: Record<string, boolean> = {
    password: user.password_hash !== null || password.status === 200,
    key: (await team.request('GET', '/users/me', {}, asStranger)).status === 200,
    session: app.accounts.withSession(cookie) !== undefined,
    'key of a bot': app.users.byId(bot.user_id)!.api_key === bot.api_key,
    passkey: app.secondFactors.listPasskeys(id).length > 0,
    authenticator: app.secondFactors.authenticator(id) !== undefined,
    'recovery code': app.secondFactors.recoveryCodes(id)! > 0,
    identity: app.identities.ofUser(id).length > own,
    'app token': app.identities.appToken('token', 0) !== undefined,
    'sign-in link': app.loginLinks.findUser('link', 0) !== undefined,
    'change of address': app.users.emailChange('change') !== undefined,
    'password reset': app.passwordResets.findUser('reset', 0) !== undefined,
    phone: app.devices.count(id)! > 0,
    browser: app.webPush.ofUser(id).length > 0,
    'ntfy address': app.ntfy.ofUser(id).length > 0,
  };
  return Object.keys(all).filter((name) => all[name]);
}

test('the first sign-in at a provider ends every way in of a stranger who joined with the address', async () => {
  const place = await newPlace();
  assert.equal((await remains(place, 0)).length, 15, 'the stranger has every way in');
  const owner = new Visitor(place.url);
  assert.equal((await signInThrough(owner, LOGIN)).response.status, 303);
  assert.deepEqual(await remains(place, 1), []);
  assert.equal(place.app.identities.ofUser(place.id)[0]?.subject, 'victoria');
  const { api_key } = place.app.users.byId(place.id)!;
  await signInThrough(new Visitor(place.url), LOGIN);
  assert.equal(place.app.users.byId(place.id)!.api_key, api_key, 'only once');
  assert.ok(place.app.accounts.withSession(decodeURIComponent(owner.cookies.get('sessionid')!.value)));
});

test('so does the first sign-in with the directory or a token', async () => {
  const token = (place: Place) =>
    new SignJWT({ email: VICTIM, amr: ['mfa'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('4m')
      .sign(new TextEncoder().encode(SECRET))
      .then((signed) => ({ place, signed }));
  const ways: Record<string, (place: Place) => Promise<unknown>> = {
    directory: ({ app, directory, team }) => {
      app.config.choices.ldap = directory.settings;
      return team.request('POST', '/fetch_api_key', { username: VICTIM, password: 'a word of the directory' });
    },
    'token of a program': async (place) =>
      place.team.request('POST', '/jwt/fetch_api_key', { token: (await token(place)).signed }),
    'token in a browser': async (place) =>
      new Visitor(place.url).request('POST', '/accounts/login/jwt/', { token: (await token(place)).signed }),
  };
  for (const [name, way] of Object.entries(ways)) {
    const place = await newPlace();
    await way(place);
    place.app.config.choices.ldap = undefined;
    assert.deepEqual(await remains(place, name === 'directory' ? 1 : 0), [], name);
  }
});

test('an account whose address was confirmed, or given by an administrator, keeps everything', async () => {
  const place = await newPlace();
  const { app, ada, provider, url, team } = place;
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
  const pia = app.users.byEmail('pia@example.com')!;
  const { token } = openSession(app, pia);
  app.db.commit();
  provider.account = { sub: 'pia', email: pia.email, email_verified: true };
  await signInThrough(new Visitor(url), LOGIN);
  assert.ok(app.accounts.withSession(token));
  const reply = await team.request('POST', '/fetch_api_key', { username: pia.email, password: 'correct horse' });
  assert.equal(reply.api_key, pia.api_key);
  provider.account = { sub: 'x', email: pia.email, email_verified: true };
  const { response } = await signInThrough(new Visitor(url), LOGIN);
  assert.equal(response.status, 403, 'it belongs to another identity');
});

test('a stranger cannot prevent it by linking an identity first', async () => {
  const place = await newPlace();
  assert.ok(place.app.identities.byId(place.provider.issuer, 'stranger'));
  await signInThrough(new Visitor(place.url), LOGIN);
  assert.equal(place.app.identities.byId(place.provider.issuer, 'stranger'), undefined);
  await assertRejected(place.team.request('GET', '/users/me', {}, place.asStranger), /Invalid API key/);
});
