import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { assertRejected, newTeam } from '../../support/team.ts';

const token = (claims: Record<string, unknown>, secret = 'a word between two programs') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode(secret));

test('a trusted program can sign users in with a JWT, and an untrusted one cannot', async () => {
  const { app, team, mia } = newTeam();
  const signIn = async (fields: Record<string, unknown>) => team.request('POST', '/jwt/fetch_api_key', fields);
  await assertRejected(
    signIn({ token: await token({ email: mia.email }) }),
    'JWT authentication is not enabled for this organization',
  );
  app.config.choices.jwtSecret = 'a word between two programs';
  const { api_key, email, user } = await signIn({ token: await token({ email: mia.email }), include_profile: true });
  assert.deepEqual([api_key, email, user.full_name], [mia.apiKey, mia.email, 'Mia']);
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
