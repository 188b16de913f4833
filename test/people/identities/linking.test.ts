import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalData } from '../../../src/chat/organization/exports/personal-batches.ts';
import { identityId } from '../../../src/chat/people/identities/rules.ts';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { startDirectory } from '../../support/directory.ts';
import { signInThrough, startIdentityProvider, throughProvider } from '../../support/identity-provider.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const HOME = { sub: 'mia-at-home', email: 'mia@home.example', email_verified: false, name: 'Mia' };
const LOGIN = '/accounts/login/social/company';

async function newPlace(deactivate = true) {
  const provider = await startIdentityProvider('/complete/company/');
  const { table } = provider;
  const attributes = { mail: 'm.meier@example.com', cn: 'Mia Meier', entryuuid: '4711' };
  const directory = await startDirectory([{ uid: 'mmeier', password: 'a word of the directory', attributes }]);
  const ldap = { ...directory.settings, filter: '(uid=%s)', deactivate };
  const place = newTeam({ oidc: [table], ldap });
  provider.account = HOME;
  const url = await place.team.url;
  return { ...place, provider, url };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

/** The browser of a user who just signed in. */
class Browser {
  readonly visitor: Visitor;
  readonly #csrf: string;

  constructor({ app, url }: Place, { id }: TestUser) {
    const { token, csrf } = openSession(app, app.users.byId(id)!);
    app.db.commit();
    this.visitor = new Visitor(url);
    this.visitor.cookies.set('sessionid', { value: token, flags: '' });
    this.#csrf = csrf;
  }

  async ask(method: string, path: string, fields?: Record<string, string>): Promise<Reply> {
    const headers = { 'X-CSRFToken': this.#csrf };
    const response = await this.visitor.request(method, `/json${path}`, fields, headers);
    return { ...((await response.json()) as Reply), status: response.status };
  }

  /** Links an account at the provider, up to the answer of the callback page. */
  async link(): Promise<Response> {
    const { authorization_url } = await this.ask('POST', '/users/me/identities', { provider: 'company' });
    return this.visitor.request('GET', await throughProvider(authorization_url));
  }
}

const getName = ({ app }: Place, visitor: Visitor): string | undefined =>
  app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')?.value ?? ''))?.user.full_name;

test('a user links an account at a provider, whatever its address, and signs in with it', async () => {
  const place = await newPlace();
  const { mia, ada, url, app } = place;
  const browser = new Browser(place, mia);
  assert.deepEqual((await browser.ask('GET', '/users/me/identities')).providers, [
    { provider: 'company', display_name: 'Company', display_icon: '/sign-in-icon/company.png' },
    { provider: 'ldap', display_name: 'LDAP', display_icon: '/sign-in-icon/ldap.png' },
  ]);
  const linked = await browser.link();
  assert.equal(linked.headers.get('location'), '/#settings/security');
  const { identities, providers } = await browser.ask('GET', '/users/me/identities');
  assert.deepEqual(
    identities.map(({ provider, display_name, account_name }: any) => [provider, display_name, account_name]),
    [['company', 'Company', 'mia@home.example']],
  );
  assert.deepEqual(
    providers.map(({ provider }: any) => provider),
    ['ldap'],
  );
  const another = new Visitor(url);
  await signInThrough(another, LOGIN);
  assert.equal(getName(place, another), 'Mia');

  const password = await hashPassword('correct horse');
  app.db.write(() => app.users.setPassword(password, mia.id));
  assert.equal((await browser.ask('DELETE', `/users/me/identities/${identities[0].identity_id}`)).status, 200);
  assert.deepEqual((await browser.ask('GET', '/users/me/identities')).identities, []);
  assert.equal((await signInThrough(new Visitor(url), LOGIN)).response.status, 403, 'its address is not verified');

  const { entries } = await ada.request('GET', '/audit_log');
  const kinds = entries.filter(({ kind }: any) => kind.startsWith('identity_'));
  assert.deepEqual(
    kinds.map(({ kind, actor_id, user_id, details }: any) => [kind, actor_id, user_id, details]),
    [
      ['identity_unlink', mia.id, mia.id, 'Company'],
      ['identity_link', mia.id, mia.id, 'Company'],
    ],
  );
});

test('the export of a person has their linked accounts', async () => {
  const place = await newPlace();
  const { mia, app, provider } = place;
  await new Browser(place, mia).link();
  const { identities } = personalData(app, app.users.byId(mia.id)!, null) as ReturnType<typeof personalData> & {
    identities: object[];
  };
  const [{ issuer, subject, account_name }] = identities as [Record<string, unknown>];
  assert.deepEqual([issuer, subject, account_name], [provider.issuer, 'mia-at-home', 'mia@home.example']);
});

test('every change of the linked accounts is mailed to the user', async () => {
  const place = await newPlace();
  const { mia, app } = place;
  const password = await hashPassword('correct horse');
  app.db.write(() => app.users.setPassword(password, mia.id));
  app.config.choices.outbox = 'nowhere';
  const browser = new Browser(place, mia);
  await browser.link();
  const [identity] = app.identities.ofUser(mia.id);
  await browser.ask('DELETE', `/users/me/identities/${identityId(identity!)}`);
  const notices = app.mail.waiting().filter(({ kind }) => kind === 'security_change');
  assert.deepEqual(
    notices.map(({ recipient, subject }) => [recipient, subject]),
    [
      [mia.email, 'Company linked in Klatch'],
      [mia.email, 'Company unlinked in Klatch'],
    ],
  );
});

test('linked accounts change only in a browser that signed in a moment ago', async () => {
  const place = await newPlace();
  const { mia, app, clock } = place;
  const browser = new Browser(place, mia);
  await browser.link();
  const [identity] = app.identities.ofUser(mia.id);
  const path = `/users/me/identities/${identityId(identity!)}`;
  const start = { provider: 'company' };
  for (const ask of [
    () => mia.request('POST', '/users/me/identities', start),
    () => mia.request('POST', '/users/me/identities/ldap', { username: 'x', password: 'y' }),
    () => mia.request('DELETE', path),
  ])
    await assertRejected(ask(), /sign in again/, 'REAUTHENTICATION_REQUIRED');
  clock.advance(901);
  await assertRejected(browser.ask('POST', '/users/me/identities', start), /sign in again/);
  await assertRejected(browser.ask('DELETE', path), /sign in again/);
  assert.equal(app.identities.ofUser(mia.id).length, 1);
});

test('a stolen session cookie links nothing, even with a forged cookie of the visit at the provider', async () => {
  const place = await newPlace();
  const { mia, app, clock } = place;
  const { visitor } = new Browser(place, mia);
  clock.advance(3600);
  const started = await visitor.request('GET', LOGIN);
  const pending = JSON.parse(decodeURIComponent(visitor.cookies.get('external-sign-in')!.value));
  const forged = encodeURIComponent(JSON.stringify({ ...pending, linkTo: mia.id }));
  visitor.cookies.set('external-sign-in', { value: forged, flags: '' });
  const response = await visitor.request('GET', await throughProvider(started.headers.get('location')!));
  assert.equal(response.status, 400);
  assert.match(await response.text(), /your sign-in was too long ago/);
  assert.deepEqual(app.identities.ofUser(mia.id), []);
});

test('an outsider cannot see, take or unlink the linked account of somebody else', async () => {
  const place = await newPlace();
  const { mia, abe, app } = place;
  await new Browser(place, mia).link();
  const identity = app.identities.ofUser(mia.id)[0]!;
  const outsider = new Browser(place, abe);
  assert.deepEqual((await outsider.ask('GET', '/users/me/identities')).identities, []);
  await assertRejected(
    outsider.ask('DELETE', `/users/me/identities/${identityId(identity)}`),
    /No such linked account/,
  );
  const taken = await outsider.link();
  assert.equal(taken.status, 400);
  assert.match(await taken.text(), /is linked to another user/);
  assert.deepEqual(app.identities.ofUser(mia.id), [identity]);
  assert.deepEqual(app.identities.ofUser(abe.id), []);
});

test('a visit at the provider that began in another session links nothing', async () => {
  const place = await newPlace();
  const { mia, abe, app } = place;
  const browser = new Browser(place, mia);
  const { authorization_url } = await browser.ask('POST', '/users/me/identities', { provider: 'company' });
  const callback = await throughProvider(authorization_url);
  const other = new Browser(place, abe).visitor;
  browser.visitor.cookies.set('sessionid', other.cookies.get('sessionid')!);
  const response = await browser.visitor.request('GET', callback);
  assert.equal(response.status, 400);
  assert.match(await response.text(), /You signed out/);
  for (const { id } of [mia, abe]) assert.deepEqual(app.identities.ofUser(id), []);
});

test('the last way to sign in cannot be removed', async () => {
  const place = await newPlace();
  const { mia, app } = place;
  const browser = new Browser(place, mia);
  await browser.link();
  const unlink = () => browser.ask('DELETE', `/users/me/identities/${identityId(app.identities.ofUser(mia.id)[0]!)}`);
  await assertRejected(unlink(), /your only way to sign in/);
  const password = await hashPassword('correct horse');
  app.db.write(() => app.users.setPassword(password, mia.id));
  app.config.choices.passwordLogin = false;
  await assertRejected(unlink(), /your only way to sign in/);
  app.config.choices.passwordLogin = true;
  assert.equal((await unlink()).status, 200);
});

test('a passkey that verifies its user is a way in, and stays if it is the last one', async () => {
  const place = await newPlace();
  const { mia, app } = place;
  const browser = new Browser(place, mia);
  await browser.link();
  const passkey = {
    user_id: mia.id,
    name: 'Laptop',
    public_key: Buffer.of(1),
    counter: 0,
    transports: '[]',
    created: 0,
  };
  const add = (id: string, verifies_user: number) =>
    app.db.write(() => app.secondFactors.addPasskey({ ...passkey, id, last_used: null, verifies_user }));
  const unlink = () => browser.ask('DELETE', `/users/me/identities/${identityId(app.identities.ofUser(mia.id)[0]!)}`);
  add('button', 0);
  await assertRejected(unlink(), /your only way to sign in/);
  add('fingerprint', 1);
  assert.equal((await unlink()).status, 200);
  await assertRejected(browser.ask('DELETE', '/users/me/passkeys/fingerprint'), /your only way to sign in/);
  assert.equal((await browser.ask('DELETE', '/users/me/passkeys/button')).status, 200);
});

test('an entry of the directory is linked by its password, and only an administrator unlinks it', async () => {
  const place = await newPlace();
  const { mia, app, team } = place;
  const browser = new Browser(place, mia);
  const entry = { username: 'mmeier', password: 'a word of the directory' };
  const link = (fields: Record<string, string>) => browser.ask('POST', '/users/me/identities/ldap', fields);
  await assertRejected(link({ ...entry, password: 'wrong' }), /incorrect/, 'AUTHENTICATION_FAILED');
  assert.equal((await link(entry)).status, 200);
  assert.equal((await team.request('POST', '/fetch_api_key', entry)).user_id, mia.id);
  const [identity] = app.identities.ofUser(mia.id);
  assert.equal(identity?.account_name, 'm.meier@example.com');
  // The password of the settings is that of the directory, whose address is another one.
  const key = await browser.ask('POST', '/users/me/api_key', { password: entry.password });
  assert.equal(key.api_key, mia.apiKey);
  await browser.link();
  const path = `/users/me/identities/${identityId(identity!)}`;
  await assertRejected(browser.ask('DELETE', path), /The directory manages your account/);
});

test('an entry of a directory that deactivates nobody can be unlinked', async () => {
  const place = await newPlace(false);
  const { mia, app } = place;
  const browser = new Browser(place, mia);
  await browser.ask('POST', '/users/me/identities/ldap', { username: 'mmeier', password: 'a word of the directory' });
  await browser.link();
  const identity = app.identities.ofUserAt(mia.id, 'ldap')!;
  assert.equal((await browser.ask('DELETE', `/users/me/identities/${identityId(identity)}`)).status, 200);
});
