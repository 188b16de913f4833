import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import type { ProviderTable } from '../../../src/chat/people/identities/provider-settings.ts';
import { requireProvider } from '../../../src/chat/people/identities/rules.ts';
import { hashText, newToken } from '../../../src/chat/people/sign-in/rules.ts';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import type { Choices } from '../../../src/settings/config.ts';
import { findSettings } from '../../../src/settings/find.ts';
import {
  ID_TOKEN_LIFETIME,
  type IdentityProvider,
  signInThrough,
  startIdentityProvider,
  throughProvider,
} from '../../support/identity-provider.ts';
import { png } from '../../support/images.ts';
import { temporaryFolder } from '../../support/process.ts';
import { assertRejected, newTeam } from '../../support/team.ts';
import { waitUntil } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

const LOGIN = '/accounts/login/social/company';
const MIA = { sub: 'mia-at-work', email: 'mia@example.com', email_verified: true, name: 'Mia Meier' };
const NEW = { sub: 'nina-at-work', email: 'nina@example.com', email_verified: true, name: 'Nina Neumann' };

async function newPlace(more: Partial<ProviderTable> = {}, choices: Partial<Choices> = {}) {
  const provider = await startIdentityProvider('/complete/company/');
  const table = { ...provider.table, ...more };
  const team = newTeam({ oidc: [table], ...choices });
  const url = await team.team.url;
  return { ...team, provider, url, visitor: new Visitor(url) };
}

/** The account that a browser is signed in to. */
const findUser = ({ app }: { app: { accounts: any } }, visitor: Visitor): { id: number; email: string } | undefined =>
  app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')?.value ?? ''))?.user;

async function signIn(provider: IdentityProvider, visitor: Visitor, account = MIA, path = LOGIN): Promise<Response> {
  provider.account = account;
  return (await signInThrough(visitor, path)).response;
}

test('an identity signs in to the account with its verified address, with PKCE, nonce and state', async () => {
  const place = await newPlace();
  const { provider, visitor, mia } = place;
  const response = await signIn(provider, visitor, MIA, `${LOGIN}?next=/help`);
  assert.equal(response.status, 303, await response.text());
  assert.equal(response.headers.get('location'), '/help');
  assert.equal(findUser(place, visitor)?.id, mia.id);
  assert.equal(provider.asked.get('code_challenge_method'), 'S256');
  assert.match(provider.asked.get('code_challenge')!, /^[\w-]{43}$/);
  assert.match(provider.asked.get('nonce')!, /^[\w-]{43}$/);
  assert.match(provider.asked.get('state')!, /^[\w-]{43}$/);
  assert.equal(provider.asked.get('redirect_uri'), 'http://klatch.example/complete/company/');
});

test('an identity keeps its account when either address changes', async () => {
  const place = await newPlace();
  const { provider, visitor, mia, app, url } = place;
  await signIn(provider, visitor);
  app.db.write(() => app.users.setEmail('mia.new@example.com', mia.id));
  const again = new Visitor(url);
  await signIn(provider, again, { ...MIA, email: 'max@example.com' });
  assert.equal(findUser(place, again)?.id, mia.id, 'the subject decides, not the address');
});

test('an address that was given to another person does not open the account of the first one', async () => {
  const place = await newPlace();
  const { provider, visitor, url } = place;
  await signIn(provider, visitor);
  const other = new Visitor(url);
  const response = await signIn(provider, other, { ...MIA, sub: 'another-mia' });
  assert.equal(response.status, 403);
  assert.match(await response.text(), /belongs to another identity/);
  assert.equal(findUser(place, other), undefined);
});

test('an address that the provider does not call verified opens no account', async () => {
  const place = await newPlace();
  const { provider, visitor, app } = place;
  const response = await signIn(provider, visitor, { ...MIA, email_verified: false });
  assert.equal(response.status, 403);
  assert.match(await response.text(), /does not confirm your e-mail address/);
  assert.equal(app.identities.byId(provider.issuer, MIA.sub), undefined);
  const trusting = await newPlace({ 'trust-email': true });
  await signIn(trusting.provider, trusting.visitor, { ...MIA, email_verified: false });
  assert.equal(findUser(trusting, trusting.visitor)?.id, trusting.mia.id);
});

test('a new person gets an account only as the rules of the organization allow', async () => {
  const place = await newPlace();
  const { provider, visitor, ada, app, url } = place;
  const rejected = await signIn(provider, visitor, NEW);
  assert.equal(rejected.status, 403);
  assert.match(await rejected.text(), /ask for an invitation/);
  assert.equal(app.users.byEmail(NEW.email), undefined);

  await ada.patch('/realm', { invite_required: false });
  await ada.post('/realm/domains', { domain: 'company.example', allow_subdomains: false });
  await ada.patch('/realm', { emails_restricted_to_domains: true });
  assert.equal((await signIn(provider, new Visitor(url), NEW)).status, 400, 'the domain is not allowed');

  await ada.patch('/realm', { emails_restricted_to_domains: false });
  assert.equal((await signIn(provider, visitor, NEW)).status, 303);
  const { full_name, role, password_hash } = app.users.byEmail(NEW.email)!;
  assert.deepEqual([full_name, role, password_hash], ['Nina Neumann', 400, null]);
  assert.equal(findUser(place, visitor)?.email, NEW.email);
});

test('a link to join and a mailed invitation let a new person in, with their role', async () => {
  const { provider, visitor, ada, app, url } = await newPlace();
  const { invite_link } = await ada.post('/invites/multiuse', { invite_as: 600 });
  const joining = await visitor.open(new URL(invite_link).pathname);
  const button = joining.elements('a').find(({ text }) => text === 'Continue with Company')!;
  assert.equal((await signIn(provider, visitor, NEW, button.attributes.href)).status, 303);
  assert.equal(app.users.byEmail(NEW.email)?.role, 600);

  await ada.post('/invites', { invitee_emails: 'otto@example.com', invite_as: 300, stream_ids: [] });
  const otto = { ...NEW, sub: 'otto', email: 'otto@example.com', name: 'Otto' };
  assert.equal((await signIn(provider, new Visitor(url), otto)).status, 303);
  assert.equal(app.users.byEmail('otto@example.com')?.role, 300);
  assert.deepEqual(app.invitations.ofEmail('otto@example.com'), [], 'the invitation is used up');
});

test('a deactivated account does not sign in, and neither does a refused sign-in', async () => {
  const place = await newPlace();
  const { provider, visitor, app, mia, url } = place;
  await signIn(provider, visitor);
  deactivateUser(app, undefined, app.users.byId(mia.id)!);
  const response = await signIn(provider, new Visitor(url));
  assert.equal(response.status, 401);
  const { entries } = await place.ada.get('/audit_log', { kind: 'sign_in_failure' });
  assert.deepEqual([entries[0].user_id, entries[0].details], [mia.id, 'Company: Account is deactivated']);
  provider.account = undefined;
  const { response: denied } = await signInThrough(new Visitor(url), LOGIN);
  assert.match(await denied.text(), /You did not finish the sign-in/);
});

test('an answer that belongs to another browser, or was used, is rejected', async () => {
  const place = await newPlace();
  const { provider, visitor, url } = place;
  provider.account = MIA;
  const { callback } = await signInThrough(visitor, LOGIN);
  const replayed = await visitor.request('GET', callback);
  assert.equal(replayed.status, 400, 'the cookie is gone');

  const victim = new Visitor(url);
  await victim.request('GET', LOGIN);
  const attacker = new Visitor(url);
  const started = await attacker.request('GET', LOGIN);
  const stolen = await throughProvider(started.headers.get('location')!);
  assert.equal((await victim.request('GET', stolen)).status, 400, 'the state is that of another browser');
  assert.equal(findUser(place, victim), undefined);
  assert.equal((await new Visitor(url).request('GET', stolen)).status, 400, 'there is no cookie at all');
});

test('a provider that answers with a form signs in, too', async () => {
  const place = await newPlace();
  const { provider, visitor, mia } = place;
  provider.account = MIA;
  const started = await visitor.request('GET', LOGIN);
  const callback = await throughProvider(started.headers.get('location')!);
  const [path, query] = callback.split('?') as [string, string];
  const fields = Object.fromEntries(new URLSearchParams(query));
  // The browser sends no cookies with a form of another site.
  const posted = await new Visitor(place.url).request('POST', path, fields, { 'Sec-Fetch-Site': 'cross-site' });
  assert.equal(posted.status, 303);
  assert.equal((await visitor.request('GET', posted.headers.get('location')!)).status, 303);
  assert.equal(findUser(place, visitor)?.id, mia.id);
});

test('a provider may change its keys', async () => {
  const place = await newPlace();
  const { provider, visitor, mia, url } = place;
  await signIn(provider, visitor);
  provider.rotateKeys();
  // Keys are read again at most once a minute.
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
  try {
    const later = new Visitor(url);
    assert.equal((await signIn(provider, later)).status, 303);
    assert.equal(findUser(place, later)?.id, mia.id);
  } finally {
    mock.timers.reset();
  }
});

test('the provider’s groups give roles and groups, and take them', async () => {
  const place = await newPlace({
    'groups-claim': 'groups',
    roles: { administrator: ['admins'], moderator: ['leads'] },
    groups: { developers: 'Developers', 'no-such': 'Nobody knows' },
  });
  const { provider, mia, ada, app, url } = place;
  const { group_id } = await ada.post('/user_groups/create', { name: 'Developers', description: '', members: [] });
  const roleAfter = async (...groups: string[]) => {
    await signIn(provider, new Visitor(url), { ...MIA, groups } as typeof MIA);
    return app.users.byId(mia.id)!.role;
  };
  assert.equal(await roleAfter('admins', 'leads', 'developers'), 200);
  assert.deepEqual(app.groups.members(group_id), [mia.id]);
  assert.equal(await roleAfter('leads'), 300);
  assert.deepEqual(app.groups.members(group_id), []);
  assert.equal(await roleAfter(), 400);
  const { entries } = await ada.request('GET', '/audit_log');
  assert.deepEqual(
    entries
      .filter(({ client }: any) => client === 'Company')
      .map(({ kind, user_id, details }: any) => [kind, user_id, details]),
    [
      ['role_change', mia.id, 'member'],
      ['group_members_remove', mia.id, ''],
      ['role_change', mia.id, 'moderator'],
      ['group_members_add', mia.id, ''],
      ['role_change', mia.id, 'administrator'],
    ],
    'the audit log says who gave and took them',
  );
  app.db.write(() => app.users.setRole(600, mia.id));
  assert.equal(await roleAfter('others'), 600, 'a role that the mapping does not name stays');
});

const WITHHELD: Record<string, { idToken?: object; userInfo?: object }> = {
  'in another document': { idToken: { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'x' } } } },
  'and says so in a claim': { idToken: { hasgroups: true } },
  'and says so in a text': { idToken: { hasgroups: 'true' } },
  'at the address for claims': { userInfo: { _claim_names: { groups: 'src1' } } },
  'in a form that is not a list of names': { userInfo: { groups: [{ id: 'admins' }] } },
  'as a number': { userInfo: { groups: 7 } },
  'beyond any use': { userInfo: { groups: Array.from({ length: 5001 }, (_, at) => `group-${at}`) } },
};

for (const [how, { idToken = {}, userInfo = {} }] of Object.entries(WITHHELD))
  test(`groups that a provider withholds ${how} change nothing, and administrators receive a message`, async () => {
    const table = { 'groups-claim': 'groups', roles: { administrator: ['admins'] }, groups: { leads: 'Leads' } };
    const { provider, mia, ada, app, url } = await newPlace(table);
    const { group_id } = await ada.post('/user_groups/create', { name: 'Leads', description: '', members: [] });
    await signIn(provider, new Visitor(url), { ...MIA, groups: ['admins', 'leads'] } as typeof MIA);
    const warn = mock.method(app.log, 'warn');
    provider.idTokenClaims = { ...idToken };
    for (let times = 0; times < 2; times++)
      assert.equal((await signIn(provider, new Visitor(url), { ...MIA, ...userInfo })).status, 303);
    assert.equal(app.users.byId(mia.id)!.role, 200);
    assert.deepEqual(app.groups.members(group_id), [mia.id]);
    assert.match(String(warn.mock.calls[0]?.arguments[1]), /did not name all groups/);
    const { messages } = await ada.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0 });
    const told = messages.filter(({ content }: any) => /Company did not name the groups of/.test(content));
    assert.equal(told.length, 1, 'once a day');
    provider.idTokenClaims = {};
    await signIn(provider, new Visitor(url), { ...MIA, groups: [] } as typeof MIA);
    assert.equal(app.users.byId(mia.id)!.role, 400, 'an empty list is one');
  });

test('the address and its confirmation come from one document', async () => {
  const cases: [idToken: object, userInfo: object, role: 'mia' | undefined][] = [
    [{ email: 'mia@example.com' }, { email: 'x@evil.example', email_verified: true }, undefined],
    [
      { email: 'mia@example.com', email_verified: false },
      { email: 'mia@example.com', email_verified: true },
      undefined,
    ],
    [{ email_verified: true }, { email: 'mia@example.com', email_verified: false }, undefined],
    [{ email_verified: true }, { email: 'mia@example.com' }, undefined],
    [{ email: 'mia@example.com' }, { email_verified: true }, undefined],
    [{ email: 'mia@example.com' }, { email: 'mia@example.com', email_verified: true }, 'mia'],
    [{ email: 'mia@example.com', email_verified: true }, {}, 'mia'],
    [{}, { email: 'mia@example.com', email_verified: 'true' }, 'mia'],
  ];
  for (const [idToken, userInfo, expected] of cases) {
    const place = await newPlace();
    place.provider.idTokenClaims = { ...idToken };
    await signIn(place.provider, place.visitor, { sub: 'mia-at-work', ...userInfo } as typeof MIA);
    assert.equal(
      findUser(place, place.visitor)?.email,
      expected && 'mia@example.com',
      JSON.stringify([idToken, userInfo]),
    );
  }
});

test('the clock of a provider may be two minutes wrong, and no more', async () => {
  const { provider, url, app } = await newPlace();
  const warn = mock.method(app.log, 'warn');
  const statusAfter = async (seconds: number) => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    provider.changes.set('/token', (document) => {
      mock.timers.tick(seconds * 1000);
      return document;
    });
    try {
      return (await signIn(provider, new Visitor(url))).status;
    } finally {
      mock.timers.reset();
    }
  };
  assert.equal(await statusAfter(ID_TOKEN_LIFETIME + 110), 303);
  assert.equal(await statusAfter(ID_TOKEN_LIFETIME + 130), 400);
  const { reason } = warn.mock.calls[0]!.arguments[0] as { reason: string };
  assert.match(reason, /compare their clocks/);
});

test('an issuer that differs by the last slash is named', async () => {
  const place = await newPlace();
  const { app, provider, visitor } = place;
  const realm = `${provider.issuer}/realm`;
  provider.instead.set('/realm/.well-known/openid-configuration', (response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        issuer: `${realm}/`,
        authorization_endpoint: `${realm}/auth`,
        token_endpoint: `${realm}/token`,
        jwks_uri: `${realm}/jwks`,
      }),
    ),
  );
  app.config.choices.oidc = [{ ...app.config.choices.oidc![0]!, issuer: realm }];
  const page = await visitor.open(LOGIN);
  assert.equal(page.status, 503);
  assert.ok(page.text.includes(`${realm}/, but the settings say ${realm}.`), page.text);
});

const FAILURES: Record<string, (response: ServerResponse) => void> = {
  'closes connections': (response) => response.destroy(),
  'answers 500': (response) => void response.writeHead(500).end('Oops'),
  'answers 503 with a page': (response) => void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<p>No'),
  'does not answer in time': () => {},
};

for (const [how, fail] of Object.entries(FAILURES))
  test(`a provider that ${how} is named, and the log says why`, async () => {
    const paths = ['/.well-known/openid-configuration', '/token', '/me'];
    await Promise.all(paths.map((path) => failAt(path, fail)));
  });

async function failAt(path: string, fail: (response: ServerResponse) => void): Promise<void> {
  const { provider, visitor, app, ada } = await newPlace();
  provider.account = MIA;
  provider.instead.set(path, fail);
  const error = mock.method(app.log, path.startsWith('/.') ? 'error' : 'warn');
  const started = await visitor.request('GET', LOGIN);
  const to = started.headers.get('location');
  const response = to ? await visitor.request('GET', await throughProvider(to)) : started;
  assert.equal(response.status, 503, path);
  assert.equal(response.headers.get('retry-after'), '60');
  assert.match(await response.text(), /Company does not answer\. Try again in a minute\./);
  const { reason } = error.mock.calls[0]!.arguments[0] as { reason: string };
  assert.match(reason, /closed the connection|answered with status 50[03]|did not answer in time/);
  assert.deepEqual((await ada.get('/audit_log', { kind: 'sign_in_failure' })).entries, []);
}

test('a failed sign-in at a provider is in the audit log and the log, with who and why', async () => {
  const place = await newPlace({ 'client-secret': 'wrong' });
  const { provider, ada, app, url, mia } = place;
  const last = async () => (await ada.get('/audit_log', { kind: 'sign_in_failure' })).entries[0];
  const warn = mock.method(app.log, 'warn');
  await signIn(provider, new Visitor(url));
  assert.match((await last()).details, /^Company: it answered "invalid_client"/);
  app.config.choices.oidc = [provider.table];
  await signIn(provider, new Visitor(url), NEW);
  assert.equal(
    (await last()).details,
    'Company: nina@example.com: No account here has your e-mail address. To join, ask for an invitation.',
  );
  const [fields] = warn.mock.calls.at(-1)!.arguments as unknown as [Record<string, unknown>];
  assert.deepEqual([fields.provider, fields.account], ['company', 'nina@example.com']);
  assert.match(String(fields.reason), /ask for an invitation/);
  await signIn(provider, new Visitor(url), { ...MIA, email_verified: false });
  assert.match((await last()).details, /mia@example.com: Company does not confirm your e-mail address/);
  await signIn(provider, new Visitor(url));
  await signIn(provider, new Visitor(url), { ...MIA, sub: 'another' });
  const { details, user_id } = await last();
  assert.deepEqual([user_id, details.includes('mia@example.com')], [mia.id, false], 'an account here has an ID');
});

test('a provider may sign the claims about users, and write an ID as a number', async () => {
  for (const isNamed of [true, false]) {
    const place = await newPlace();
    place.provider.signClaims();
    if (!isNamed)
      place.provider.changes.set('/.well-known/openid-configuration', (document) => ({
        ...document,
        userinfo_signing_alg_values_supported: undefined,
      }));
    assert.equal((await signIn(place.provider, place.visitor)).status, 303);
    assert.equal(findUser(place, place.visitor)?.id, place.mia.id);
  }
  const place = await newPlace();
  place.provider.changes.set('/me', (document) => ({ ...document, sub: Number(document.sub) }));
  assert.equal((await signIn(place.provider, place.visitor, { ...MIA, sub: '4711' })).status, 303);
  assert.equal(findUser(place, place.visitor)?.id, place.mia.id);
});

const readClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** Signs in with an ID token whose claims are changed and signed again. */
async function signInWithToken(place: Awaited<ReturnType<typeof newPlace>>, change: Record<string, unknown>) {
  const { provider, url } = place;
  provider.changes.set('/token', ({ id_token, ...document }) => ({
    ...document,
    id_token: provider.signToken({ ...readClaims(id_token), ...change }),
  }));
  provider.changes.set('/me', (document) => ({ ...document, sub: 4711 }));
  const visitor = new Visitor(url);
  const { status } = await signIn(provider, visitor, { ...MIA, sub: '4711' });
  return { status, user: findUser(place, visitor)?.id };
}

test('an ID token may contain the ID of the user as a number', async () => {
  const place = await newPlace();
  assert.deepEqual(await signInWithToken(place, { sub: 4711 }), { status: 303, user: place.mia.id });
  place.provider.rotateKeys();
  const again = await signInWithToken(place, { sub: 4711, aud: ['klatch'], email: 'new@example.com' });
  assert.deepEqual(again, { status: 303, user: place.mia.id }, 'the number is the permanent ID');
});

test('claims that are signed may contain the ID of the user as a number, beside such a token', async () => {
  const place = await newPlace();
  const { provider } = place;
  provider.instead.set('/me', (response) => {
    response.writeHead(200, { 'Content-Type': 'application/jwt' });
    response.end(provider.signToken({ ...MIA, sub: 4711, iss: provider.issuer, aud: 'klatch' }));
  });
  provider.changes.set('/.well-known/openid-configuration', (document) => ({
    ...document,
    userinfo_signing_alg_values_supported: ['RS256'],
  }));
  assert.deepEqual(await signInWithToken(place, { sub: 4711 }), { status: 303, user: place.mia.id });
  provider.instead.set('/me', (response) => {
    response.writeHead(200, { 'Content-Type': 'application/jwt' });
    response.end(provider.signToken({ ...MIA, sub: 4712, iss: provider.issuer, aud: 'klatch' }));
  });
  assert.deepEqual(await signInWithToken(place, { sub: 4711 }), { status: 400, user: undefined });
});

/** What makes a token with a numeric ID unusable. */
const SECONDS_AGO = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const UNUSABLE: Record<string, Record<string, unknown>> = {
  'of another sign-in': { nonce: 'another' },
  'without a nonce': { nonce: undefined },
  'of another issuer': { iss: 'http://127.0.0.1:9' },
  'for another client': { aud: 'another' },
  'for several clients and nobody named': { aud: ['klatch', 'another'] },
  'issued to another client': { azp: 'another' },
  'that has expired': { exp: SECONDS_AGO(4000) },
  'without an end': { exp: undefined },
  'not valid yet': { nbf: SECONDS_AGO(-4000) },
};
for (const [which, change] of Object.entries(UNUSABLE))
  test(`a token ${which} is rejected, also with a number as the ID of the user`, async () => {
    const place = await newPlace();
    const rejected = await signInWithToken(place, { sub: 4711, ...change });
    assert.deepEqual(rejected, { status: 400, user: undefined });
  });

test('a token with a number as the ID of the user needs a valid signature', async () => {
  const { provider, url, app } = await newPlace();
  const warn = mock.method(app.log, 'warn');
  const heads = [{ alg: 'RS256', kid: 'key-1' }, { alg: 'none' }, { alg: 'HS256' }];
  for (const head of heads) {
    provider.changes.set('/token', ({ id_token, ...document }) => {
      const [, , signature] = id_token.split('.');
      const parts = [head, { ...readClaims(id_token), sub: 42 }];
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return { ...document, id_token: `${text}.${head.alg === 'none' ? '' : signature}` };
    });
    assert.equal((await signIn(provider, new Visitor(url))).status, 400);
  }
  const { reason } = warn.mock.calls[0]!.arguments[0] as { reason: string };
  assert.match(reason, /^127\.0\.0\.1:\d+ sent a token that is not valid: it failed: signature verification failed$/);
});

test('names from a provider lose only the characters that names cannot have', async () => {
  const { provider, ada, app, url } = await newPlace();
  await ada.patch('/realm', { invite_required: false });
  const names: [given: string, stored: string][] = [
    ['Nina <Nick> Neumann', 'Nina Nick Neumann'],
    ['"Nina" Neumann', 'Nina Neumann'],
    ['Nina @ Company', 'Nina Company'],
    ['Nina Neumann (she/her)', 'Nina Neumann (she/her)'],
    ['Nina*`\\ Neumann', 'Nina Neumann'],
    ['Nina|17', 'Nina'],
    ['Nina O"Neil', 'Nina ONeil'],
    ['N'.repeat(150), 'N'.repeat(100)],
    ['<>"@', 'n11'],
  ];
  for (const [at, [name, stored]] of names.entries()) {
    const email = `n${at + 3}@example.com`;
    await signIn(provider, new Visitor(url), { ...NEW, sub: `n${at}`, email, name });
    assert.equal(app.users.byEmail(email)?.full_name, stored, name);
  }
});

test('a mapping does not take the role of the last owner', async () => {
  const { provider, ada, app, url } = await newPlace({ 'groups-claim': 'groups', roles: { owner: ['owners'] } });
  await signIn(provider, new Visitor(url), { ...MIA, sub: 'ada', email: ada.email, groups: [] } as typeof MIA);
  assert.equal(app.users.byId(ada.id)!.role, 100);
});

test('the name and the picture are copied from the provider, if the settings want that', async () => {
  const { provider, mia, app, url } = await newPlace({ 'update-name': true, 'update-avatar': true });
  const account = { ...MIA, name: 'Mia Müller', picture: `${provider.issuer}/picture.png` };
  await signIn(provider, new Visitor(url), account);
  assert.equal(app.users.byId(mia.id)!.full_name, 'Mia Müller');
  await waitUntil(() => app.users.byId(mia.id)!.avatar_source === 'U');
  const { avatar_version } = app.users.byId(mia.id)!;
  await signIn(provider, new Visitor(url), account);
  assert.equal(app.identities.ofUser(mia.id)[0]?.picture, account.picture);
  assert.equal(app.users.byId(mia.id)!.avatar_version, avatar_version, 'the same picture is not copied again');
});

test('a phone gets the API key in a form that only it can read', async () => {
  const { provider, visitor, ada, mia, team } = await newPlace();
  const pad = randomBytes(32).toString('hex');
  const response = await signIn(provider, visitor, MIA, `${LOGIN}?mobile_flow_otp=${pad}`);
  assert.equal(response.status, 303);
  const url = new URL(response.headers.get('location')!);
  assert.equal(`${url.protocol}//${url.host}`, 'zulip://login');
  const { realm, email, user_id, otp_encrypted_api_key } = Object.fromEntries(url.searchParams);
  assert.deepEqual([realm, email, user_id], ['http://klatch.example', mia.email, String(mia.id)]);
  const bytes = Buffer.from(otp_encrypted_api_key!, 'hex').map((byte, at) => byte ^ Buffer.from(pad, 'hex')[at]!);
  const Authorization = `Basic ${Buffer.from(`${email}:${bytes.toString()}`).toString('base64')}`;
  assert.equal((await team.request('GET', '/users/me', {}, { Authorization })).user_id, mia.id);
  assert.equal(visitor.cookies.has('sessionid'), false, 'the browser of the phone gets no session');
  const [{ user_id: signedIn, details }] = (await ada.get('/audit_log', { kind: 'sign_in' })).entries;
  assert.deepEqual([signedIn, details], [mia.id, 'API key']);
  assert.equal((await visitor.request('GET', `${LOGIN}?mobile_flow_otp=1234`)).status, 400);
});

test('a desktop app opens a session with the code from the browser, once and within a minute', async () => {
  const place = await newPlace();
  const { provider, visitor, mia, url, clock } = place;
  const key = randomBytes(32);
  const code = async () => {
    provider.account = MIA;
    const path = `${LOGIN}?desktop_flow_otp=${key.toString('hex')}`;
    const { response } = await signInThrough(visitor, path);
    const sealed = Buffer.from(/id="code"[^>]*value="([\da-f]+)"/.exec(await response.text())![1]!, 'hex');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    return decipher.update(sealed.subarray(12, -16)).toString() + decipher.final().toString();
  };
  const token = await code();
  const desktop = new Visitor(url);
  const opened = await desktop.request('GET', `/accounts/login/subdomain/${token}`);
  assert.equal(opened.status, 303);
  assert.equal(findUser(place, desktop)?.id, mia.id);
  assert.equal((await new Visitor(url).request('GET', `/accounts/login/subdomain/${token}`)).status, 400, 'once');
  const late = await code();
  clock.advance(61);
  assert.equal((await new Visitor(url).request('GET', `/accounts/login/subdomain/${late}`)).status, 400, 'a minute');
});

test('a link of another site or of a mail signs no browser in with the code of a desktop app', async () => {
  const place = await newPlace();
  const { app, mia, url } = place;
  const token = newToken();
  app.db.write(() => app.identities.addAppToken(hashText(token), mia.id, 9e9, null, null));
  const open = async (headers: Record<string, string>) => {
    const visitor = new Visitor(url);
    const { status } = await visitor.request('GET', `/accounts/login/subdomain/${token}`, undefined, headers);
    return { status, user: findUser(place, visitor)?.id };
  };
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { Referer: 'https://evil.example/page' },
    { Origin: 'null' },
  ] as Record<string, string>[]) {
    const { status, user } = await open(headers);
    assert.ok(status >= 400, JSON.stringify(headers));
    assert.equal(user, undefined);
  }
  assert.deepEqual(await open({ 'Sec-Fetch-Site': 'same-origin' }), { status: 303, user: mia.id });
});

test('settings reject Microsoft’s shared tenants, in which anybody can enter any address', () => {
  const wrongWith = (table: object) => {
    const oidc = [{ name: 'microsoft', 'client-id': 'klatch', ...table }];
    return findSettings({ flags: {}, env: {}, file: { path: 'klatch.toml', values: { oidc } } }).wrong.join();
  };
  const issuer = 'https://login.microsoftonline.com/common/v2.0';
  for (const table of [
    { tenant: 'common' },
    { tenant: 'Organizations' },
    { tenant: 'consumers', 'trust-email': true },
    { tenant: '9188040d-6c67-4c5b-b112-36a304b66dad' },
    { issuer },
    { name: 'entra', issuer, 'trust-email': true },
    { name: 'entra', issuer: 'https://login.microsoftonline.us/organizations/v2.0', 'trust-email': true },
  ])
    assert.match(wrongWith(table), /accepts accounts of any organization/, JSON.stringify(table));
  for (const table of [
    { tenant: '11111111-2222-3333-4444-555555555555' },
    { tenant: 'example.onmicrosoft.com' },
    { tenant: 'common', 'trust-email': false },
    { name: 'entra', issuer },
    { name: 'own', issuer: 'https://sso.example.com/common/v2.0', 'trust-email': true },
  ])
    assert.equal(wrongWith(table), '', JSON.stringify(table));
});

test('the desktop app itself shows a page that opens the browser', async () => {
  const { url } = await newPlace();
  const desktop = new Visitor(url, { 'User-Agent': 'Mozilla/5.0 ZulipElectron/5.12.0 Chrome/140' });
  const page = await desktop.open(LOGIN);
  assert.match(page.title, /Continue in your browser/);
  assert.match(page.html, /desktop_flow_otp/);
});

test('signing out also ends the session at the provider', async () => {
  const place = await newPlace();
  const { provider, visitor, team } = place;
  await signIn(provider, visitor);
  const page = await visitor.open('/logout/');
  const policy = page.headers.get('content-security-policy')!;
  assert.ok(policy.includes(`form-action 'self' ${new URL(provider.issuer).origin}`), policy);
  const out = await visitor.request('POST', '/logout/', page.fields);
  const to = new URL(out.headers.get('location')!);
  assert.equal(to.origin + to.pathname, `${provider.issuer}/session/end`);
  assert.ok(to.searchParams.get('id_token_hint'));
  assert.equal(to.searchParams.get('post_logout_redirect_uri'), 'http://klatch.example/login/');
  assert.equal(findUser(place, visitor), undefined);

  const client = new Visitor(await team.url);
  await signIn(provider, client);
  const Cookie = [...client.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const token = decodeURIComponent(client.cookies.get('csrftoken')!.value);
  const reply = await team.request('POST', '/accounts/logout/', {}, { Cookie, 'X-CSRFToken': token });
  assert.match(reply.provider_logout_url, /session\/end/);
});

test('clients learn the methods before they sign in', async () => {
  const { team, visitor } = await newPlace({}, { passwordLogin: false });
  const settings = await team.request('GET', '/server_settings');
  assert.deepEqual(settings.external_authentication_methods, [
    {
      name: 'oidc:company',
      display_name: 'Company',
      display_icon: 'http://klatch.example/sign-in-icon/company.png',
      login_url: LOGIN,
      signup_url: '/accounts/register/social/company',
    },
  ]);
  assert.equal(settings.authentication_methods['openid connect'], true);
  assert.equal(settings.authentication_methods.password, false);
  assert.equal(settings.email_auth_enabled, false);
  const page = await visitor.open('/login/?next=/help');
  assert.equal(page.fields.password, undefined, 'there is no form');
  const button = page.elements('a').find(({ text }) => text === 'Continue with Company')!;
  assert.equal(button.attributes.href, `${LOGIN}?next=%2Fhelp`);
});

test('without passwords nobody signs in with one, and a link from the command line still works', async () => {
  const { team, ada, app } = await newPlace({}, { passwordLogin: false });
  await ada.post('/users', { email: 'pia@example.com', full_name: 'Pia', password: 'correct horse' });
  const credentials = { username: 'pia@example.com', password: 'correct horse' };
  await assertRejected(team.request('POST', '/fetch_api_key', credentials), /disabled/, 'PASSWORD_AUTH_DISABLED');
  await assertRejected(team.request('POST', '/accounts/login/', credentials), /disabled/, 'PASSWORD_AUTH_DISABLED');
  const { createLoginLink } = await import('../../../src/chat/people/sign-in/link-actions.ts');
  const key = createLoginLink(app, app.users.byId(ada.id)!, 10);
  const visitor = new Visitor(await team.url);
  await visitor.fillIn(`/login/link/${key}`, {});
  assert.ok(visitor.cookies.has('sessionid'));
});

test('without passwords, people join through the provider, and no page offers a new password', async () => {
  const { ada, visitor, app } = await newPlace({}, { passwordLogin: false });
  app.config.choices.outbox = 'nowhere';
  assert.equal((await visitor.open('/register/')).status, 404, 'an invitation is required');
  await ada.patch('/realm', { invite_required: false });
  const page = await visitor.open('/register/');
  assert.deepEqual(page.fields, {});
  const button = page.elements('a').find(({ text }) => text === 'Continue with Company')!;
  assert.equal(button.attributes.href, '/accounts/register/social/company');
  const reset = await visitor.open('/accounts/password/reset/');
  assert.equal(reset.status, 401);
  assert.match(reset.text, /disabled/);
});

test('a provider that does not answer is reported, and asked again with the next sign-in', async () => {
  const place = await newPlace();
  const { app, provider, visitor } = place;
  const { oidc } = app.config.choices;
  app.config.choices.oidc = [{ ...oidc![0]!, issuer: 'http://127.0.0.1:9' }];
  const response = await visitor.request('GET', LOGIN);
  assert.equal(response.status, 503);
  assert.match(await response.text(), /Company does not answer/);
  app.config.choices.oidc = oidc;
  assert.equal((await signIn(provider, visitor)).status, 303);
});

test('every sign-in method has an icon, drawn for its kind or the operator’s own', async () => {
  const own = join(temporaryFolder(), 'icon.png');
  const picture = await png();
  writeFileSync(own, picture);
  const { app, url, visitor } = await newPlace({ 'icon-file': own });
  const read = async (name: string) => {
    const response = await visitor.request('GET', `/sign-in-icon/${name}`);
    return { status: response.status, type: response.headers.get('content-type'), bytes: await decodeBytes(response) };
  };
  assert.deepEqual(await read('company.png'), { status: 200, type: 'image/png', bytes: picture });
  writeFileSync(own, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const drawn = await read('company.png');
  assert.equal(drawn.bytes.subarray(1, 4).toString(), 'PNG', 'only PNGs are served');
  const [table] = app.config.choices.oidc!;
  const google = { name: 'google', 'client-id': 'klatch' };
  app.config.choices.oidc = [{ ...table!, 'icon-file': join(own, 'missing.png') }, google];
  assert.deepEqual(await read('company.png'), drawn);
  assert.notDeepEqual((await read('google.png')).bytes, drawn.bytes);
  for (const none of ['github.png', 'company', '..%2Fcompany.png']) assert.equal((await read(none)).status, 404, none);
  const page = await new Visitor(url).open('/login/');
  assert.ok(page.elements('img').some(({ attributes }) => attributes.src === '/sign-in-icon/company.png'));
});

const decodeBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

test('signing in again asks the provider to ask its user again, in the provider’s own words', async () => {
  const { app, provider, visitor } = await newPlace();
  await signIn(provider, visitor, MIA, `${LOGIN}?again=1`);
  assert.equal(provider.asked.get('prompt'), 'login');
  const getPrompt = (name: string) => {
    const keys = { 'team-id': 'x', 'key-id': 'x', 'private-key-file': 'x' };
    app.config.choices.oidc = [{ name, 'client-id': 'klatch', ...(name === 'apple' && keys) }];
    return requireProvider(app.config, name).promptAgain;
  };
  assert.equal(getPrompt('google'), 'select_account', 'Google rejects other values');
  assert.equal(getPrompt('apple'), undefined, 'Apple always asks');
});
