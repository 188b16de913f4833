import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a user sees only their own phones, until these are unregistered', async () => {
  const { mia, max } = newTeam();
  await mia.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' });
  await mia.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' });
  await mia.post('/users/me/android_gcm_reg_id', { token: 'android:1' });
  for (const path of ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']) {
    const token = path.includes('apns') ? 'c0ffee' : 'android:1';
    await assertRejected(max.request('DELETE', path, { token }), 'Token does not exist');
    await mia.delete(path, { token });
    await assertRejected(mia.request('DELETE', path, { token }), 'Token does not exist');
    await assertRejected(
      mia.request('POST', path, { token: '', appid: 'org.zulip.Zulip' }),
      'Empty or invalid length token',
    );
    await assertRejected(
      mia.request('POST', path, { token: 'a'.repeat(5001), appid: 'org.zulip.Zulip' }),
      'Empty or invalid length token',
    );
  }
  await assertRejected(
    mia.request('POST', '/users/me/apns_device_token', { token: 'no hex', appid: 'org.zulip.Zulip' }),
    'Invalid APNS token',
  );
  await assertRejected(
    mia.request('POST', '/users/me/apns_device_token', { token: 'c0ffee', appid: '../x' }),
    'Invalid app ID',
  );
});

test('bots cannot register phones', async () => {
  const { team, mia } = newTeam();
  const robo = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await assertRejected(
    robo.request('POST', '/users/me/android_gcm_reg_id', { token: 'x' }),
    'This endpoint does not accept bot requests.',
  );
});

test('without a push service no phone is notified, and the response says so', async () => {
  const { mia, max } = newTeam();
  await assertRejected(
    mia.request('POST', '/mobile_push/test_notification'),
    'Device not recognized',
    'INVALID_PUSH_DEVICE_TOKEN',
  );
  await mia.post('/users/me/android_gcm_reg_id', { token: 'mine' });
  await assertRejected(
    max.request('POST', '/mobile_push/test_notification', { token: 'mine' }),
    'Device not recognized',
    'INVALID_PUSH_DEVICE_TOKEN',
  );
  for (const fields of [{}, { token: 'mine' }])
    await assertRejected(
      mia.request('POST', '/mobile_push/test_notification', fields),
      /not configured/,
      'PUSH_SERVICE_NOT_CONFIGURED',
    );
  await assertRejected(
    mia.request('POST', '/mobile_push/register', { token_kind: 'fcm' }),
    /not configured/,
    'PUSH_SERVICE_NOT_CONFIGURED',
  );
  await assertRejected(
    mia.request('POST', '/mobile_push/e2ee/test_notification'),
    /No active/,
    'NO_ACTIVE_PUSH_DEVICE',
  );
});
