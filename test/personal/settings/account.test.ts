import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../../src/chat/people/sign-in/password-checks.ts';
import { openSession, removeExpiredTokens } from '../../../src/chat/people/sign-in/session-actions.ts';
import { setPassword } from '../../../src/chat/people/users/actions.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const linkIn = (body: string): string => /https?:\/\/\S+/.exec(body)![0];
const mailsTo = ({ app }: ReturnType<typeof newTeam>, address: string) =>
  app.mail.waiting().filter(({ recipient }) => recipient === address);

test('2.1 everyone receives a new name; if users cannot change names, only an administrator can', async () => {
  const { app, mia, max, abe } = newTeam();
  await max.assertReceives(() => mia.patch('/settings', { full_name: ' Mia Wallace ' }), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: mia.id, full_name: 'Mia Wallace' },
  });
  await assertRejected(mia.request('PATCH', '/settings', { full_name: 'M' }), 'Name too short!');
  for (const full_name of ['M*a', 'Mi\u200Ba', '\u202EaiM'])
    await assertRejected(mia.request('PATCH', '/settings', { full_name }), 'Invalid characters in name!');
  await assertRejected(mia.request('PATCH', '/settings', { full_name: '\u3164\u3164' }), 'Name too short!');
  await mia.patch('/settings', { full_name: 'می\u200Cخواهم 👩\u200D🚀' });
  app.db.write(() => app.realm.set('name_changes_disabled', true));
  await max.assertReceives(() => mia.patch('/settings', { full_name: 'Vincent' }));
  await abe.patch('/settings', { full_name: 'Abraham' });
  assert.equal(app.users.byId(abe.id)!.full_name, 'Abraham');
});

test('2.1 a new address takes effect when the mailed link is opened', async () => {
  const there = newTeam();
  const { team, app, mia, max } = there;
  await max.assertReceives(() => mia.patch('/settings', { email: 'mia@new.example' }));
  assert.equal((await mia.get('/users/me')).email, 'mia@example.com');
  assert.deepEqual(
    (await runOperation(app, 'mail-waiting', {})) as object[],
    app.mail.waiting(),
    'the operator can read it',
  );
  const [mail] = mailsTo(there, 'mia@new.example');
  const { pathname } = new URL(linkIn(mail!.body));
  await max.assertReceives(
    () => team.request('POST', pathname),
    { type: 'realm_user', op: 'update', person: { user_id: mia.id, delivery_email: 'mia@new.example' } },
    { type: 'realm_user', op: 'update', person: { user_id: mia.id, new_email: 'mia@new.example' } },
  );
  assert.equal((await mia.request('GET', '/users/me')).status, 401);
  const again = Object.assign(Object.create(mia) as TestUser, { email: 'mia@new.example' });
  assert.equal((await again.request('GET', '/users/me')).email, 'mia@new.example');
  assert.equal(mailsTo(there, 'mia@example.com').length, 1, 'the old address is told');
  const used = await team.request('POST', pathname);
  assert.equal(used.status, 404);
  assert.equal(app.users.byId(mia.id)!.email, 'mia@new.example');
});

test('2.1 only users who can see a hidden address receive its change', async () => {
  const there = newTeam();
  const { team, mia, max, abe } = there;
  await mia.patch('/settings', { email_address_visibility: 3 });
  await mia.patch('/settings', { email: 'mia@new.example' });
  const { pathname } = new URL(linkIn(mailsTo(there, 'mia@new.example')[0]!.body));
  await max.assertReceives(() =>
    abe.assertReceives(() => team.request('POST', pathname), {
      type: 'realm_user',
      op: 'update',
      person: { user_id: mia.id, delivery_email: 'mia@new.example' },
    }),
  );
});

test('2.1 the link is valid for a day, for one address, and if the address is still free', async () => {
  const there = newTeam();
  const { team, clock, app, mia, max } = there;
  const ask = async (email: string) => {
    await mia.patch('/settings', { email });
    return new URL(linkIn(mailsTo(there, email).at(-1)!.body)).pathname;
  };
  const first = await ask('one@new.example');
  const second = await ask('two@new.example');
  await assertRejected(team.request('POST', first), /expired/);
  clock.advance(86_401);
  await assertRejected(team.request('POST', second), /expired/);
  const third = await ask('three@new.example');
  app.db.write(() => app.users.setEmail('three@new.example', max.id));
  await assertRejected(team.request('POST', third), /already in use/);
  await assertRejected(mia.request('PATCH', '/settings', { email: 'three@new.example' }), /already in use/);
  await assertRejected(mia.request('PATCH', '/settings', { email: 'nonsense' }), 'Enter a valid email address.');
  app.db.write(() => app.realm.set('email_changes_disabled', true));
  await assertRejected(
    mia.request('PATCH', '/settings', { email: 'four@new.example' }),
    'Email address changes are disabled in this organization.',
  );
  assert.equal(app.users.byId(mia.id)!.email, 'mia@example.com');
  assert.doesNotMatch(
    JSON.stringify(app.db.all('SELECT * FROM pending_email_change')()),
    new RegExp(third.split('/').at(-1)!),
  );
});

test('2.1 repeated requests for address changes are rate-limited', async () => {
  const { mia } = newTeam({ rateLimits: true });
  for (const name of ['one', 'two']) await mia.patch('/settings', { email: `${name}@new.example` });
  const reply = await assertRejected(
    mia.request('PATCH', '/settings', { email: 'three@new.example' }),
    /rate limit/,
    'RATE_LIMIT_HIT',
  );
  assert.equal(reply.status, 429);
});

test('2.1 a new password needs the old one, and ends all other sessions', async () => {
  const { team, app, mia } = newTeam();
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('old secret'));
  const signIn = (password: string) => team.request('POST', '/accounts/login/', { username: mia.email, password });
  const cookies = (reply: { headers: Headers }) =>
    reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]!)
      .join('; ');
  const [here, elsewhere] = [
    cookies((await signIn('old secret')) as never),
    cookies((await signIn('old secret')) as never),
  ];
  await assertRejected(mia.request('PATCH', '/settings', { new_password: 'new secret' }), /old_password/);
  await assertRejected(
    mia.request('PATCH', '/settings', { old_password: 'guess', new_password: 'new secret', enter_sends: false }),
    'Wrong password!',
  );
  const change = (new_password: string) =>
    mia.request('PATCH', '/settings', { old_password: 'old secret', new_password });
  await assertRejected(change('short'), /too weak/, 'BAD_REQUEST');
  await assertRejected(change('Password123'), /too common/, 'BAD_REQUEST');
  await assertRejected(change(mia.email), /easy to guess/, 'BAD_REQUEST');
  assert.equal(app.users.byId(mia.id)!.settings.enter_sends, true);
  const csrf = /csrftoken=([^;]+)/.exec(here)![1]!;
  const changed = await team.request(
    'PATCH',
    '/json/settings',
    { old_password: 'old secret', new_password: 'new secret' },
    { Cookie: here, 'X-CSRFToken': decodeURIComponent(csrf) },
  );
  assert.equal(changed.status, 200, changed.msg);
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie: here })).status, 200);
  assert.equal((await team.request('GET', '/json/users/me', {}, { Cookie: elsewhere })).status, 401);
  assert.equal((await signIn('old secret')).code, 'AUTHENTICATION_FAILED');
  assert.equal((await signIn('new secret')).status, 200);
});

test('4.1 the two older paths do the same, unknown settings are reported, and bots have no settings', async () => {
  const { team, mia } = newTeam();
  const { ignored_parameters_unsupported } = await mia.patch('/settings/display', {
    dense_mode: true,
    color_scheme: 2,
  });
  assert.deepEqual(ignored_parameters_unsupported, ['dense_mode']);
  await mia.patch('/settings/notifications', { enable_sounds: false });
  await mia.patch('/settings', { web_home_view: 'recent' });
  const { user_settings } = await mia.post('/register', { fetch_event_types: ['user_settings'] });
  assert.equal(user_settings.color_scheme, 2);
  assert.equal(user_settings.enable_sounds, false);
  assert.equal(user_settings.web_home_view, 'recent_topics');
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: mia.id });
  for (const path of ['/settings', '/settings/display', '/settings/notifications'])
    await assertRejected(
      bot.request('PATCH', path, { enter_sends: true }),
      'This endpoint does not accept bot requests.',
      'BAD_REQUEST',
    );
});

const WRONG: Record<string, unknown> = {
  twenty_four_hour_time: 'often',
  web_mark_read_on_scroll_policy: 4,
  web_channel_default_view: 5,
  web_font_size_px: 'big',
  web_line_height_percent: 1.5,
  color_scheme: 4,
  web_home_view: 'cellar',
  emojiset: 'apple',
  demote_inactive_streams: 0,
  user_list_style: 4,
  web_animate_image_previews: 'sometimes',
  web_stream_unreads_count_display_policy: 4,
  notification_sound: 'gong',
  email_notifications_batching_period_seconds: -1,
  desktop_icon_count_display: 5,
  realm_name_in_email_notifications_policy: 4,
  automatically_follow_topics_policy: 5,
  automatically_unmute_topics_in_muted_streams_policy: 0,
  resolved_topic_notice_auto_read_policy: 'perhaps',
  email_address_visibility: 6,
};

test('2.1 an invalid value is rejected with the parameter’s name, in settings and in defaults', async () => {
  const { mia, abe } = newTeam();
  for (const [name, value] of Object.entries(WRONG)) {
    await assertRejected(mia.request('PATCH', '/settings', { [name]: value }), new RegExp(name));
    await assertRejected(abe.request('PATCH', '/realm/user_settings_defaults', { [name]: value }), new RegExp(name));
  }
});

test('expired sessions and links are deleted completely', async () => {
  const { app, clock, mia } = newTeam();
  await mia.patch('/settings', { email: 'mia@new.example' });
  openSession(app, app.users.byId(mia.id)!);
  clock.advance(86_400 * 15);
  openSession(app, app.users.byId(mia.id)!);
  removeExpiredTokens(app);
  assert.equal(app.db.value('SELECT count(*) FROM session')(), 1);
  assert.equal(app.db.value('SELECT count(*) FROM pending_email_change')(), 0);
});

test('2.1 the times of a new user have the format that is usual in the language', async () => {
  const { app, ada, mia } = newTeam();
  const is24 = (id: number) => app.users.byId(id)!.settings.twenty_four_hour_time;
  assert.equal(is24(mia.id), false);
  app.db.write(() => app.realm.set('default_language', 'de'));
  const { user_id } = await ada.post('/users', { email: 'uwe@example.com', full_name: 'Uwe', password: 'long enough' });
  assert.equal(is24(user_id), true);
  // Unless the organization chose another format.
  await ada.patch('/realm/user_settings_defaults', { twenty_four_hour_time: false });
  const eva = await ada.post('/users', { email: 'eva@example.com', full_name: 'Eva', password: 'long enough' });
  assert.equal(is24(eva.user_id), false);
});
