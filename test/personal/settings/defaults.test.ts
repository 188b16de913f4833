import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const readSettings = async (person: TestUser) =>
  (await person.post('/register', { fetch_event_types: ['user_settings'] })).user_settings;

test('4.3 everyone receives new defaults, and no existing user changes', async () => {
  const { team, abe, mia, gus } = newTeam();
  const changed = { type: 'realm_user_settings_defaults', op: 'update', property: 'enter_sends', value: false };
  const size = { type: 'realm_user_settings_defaults', op: 'update', property: 'web_font_size_px', value: 20 };
  await gus.assertReceives(
    () => abe.patch('/realm/user_settings_defaults', { web_font_size_px: 20, enter_sends: false, color_scheme: 1 }),
    size,
    changed,
  );
  assert.equal((await readSettings(mia)).web_font_size_px, 16);
  const { realm_user_settings_defaults } = await mia.post('/register', {
    fetch_event_types: ['realm_user_settings_defaults'],
  });
  assert.equal(realm_user_settings_defaults.web_font_size_px, 20);
  const eve = team.addUser('Eve', 400);
  const settings = await readSettings(eve);
  assert.equal(settings.web_font_size_px, 20);
  assert.equal(settings.enter_sends, false);
  await gus.assertReceives(() => abe.patch('/realm/user_settings_defaults', { web_font_size_px: 20 }));
});

test('4.3 only administrators can change the defaults for new users', async () => {
  const { abe, mona, mia } = newTeam();
  await mia.assertReceives(async () => {
    for (const one of [mona, mia])
      await assertRejected(
        one.request('PATCH', '/realm/user_settings_defaults', { enter_sends: true }),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
  });
  const { ignored_parameters_unsupported } = await abe.patch('/realm/user_settings_defaults', {
    dense_mode: true,
    timezone: 'Asia/Tokyo',
  });
  assert.deepEqual(ignored_parameters_unsupported, ['dense_mode', 'timezone']);
});
