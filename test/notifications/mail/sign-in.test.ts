import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { exporting } from '../../../src/chat/organization/exports/jobs.ts';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { deviceName } from '../../../src/chat/people/sign-in/session-views.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('a sign-in sends a mail, unless the user turned it off or has just joined', async () => {
  const { team, app, clock, mia } = newTeam();
  app.config.choices.outbox = 'nowhere';
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('correct horse'));
  const signIn = (password = 'correct horse') =>
    team.request('POST', '/accounts/login/', { username: mia.email, password }, { 'User-Agent': FIREFOX });
  const told = () => app.mail.waiting().filter(({ kind }) => kind === 'sign_in');
  await signIn();
  assert.deepEqual(told(), [], 'just joined');
  clock.advance(3600);
  await signIn('wrong');
  assert.deepEqual(told(), []);
  await mia.patch('/settings', { timezone: 'Asia/Tokyo' });
  await signIn();
  const [notice] = told();
  assert.equal(notice!.subject, 'New sign-in from Firefox on Linux');
  assert.match(notice!.body, /127\.0\.0\.1[\s\S]*10:00:00/);
  assert.match(notice!.body, /accounts\/unsubscribe\/login/);
  await team.request(
    'POST',
    '/fetch_api_key',
    { username: mia.email, password: 'correct horse' },
    { 'User-Agent': 'ZulipFlutter/30 (Android 15)' },
  );
  assert.equal(told()[1]!.subject, 'New sign-in from Zulip for phones on Android');
  await mia.patch('/settings', { enable_login_emails: false });
  await signIn();
  assert.equal(told().length, 2);
});

test('a user without a password is sent to the settings, not to a new password', async () => {
  const { team, app, clock, mia } = newTeam({ jwtSecret: 'a word between two programs' });
  app.config.choices.outbox = 'nowhere';
  clock.advance(3600);
  const token = await new SignJWT({ email: mia.email })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode('a word between two programs'));
  await new Visitor(await team.url).request('POST', '/accounts/login/jwt/', { token });
  const [notice] = app.mail.waiting();
  assert.match(notice!.body, /sign out everywhere else[\s\S]*\/#settings\/security/);
  assert.doesNotMatch(notice!.body, /password/);
});

test('an unknown or missing User-Agent causes no error', () => {
  assert.equal(deviceName(''), 'a program');
  assert.equal(deviceName('curl/8.5.0'), 'curl');
  assert.equal(deviceName('<script>'), 'a program');
  assert.equal(
    deviceName(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    ),
    'Safari on macOS',
  );
});

test('the user who requested an export receives a mail when it is ready', async () => {
  const { app, ada } = newTeam();
  app.config.choices.outbox = 'nowhere';
  await ada.post('/export/realm');
  await exporting.run(app);
  const [mail] = app.mail.waiting();
  assert.deepEqual([mail!.kind, mail!.recipient], ['export_ready', ada.email]);
});
