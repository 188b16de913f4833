import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { startIdentityProvider, throughProvider } from '../../support/identity-provider.ts';
import { temporaryFolder } from '../../support/process.ts';
import { newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const LOGIN = '/accounts/login/social/apple';
/** What browsers send with the form of another site: no cookies. */
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://appleid.apple.com' };

/** A provider that wants Apple's kind of secret: a token that the client signs. */
async function newPlace() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const file = join(temporaryFolder(), 'AuthKey_KEY1234567.p8');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const provider = await startIdentityProvider('/complete/apple/');
  const seen: { header?: object; sentBy?: string } = {};
  provider.checkSecret = async (secret) => {
    await jwtVerify(secret, publicKey, {
      algorithms: ['ES256'],
      issuer: 'TEAM123456',
      subject: provider.clientId,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
    });
    seen.header = decodeProtectedHeader(secret);
  };
  const keys = { 'team-id': 'TEAM123456', 'key-id': 'KEY1234567', 'private-key-file': file };
  const place = newTeam({
    oidc: [{ name: 'apple', issuer: provider.issuer, 'client-id': provider.clientId, ...keys }],
  });
  return { ...place, provider, file, seen, visitor: new Visitor(await place.team.url) };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

/** Signs in, as a browser does that the provider sends back with a form. */
async function signIn({ visitor }: Place, more: Record<string, string> = {}): Promise<Response> {
  const started = await visitor.request('GET', LOGIN);
  const form = await throughProvider(started.headers.get('location')!);
  const [path, fields] = form.split('?');
  const posted = await visitor.request(
    'POST',
    path!,
    { ...Object.fromEntries(new URLSearchParams(fields)), ...more },
    CROSS_SITE,
  );
  assert.equal(posted.status, 303);
  return visitor.request('GET', posted.headers.get('location')!);
}

test('Apple gets a client secret that is signed with the key of the team, and answers with a form', async () => {
  const place = await newPlace();
  const { provider, app, mia, seen } = place;
  provider.account = { sub: '001234.abc', email: mia.email, email_verified: 'true' as never };
  const response = await signIn(place);
  assert.equal(response.status, 303, await response.text());
  assert.deepEqual(seen.header, { alg: 'ES256', kid: 'KEY1234567' });
  assert.equal(provider.asked.get('response_mode'), 'form_post');
  assert.equal(provider.asked.get('scope'), 'openid name email');
  assert.equal(app.identities.ofUser(mia.id)[0]?.subject, '001234.abc');
});

test('the name that Apple sends with the first sign-in is that of the new account', async () => {
  const place = await newPlace();
  const { provider, ada, app } = place;
  await ada.patch('/realm', { invite_required: false });
  provider.account = { sub: '001234.def', email: 'x7k@privaterelay.appleid.com', email_verified: true };
  const user = JSON.stringify({ name: { firstName: 'Nina', lastName: 'Neumann' }, email: 'ignored@example.com' });
  assert.equal((await signIn(place, { user })).status, 303);
  assert.equal(app.users.byEmail('x7k@privaterelay.appleid.com')?.full_name, 'Nina Neumann');
});

test('a secret that is signed with another key does not sign in', async () => {
  const place = await newPlace();
  const { provider, file, app, mia } = place;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  provider.account = { sub: '001234.abc', email: mia.email, email_verified: true };
  assert.equal((await signIn(place)).status, 400);
  assert.deepEqual(app.identities.ofUser(mia.id), []);
});
