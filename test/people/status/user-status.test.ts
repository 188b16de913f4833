import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusEnds } from '../../../src/chat/people/status/jobs.ts';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const setStatus = (who: TestUser, fields: object) => who.request('POST', '/users/me/status', { ...fields });

const getStatus = async (viewer: TestUser, whom: TestUser) => (await viewer.get(`/users/${whom.id}/status`)).own_status;
const CAR = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };

test('a status keeps an emoji that the emoji set no longer has when its text changes', async () => {
  const { app, mia, max } = newTeam();
  const emoji = { emoji_name: 'one_oclock', emoji_code: '1f550', reaction_type: 'unicode_emoji' } as const;
  app.db.write(() => app.userStatus.put({ user_id: mia.id, status_text: 'lunch', ...emoji, scheduled_end_time: null }));
  assert.equal((await setStatus(mia, { status_text: 'long lunch', ...emoji })).result, 'success');
  assert.deepEqual(await getStatus(max, mia), { status_text: 'long lunch', ...emoji });
  await assertRejected(setStatus(max, { status_text: 'lunch', ...emoji }), 'Invalid emoji code.');
});

test('everyone receives a user’s status, and its removal', async () => {
  const { mia, max, gus } = newTeam();
  const [heard] = await gus.assertReceives(() => setStatus(mia, { status_text: ' on the road ', emoji_name: 'car' }), {
    type: 'user_status',
  });
  assert.deepEqual(heard, { type: 'user_status', user_id: mia.id, status_text: 'on the road', ...CAR });
  assert.deepEqual(await getStatus(max, mia), { status_text: 'on the road', ...CAR });
  assert.deepEqual((await max.post('/register')).user_status, { [mia.id]: { status_text: 'on the road', ...CAR } });

  const [shorter] = await max.assertReceives(() => setStatus(mia, { status_text: '' }), { type: 'user_status' });
  assert.deepEqual(shorter, { type: 'user_status', user_id: mia.id, status_text: '' });
  assert.deepEqual(await getStatus(max, mia), CAR);
  const [gone] = await max.assertReceives(() => setStatus(mia, { emoji_name: '', emoji_code: '', reaction_type: '' }), {
    type: 'user_status',
  });
  assert.deepEqual(gone, {
    type: 'user_status',
    user_id: mia.id,
    emoji_name: '',
    emoji_code: '',
    reaction_type: 'unicode_emoji',
  });
  assert.deepEqual([await getStatus(max, mia), (await max.post('/register')).user_status], [{}, {}]);
});

test('emoji follow the rules of reactions, and must exist', async () => {
  const { mia, max } = newTeam();
  await max.assertReceives(async () => {
    await assertRejected(setStatus(mia, {}), 'Client did not pass any new values.', 'BAD_REQUEST');
    await assertRejected(setStatus(mia, { emoji_code: '1f697' }), /must pass emoji_name/, 'BAD_REQUEST');
    await assertRejected(
      setStatus(mia, { emoji_name: 'no_such_emoji' }),
      "Emoji 'no_such_emoji' does not exist",
      'BAD_REQUEST',
    );
    await assertRejected(setStatus(mia, { ...CAR, emoji_code: '1f600' }), 'Invalid emoji name.', 'BAD_REQUEST');
    await assertRejected(setStatus(mia, { ...CAR, reaction_type: 'smoke' }), 'Invalid emoji type.', 'BAD_REQUEST');
    await assertRejected(
      setStatus(mia, { status_text: 'x'.repeat(61) }),
      /too long \(limit: 60 characters\)/,
      'BAD_REQUEST',
    );
  });
  const own = { emoji_name: 'zulip', emoji_code: 'zulip' };
  await max.assertReceives(() => setStatus(mia, { emoji_name: 'zulip' }), {
    type: 'user_status',
    ...own,
    reaction_type: 'service_extra_emoji',
  });
  const phone = { 'User-Agent': 'ZulipMobile/27.1 (Android 14)' };
  const onPhone = await max.request('POST', '/register', { fetch_event_types: ['user_status'] }, phone);
  assert.deepEqual(onPhone.user_status[mia.id], { ...own, reaction_type: 'zulip_extra_emoji' });
});

test('older clients turn presence off by setting away', async () => {
  const { mia, max } = newTeam();
  await max.assertReceives(
    () => setStatus(mia, { away: true }),
    { type: 'presence' },
    { type: 'user_status', user_id: mia.id, away: true },
  );
  assert.equal((await mia.post('/register')).user_settings.presence_enabled, false);
  assert.deepEqual(await getStatus(max, mia), { away: true });
  assert.deepEqual((await max.post('/register')).user_status, { [mia.id]: { away: true } });
  await max.assertReceives(
    () => setStatus(mia, { away: false }),
    { type: 'presence' },
    { type: 'user_status', away: false },
  );
  assert.deepEqual(await getStatus(max, mia), {});
});

test('only administrators can change others’ statuses, and bots and deactivated users have none', async () => {
  const { app, team, ada, abe, mia, max, mona, gus } = newTeam();
  const path = `/users/${mia.id}/status`;
  const robo = team.addUser('Robo', 200, { bot_type: 1, bot_owner_id: abe.id });
  await mia.assertReceives(() => abe.post(path, { status_text: 'ill' }), {
    type: 'user_status',
    user_id: mia.id,
    status_text: 'ill',
  });
  await mia.assertReceives(async () => {
    for (const person of [mona, max, gus, mia])
      await assertRejected(
        person.request('POST', path, { status_text: 'x' }),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
    await assertRejected(
      robo.request('POST', path, { status_text: 'x' }),
      'This endpoint does not accept bot requests.',
      'BAD_REQUEST',
    );
    await assertRejected(
      setStatus(robo, { status_text: 'x' }),
      'This endpoint does not accept bot requests.',
      'BAD_REQUEST',
    );
    await assertRejected(abe.request('POST', path), 'Client did not pass any new values.', 'BAD_REQUEST');
    await assertRejected(abe.request('POST', '/users/999/status', { status_text: 'x' }), 'No such user', 'BAD_REQUEST');
    await assertRejected(
      abe.request('POST', `/users/${robo.id}/status`, { status_text: 'x' }),
      'No such user',
      'BAD_REQUEST',
    );
    await assertRejected(mia.request('GET', `/users/${robo.id}/status`), 'No such user', 'BAD_REQUEST');
  });
  deactivateUser(app, undefined, app.users.byId(mia.id)!);
  app.db.commit();
  await assertRejected(ada.request('POST', path, { status_text: 'x' }), 'User is deactivated', 'BAD_REQUEST');
  assert.deepEqual((await ada.post('/register')).user_status, {});
});

test('a guest receives no status of an inaccessible user, and cannot request it', async () => {
  const { app, ada, mia, gus } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  await ada.sendDirectMessage([gus], 'welcome');
  await gus.assertReceives(() => setStatus(mia, { status_text: 'a secret' }));
  for (const id of [mia.id, 999])
    await assertRejected(gus.request('GET', `/users/${id}/status`), 'No such user', 'BAD_REQUEST');
  await gus.assertReceives(() => setStatus(ada, { status_text: 'hello' }), { type: 'user_status', user_id: ada.id });
  assert.deepEqual(Object.keys((await gus.post('/register')).user_status), [`${ada.id}`]);
});

test('a status ends by itself; a new status does not end with the previous one', async () => {
  const { app, mia, max, clock } = newTeam();
  const end = clock.now() / 1000 + 3600;
  const endNow = async () => {
    await statusEnds.run(app);
    app.db.commit();
  };
  await setStatus(mia, { status_text: 'lunch', scheduled_end_time: end });
  await setStatus(max, { status_text: 'away', ...CAR });
  assert.deepEqual(await getStatus(max, mia), { status_text: 'lunch', scheduled_end_time: end });
  clock.advance(3599);
  await max.assertReceives(endNow);
  clock.advance(1);
  const [ended] = await max.assertReceives(endNow, { type: 'user_status' });
  const { emoji_name, emoji_code, status_text, scheduled_end_time } = ended!;
  assert.deepEqual([emoji_name, emoji_code, status_text, scheduled_end_time], ['', '', '', 0]);
  assert.deepEqual([await getStatus(max, mia), await getStatus(mia, max)], [{}, { status_text: 'away', ...CAR }]);

  const later = clock.now() / 1000 + 60;
  await setStatus(mia, { status_text: 'lunch', scheduled_end_time: later });
  const [changed] = await max.assertReceives(() => setStatus(mia, { status_text: 'meeting' }), { type: 'user_status' });
  assert.deepEqual([changed!.status_text, changed!.scheduled_end_time], ['meeting', 0]);
  clock.advance(61);
  await endNow();
  assert.deepEqual(await getStatus(max, mia), { status_text: 'meeting' });
  await assertRejected(
    setStatus(mia, { status_text: 'x', scheduled_end_time: later }),
    'The status must end in the future.',
  );
  await assertRejected(
    setStatus(mia, { status_text: 'x', scheduled_end_time: later + 400 * 86_400 }),
    'The status must end within a year.',
  );
  assert.deepEqual(await getStatus(max, mia), { status_text: 'meeting' });
});
