import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { assertRejected, newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

/** What browsers send with the form of another site. */
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://intranet.example' };

const token = (claims: Record<string, unknown>, secret = 'a word between two programs', expiry = '1m') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expiry)
    .sign(new TextEncoder().encode(secret));

test('a trusted program can sign users in with a JWT, and an untrusted one cannot', async () => {
  const { app, team, ada, mia } = newTeam();
  const signIn = async (fields: Record<string, unknown>) => team.request('POST', '/jwt/fetch_api_key', fields);
  await assertRejected(
    signIn({ token: await token({ email: mia.email }) }),
    'JWT authentication is not enabled for this organization',
  );
  app.config.choices.jwtSecret = 'a word between two programs';
  const { api_key, email, user } = await signIn({ token: await token({ email: mia.email }), include_profile: true });
  assert.deepEqual([api_key, email, user.full_name], [mia.apiKey, mia.email, 'Mia']);
  const [{ user_id, details }] = (await ada.get('/audit_log', { kind: 'sign_in' })).entries;
  assert.deepEqual([user_id, details], [mia.id, 'API key']);
  await assertRejected(signIn({ token: await token({ email: mia.email }, 'another word') }), 'Bad JSON web token');
  await assertRejected(
    signIn({
      token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"email":"${mia.email}"}`).toString('base64url')}.`,
    }),
    'Bad JSON web token',
  );
  await assertRejected(signIn({ token: await token({}) }), 'No email specified in JSON web token claims');
  await assertRejected(
    signIn({ token: await token({ email: 'nobody@example.com' }) }),
    /incorrect/,
    'AUTHENTICATION_FAILED',
  );
});

test('a token that never expires, or only after more than a day, is rejected', async () => {
  const { app, team, mia } = newTeam({ jwtSecret: 'a word between two programs' });
  const key = new TextEncoder().encode(app.config.choices.jwtSecret);
  const made = () => new SignJWT({ email: mia.email }).setProtectedHeader({ alg: 'HS256' });
  const signIn = (token: string) => team.request('POST', '/jwt/fetch_api_key', { token });
  await assertRejected(signIn(await made().sign(key)), 'Bad JSON web token');
  await assertRejected(signIn(await made().setExpirationTime('2d').sign(key)), 'Bad JSON web token');
  await assertRejected(signIn(await made().setExpirationTime('-1m').sign(key)), 'Bad JSON web token');
  assert.equal((await signIn(await made().setExpirationTime('1h').sign(key))).api_key, mia.apiKey);
});

test('a page of a trusted program signs a browser in with a JWT that expires within five minutes', async () => {
  const { app, ada, team, mia } = newTeam({ jwtSecret: 'a word between two programs' });
  const visitor = new Visitor(await team.url);
  const send = async (claims: Record<string, unknown>, expiry?: string) =>
    visitor.request(
      'POST',
      '/accounts/login/jwt/?next=/help',
      { token: await token(claims, undefined, expiry) },
      CROSS_SITE,
    );
  const late = await send({ email: mia.email }, '10m');
  assert.equal(late.status, 400);
  assert.match(await late.text(), /This sign-in has ended\. Start again\./);
  const refused = await send({ email: 'nina@example.com' });
  assert.equal(refused.status, 403, 'an invitation is required');
  assert.doesNotMatch(await refused.text(), /proxy/, 'the other site says nothing about a proxy');
  assert.equal(visitor.cookies.has('sessionid'), false);
  const response = await send({ email: mia.email });
  assert.equal(response.headers.get('location'), '/help');
  const session = () => app.accounts.withSession(decodeURIComponent(visitor.cookies.get('sessionid')!.value));
  assert.equal(session()?.user.id, mia.id);
  await ada.patch('/realm', { invite_required: false });
  await send({ email: 'nina@example.com', name: 'Nina Neumann' });
  assert.equal(session()?.user.full_name, 'Nina Neumann');
});

test('a token must be from the configured issuer and for the configured audience', async () => {
  const choices = { jwtSecret: 'a word between two programs', jwtIssuer: 'intranet', jwtAudience: 'klatch' };
  const { team, mia } = newTeam(choices);
  const signIn = async (claims: object) =>
    team.request('POST', '/jwt/fetch_api_key', { token: await token({ email: mia.email, ...claims }) });
  for (const claims of [
    {},
    { iss: 'intranet' },
    { aud: 'klatch' },
    { iss: 'elsewhere', aud: 'klatch' },
    { iss: 'intranet', aud: 'wiki' },
    { iss: 'intranet', aud: ['wiki', 'shop'] },
  ])
    await assertRejected(signIn(claims), 'Bad JSON web token');
  assert.equal((await signIn({ iss: 'intranet', aud: 'klatch' })).api_key, mia.apiKey);
  assert.equal((await signIn({ iss: 'intranet', aud: ['wiki', 'klatch'] })).api_key, mia.apiKey);
});

test('a token signs a browser in once', async () => {
  const { team, mia } = newTeam({ jwtSecret: 'a word between two programs' });
  const sent = await token({ email: mia.email });
  const send = async (one: string) => {
    const visitor = new Visitor(await team.url);
    const { status } = await visitor.request('POST', '/accounts/login/jwt/', { token: one }, CROSS_SITE);
    return [status, visitor.cookies.has('sessionid')];
  };
  assert.deepEqual(await send(sent), [303, true]);
  assert.deepEqual(await send(sent), [400, false]);
  assert.deepEqual(await send(await token({ email: mia.email, jti: 'another' })), [303, true]);
});
