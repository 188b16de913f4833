import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, CAPABILITIES, newTeam } from '../../support/team.ts';

test('a setting is published to its user only, and is in the next registration', async () => {
  const { mia, max } = newTeam();
  await max.assertReceives(() =>
    mia.assertReceives(
      () => mia.patch('/settings', { send_read_receipts: false, web_font_size_px: 18, enter_sends: true }),
      {
        type: 'user_settings',
        op: 'update',
        property: 'web_font_size_px',
        value: 18,
      },
      { type: 'user_settings', op: 'update', property: 'send_read_receipts', value: false },
    ),
  );
  const { user_settings } = await mia.post('/register', { fetch_event_types: ['user_settings'] });
  assert.equal(user_settings.send_read_receipts, false);
  assert.equal(user_settings.web_font_size_px, 18);
  assert.equal(user_settings.timezone, '');
  const { realm_user_settings_defaults } = await mia.post('/register', {
    fetch_event_types: ['realm_user_settings_defaults'],
  });
  assert.equal(realm_user_settings_defaults.web_font_size_px, 16);
});

test('older clients receive an additional event, and see settings one by one', async () => {
  const { mia } = newTeam();
  const fetch_event_types = ['update_display_settings', 'update_global_notifications'];
  const client_capabilities = { ...CAPABILITIES, user_settings_object: false };
  const queue = await mia.registerQueue({ client_capabilities, event_types: ['user_settings', ...fetch_event_types] });
  await mia.patch('/settings', { default_language: 'de', presence_enabled: false, send_read_receipts: false });
  const changed = { type: 'user_settings', op: 'update' };
  assert.deepEqual(await queue.events(), [
    { ...changed, property: 'default_language', value: 'de', language_name: 'Deutsch' },
    {
      type: 'update_display_settings',
      user: mia.email,
      setting_name: 'default_language',
      setting: 'de',
      language_name: 'Deutsch',
    },
    { ...changed, property: 'presence_enabled', value: false },
    { type: 'update_global_notifications', user: mia.email, notification_name: 'presence_enabled', setting: false },
    { ...changed, property: 'send_read_receipts', value: false },
  ]);
  const old = await mia.post('/register', { fetch_event_types, client_capabilities });
  assert.equal(old.default_language, 'de');
  assert.equal(old.presence_enabled, false);
  const fresh = await mia.post('/register', { fetch_event_types, client_capabilities: CAPABILITIES });
  assert.equal('default_language' in fresh, false);
});

test('a time zone is visible to everyone', async () => {
  const { mia, max } = newTeam();
  await max.assertReceives(() => mia.patch('/settings', { timezone: 'Europe/Berlin' }), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: mia.id, email: mia.email, timezone: 'Europe/Berlin' },
  });
  assert.equal((await max.get(`/users/${mia.id}`)).user.timezone, 'Europe/Berlin');
  for (const [timezone, kept] of Object.entries({
    'america/port_of_spain': 'America/Port_of_Spain',
    'Asia/Kolkata': 'Asia/Kolkata',
    '': '',
  })) {
    await mia.patch('/settings', { timezone });
    assert.equal((await max.get(`/users/${mia.id}`)).user.timezone, kept, 'as it is spelled');
  }
});

test('invalid values are rejected with the parameter’s name, and nothing changes', async () => {
  const { mia } = newTeam();
  await mia.assertReceives(async () => {
    await assertRejected(mia.request('PATCH', '/settings', { color_scheme: 9, enter_sends: true }), /color_scheme/);
    await assertRejected(
      mia.request('PATCH', '/settings', { web_font_size_px: 'large', enter_sends: true }),
      /web_font_size_px/,
    );
    await assertRejected(
      mia.request('PATCH', '/settings', { timezone: 'Nowhere/Else', enter_sends: true }),
      'Invalid timezone',
    );
    await assertRejected(
      mia.request('PATCH', '/settings', { default_language: 'klingonese', enter_sends: true }),
      'Invalid default_language',
    );
  });
  const { ignored_parameters_unsupported } = await mia.patch('/settings', { no_such_setting: true });
  assert.deepEqual(ignored_parameters_unsupported, ['no_such_setting']);
});
