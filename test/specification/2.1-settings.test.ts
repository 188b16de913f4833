import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../src/chat/people/sign-in/password-checks.ts';
import { setPassword } from '../../src/chat/people/users/actions.ts';
import { assertRejected, newTeam } from '../support/team.ts';

/**
 * Where a setting exists: S is the user's own (PATCH /settings), D the organization's default (PATCH
 * /realm/user_settings_defaults).
 */
type Where = 'S' | 'D' | 'S, D';
type Row = [name: string, where: Where, allowed: readonly unknown[], wrong: unknown];

const flags = (where: Where, ...names: string[]): Row[] => names.map((name) => [name, where, [true, false], 7]);
const WHEN = [1, 2, 3, 4];

const ROWS: Row[] = [
  ['default_language', 'S', ['de', 'pt-br', 'en'], 'klingon'],
  ['default_language', 'S', ['de', 'en'], 'DE'],
  ['timezone', 'S', ['Europe/Berlin', 'America/New_York'], 'Middle/Earth'],
  ...flags('S, D', 'twenty_four_hour_time'),
  ['web_mark_read_on_scroll_policy', 'S', [1, 2, 3], 4],
  ['web_channel_default_view', 'S, D', [1, 2, 3, 4], 5],
  ...flags('S, D', 'starred_message_counts', 'receives_typing_notifications', 'web_suggest_update_timezone'),
  ...flags('S, D', 'fluid_layout_width', 'high_contrast_mode'),
  ['web_font_size_px', 'S, D', [14, 20], 14.5],
  ['web_line_height_percent', 'S, D', [120, 150], 1.2],
  ['color_scheme', 'S, D', [1, 2, 3], 4],
  ...flags('S, D', 'enable_drafts_synchronization', 'translate_emoticons', 'display_emoji_reaction_users'),
  ['web_home_view', 'S, D', ['recent_topics', 'inbox', 'all_messages'], 'my_home'],
  ...flags('S, D', 'web_escape_navigates_to_home_view', 'left_side_userlist'),
  ['emojiset', 'S, D', ['google', 'twitter', 'text'], 'apple'],
  ['demote_inactive_streams', 'S, D', [1, 2, 3], 0],
  ['user_list_style', 'S, D', [1, 2, 3], 4],
  ['web_animate_image_previews', 'S, D', ['always', 'on_hover', 'never'], 'sometimes'],
  ['web_stream_unreads_count_display_policy', 'S, D', [1, 2, 3], 4],
  ...flags('S, D', 'hide_ai_features'),
  ...flags('S', 'web_left_sidebar_show_channel_folders', 'web_left_sidebar_unreads_count_summary'),
  ...flags('S, D', 'enable_stream_desktop_notifications', 'enable_stream_email_notifications'),
  ...flags('S, D', 'enable_stream_push_notifications', 'enable_stream_audible_notifications'),
  ['notification_sound', 'S, D', ['ding', 'none'], 'a whole symphony'],
  ...flags('S, D', 'enable_desktop_notifications', 'enable_sounds'),
  ['email_notifications_batching_period_seconds', 'S, D', [60, 3600], 0.5],
  ...flags('S, D', 'enable_offline_email_notifications'),
  ...flags('D', 'enable_followed_topic_desktop_notifications', 'enable_followed_topic_email_notifications'),
  ...flags('D', 'enable_followed_topic_push_notifications', 'enable_followed_topic_audible_notifications'),
  ...flags('D', 'enable_offline_push_notifications', 'enable_online_push_notifications', 'enable_digest_emails'),
  ...flags(
    'D',
    'message_content_in_email_notifications',
    'pm_content_in_desktop_notifications',
    'wildcard_mentions_notify',
  ),
  ...flags('D', 'enable_followed_topic_wildcard_mentions_notify'),
  ['desktop_icon_count_display', 'D', [1, 2, 3, 4], 5],
  ['realm_name_in_email_notifications_policy', 'D', [1, 2, 3], 4],
  ['automatically_follow_topics_policy', 'D', WHEN, 5],
  ['automatically_unmute_topics_in_muted_streams_policy', 'D', WHEN, 5],
  ...flags('D', 'automatically_follow_topics_where_mentioned'),
  ['resolved_topic_notice_auto_read_policy', 'D', ['always', 'except_followed', 'never'], 'now and then'],
  ...flags(
    'D',
    'presence_enabled',
    'enter_sends',
    'send_private_typing_notifications',
    'send_stream_typing_notifications',
  ),
  ...flags('D', 'send_read_receipts'),
  ['email_address_visibility', 'D', [1, 2, 3, 4, 5], 6],
  ...flags('D', 'web_navigate_to_sent_message'),
];

const people = newTeam();
const own = async () => (await people.mia.post('/register', { fetch_event_types: ['user_settings'] })).user_settings;
const defaults = async () =>
  (await people.mia.post('/register', { fetch_event_types: ['realm_user_settings_defaults'] }))
    .realm_user_settings_defaults;

for (const [name, where, allowed, wrong] of ROWS) {
  if (where.includes('S'))
    test(`2.1 ${name}: the user’s own setting, ${JSON.stringify(allowed)}`, async () => {
      for (const value of allowed) {
        const { ignored_parameters_unsupported } = await people.mia.patch('/settings', { [name]: value });
        assert.equal(ignored_parameters_unsupported, undefined);
        assert.equal((await own())[name], value);
      }
      await assertRejected(
        people.mia.request('PATCH', '/settings', { [name]: wrong }),
        new RegExp(name),
        'BAD_REQUEST',
      );
      assert.equal((await own())[name], allowed.at(-1), 'nothing changed');
    });
  if (where.includes('D'))
    test(`2.1 ${name}: the default for new users, ${JSON.stringify(allowed)}`, async () => {
      const path = '/realm/user_settings_defaults';
      for (const value of allowed) {
        const { ignored_parameters_unsupported } = await people.abe.patch(path, { [name]: value });
        assert.equal(ignored_parameters_unsupported, undefined);
        assert.equal((await defaults())[name], value);
      }
      await assertRejected(people.abe.request('PATCH', path, { [name]: wrong }), new RegExp(name), 'BAD_REQUEST');
      assert.equal((await defaults())[name], allowed.at(-1), 'nothing changed');
    });
}

test('2.1 full_name: display name', async () => {
  const { mia, max } = newTeam();
  await mia.patch('/settings', { full_name: 'Mia Wallace' });
  assert.equal((await max.get(`/users/${mia.id}`)).user.full_name, 'Mia Wallace');
});

test('2.1 email: the user must confirm through a link sent to the new address', async () => {
  const { team, app, mia } = newTeam();
  await mia.patch('/settings', { email: 'mia@new.example' });
  assert.equal((await mia.get('/users/me')).delivery_email, 'mia@example.com');
  const mail = app.mail.waiting().find(({ recipient }) => recipient === 'mia@new.example')!;
  await team.request('POST', new URL(/http\S+/.exec(mail.body)![0]).pathname);
  assert.equal(app.users.byId(mia.id)!.email, 'mia@new.example');
});

test('2.1 old_password, new_password: a new password needs the current one in the same request', async () => {
  const { team, app, mia } = newTeam();
  setPassword(app, app.users.byId(mia.id)!, await hashPassword('correct horse'));
  const sign = (password: string) => team.request('POST', '/fetch_api_key', { username: mia.email, password });
  const change = (fields: Record<string, string>) => mia.request('PATCH', '/settings', fields);
  await assertRejected(change({ new_password: 'battery staple' }), /old_password/, 'BAD_REQUEST');
  await assertRejected(
    change({ new_password: 'battery staple', old_password: 'donkey' }),
    'Wrong password!',
    'BAD_REQUEST',
  );
  assert.equal(
    (await change({ old_password: 'correct horse' })).result,
    'success',
    'needed only together with new_password',
  );
  assert.equal((await change({ new_password: 'battery staple', old_password: 'correct horse' })).result, 'success');
  assert.equal((await sign('correct horse')).result, 'error');
  assert.equal((await sign('battery staple')).email, 'mia@example.com');
});

test('2.1 receives_typing_notifications: server default true', async () => {
  assert.equal(
    (await newTeam().max.post('/register', { fetch_event_types: ['user_settings'] })).user_settings
      .receives_typing_notifications,
    true,
  );
});

test('2.1 receives_typing_notifications: typing events are only delivered to users with it enabled', async () => {
  const { mia, max } = newTeam();
  const type = () => mia.post('/typing', { op: 'start', to: [max.id] });
  await max.assertReceives(type, { type: 'typing', op: 'start' });
  await max.patch('/settings', { receives_typing_notifications: false });
  await max.assertReceives(type);
});

test('2.1 enable_drafts_synchronization: false deletes all drafts on the server, without events', async () => {
  const { mia } = newTeam();
  await mia.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Dear all' }] });
  await mia.assertReceives(() => mia.patch('/settings', { enable_drafts_synchronization: false }), {
    type: 'user_settings',
    op: 'update',
  });
  await mia.patch('/settings', { enable_drafts_synchronization: true });
  assert.deepEqual((await mia.get('/drafts')).drafts, []);
});

test('2.1 dense_mode is no longer accepted', async () => {
  const { ada, mia } = newTeam();
  assert.deepEqual((await mia.patch('/settings', { dense_mode: true })).ignored_parameters_unsupported, ['dense_mode']);
  const defaults = await ada.patch('/realm/user_settings_defaults', { dense_mode: true });
  assert.deepEqual(defaults.ignored_parameters_unsupported, ['dense_mode']);
});

test('4.1 any of the fields marked S, all optional; unsupported ones are listed', async () => {
  const { mia } = newTeam();
  assert.equal((await mia.patch('/settings')).result, 'success');
  const { ignored_parameters_unsupported } = await mia.patch('/settings', {
    color_scheme: 3,
    color_schemes: 2,
    enter_sends: true,
  });
  assert.deepEqual(ignored_parameters_unsupported, ['color_schemes']);
});

for (const alias of ['/settings/display', '/settings/notifications'])
  test(`4.1 PATCH ${alias} is a deprecated alias`, async () => {
    const { mia } = newTeam();
    await mia.patch(alias, { color_scheme: 2, enable_sounds: false });
    const { user_settings } = await mia.post('/register', { fetch_event_types: ['user_settings'] });
    assert.deepEqual([user_settings.color_scheme, user_settings.enable_sounds], [2, false]);
  });

test('4.3 changes the defaults for new users, and does not change existing users', async () => {
  const { app, abe, mia } = newTeam();
  const { ignored_parameters_unsupported } = await abe.patch('/realm/user_settings_defaults', {
    color_scheme: 2,
    full_name: 'No',
  });
  assert.deepEqual(ignored_parameters_unsupported, ['full_name']);
  const { user_id } = await abe.post('/users', {
    email: 'new@example.com',
    full_name: 'New',
    password: 'long enough for all',
  });
  assert.equal(app.users.byId(user_id)!.settings.color_scheme, 2);
  assert.equal(app.users.byId(mia.id)!.settings.color_scheme, 1);
});

test('4.3 (admin)', async () => {
  const { mona } = newTeam();
  const asking = mona.request('PATCH', '/realm/user_settings_defaults', { color_scheme: 2 });
  await assertRejected(asking, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
});
