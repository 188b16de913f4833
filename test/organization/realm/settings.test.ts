import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_PERMISSIONS } from '../../../src/chat/organization/realm/permission-types.ts';
import { REALM_SETTINGS } from '../../../src/chat/organization/realm/settings.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const OWNER = 'Must be an organization owner';
const update = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value });
const dict = (data: object) => ({ type: 'realm', op: 'update_dict', property: 'default', data });
const nameState = (person: TestUser) => person.post('/register', { fetch_event_types: ['realm'] });

test('administrators change the organization, and everyone receives the event', async () => {
  const { abe, gus } = newTeam();
  await gus.assertReceives(
    async () => {
      const { result, msg, status, headers, ...changed } = await abe.patch('/realm', {
        name: 'Acme',
        enable_read_receipts: true,
        name_changes_disabled: true,
        message_content_delete_limit_seconds: 'unlimited',
        jitsi_server_url: 'https://meet.example',
      });
      assert.deepEqual(changed, {
        name: 'updated',
        name_changes_disabled: true,
        message_content_delete_limit_seconds: null,
        jitsi_server_url: 'updated',
      });
    },
    update('name', 'Acme'),
    update('jitsi_server_url', 'https://meet.example'),
    update('message_content_delete_limit_seconds', null),
    update('name_changes_disabled', true),
  );
  const state = await nameState(gus);
  assert.equal(state.realm_name, 'Acme');
  assert.equal(state.jitsi_server_url, 'https://meet.example');
  await gus.assertReceives(() => abe.patch('/realm', { name: 'Acme', jitsi_server_url: '"https://meet.example"' }));
  await abe.patch('/realm', { jitsi_server_url: 'default' });
  assert.equal((await nameState(gus)).realm_jitsi_server_url, null);
});

test('related properties are sent in one event, and derived ones to older clients', async () => {
  const { abe, mia, app } = newTeam();
  const moderators = app.groups.system('role:moderators');
  await mia.assertReceives(
    () => abe.patch('/realm', { message_content_edit_limit_seconds: 60, topics_policy: 'disable_empty_topic' }),
    dict({ allow_message_editing: true, message_content_edit_limit_seconds: 60 }),
    dict({ topics_policy: 'disable_empty_topic', mandatory_topics: true }),
  );
  await mia.assertReceives(
    () => abe.patch('/realm', { message_edit_history_visibility_policy: 'none' }),
    update('message_edit_history_visibility_policy', 'none'),
    update('allow_edit_history', false),
  );
  await mia.assertReceives(
    () =>
      abe.patch('/realm', {
        can_create_public_channel_group: { new: moderators },
        can_mention_many_users_group: { new: moderators },
      }),
    dict({ can_create_public_channel_group: moderators }),
    dict({ can_mention_many_users_group: moderators }),
    update('create_public_stream_policy', 4),
    update('wildcard_mention_policy', 7),
  );
});

test('every permission is given as {new, old}', async () => {
  const { app, abe, ada, mia, max } = newTeam();
  const some = { direct_members: [mia.id], direct_subgroups: [app.groups.system('role:moderators')] };
  const reply = await abe.patch('/realm', { can_create_bots_group: { new: some } });
  assert.deepEqual(reply.can_create_bots_group, some);
  await mia.assertReceives(() => abe.patch('/realm', { can_create_bots_group: { new: some, old: some } }));
  const mismatch = await assertRejected(
    abe.request('PATCH', '/realm', { can_create_bots_group: { new: 2, old: 3 }, name: 'Not this' }),
    /expected value/,
    'EXPECTATION_MISMATCH',
  );
  assert.equal(mismatch.field_name, 'can_create_bots_group');
  assert.notEqual(app.realm.get('name'), 'Not this');
  for (const name of ['can_access_all_users_group', 'can_create_web_public_channel_group']) {
    const required = await assertRejected(
      abe.request('PATCH', '/realm', { [name]: { new: some } }),
      /system/,
      'SYSTEM_GROUP_REQUIRED',
    );
    assert.equal(required.setting_name, name);
  }
  const everyone = app.groups.system('role:everyone');
  await assertRejected(
    abe.request('PATCH', '/realm', { can_create_bots_group: { new: everyone } }),
    /cannot be set to 'role:everyone'/,
  );
  await assertRejected(abe.request('PATCH', '/realm', { can_create_bots_group: { new: 999 } }), 'Invalid user group');
  await assertRejected(
    abe.request('PATCH', '/realm', { can_create_bots_group: { new: { direct_members: [999], direct_subgroups: [] } } }),
    /999/,
  );
  for (const [name, rule] of Object.entries(REALM_PERMISSIONS)) {
    const group = app.groups.system((rule.allowed_system_groups[0] ?? 'role:administrators') as 'role:administrators');
    await ada.patch('/realm', { [name]: { new: group } });
    assert.equal((await nameState(max))[`realm_${name}`], group, name);
  }
});

test('only owners decide who can join, who can create groups, and how long messages are kept', async () => {
  const { app, ada, abe, mia } = newTeam();
  const group = { new: app.groups.system('role:administrators') };
  const OWNERS = {
    authentication_methods: { Email: true },
    string_id: 'other',
    message_retention_days: 30,
    invite_required: false,
    emails_restricted_to_domains: true,
    disallow_disposable_email_addresses: false,
    waiting_period_threshold: 3,
    can_create_groups: group,
    can_invite_users_group: group,
    can_manage_all_groups: group,
    create_multiuse_invite_group: group,
  };
  await mia.assertReceives(async () => {
    for (const [name, value] of Object.entries(OWNERS))
      await assertRejected(
        abe.request('PATCH', '/realm', { [name]: value, description: 'not this' }),
        OWNER,
        'UNAUTHORIZED_PRINCIPAL',
      );
    for (const name of ['name', ...Object.keys(OWNERS)])
      await assertRejected(
        mia.request('PATCH', '/realm', { [name]: 'x' }),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
  });
  const { string_id, ...possible } = OWNERS;
  await ada.patch('/realm', possible);
  await assertRejected(ada.request('PATCH', '/realm', { string_id }), 'Must be a demo organization.');
  await assertRejected(ada.request('PATCH', '/realm', { authentication_methods: { Email: false } }), /At least one/);
  await ada.patch('/realm', { message_retention_days: 'unlimited' });
  assert.equal(app.realm.get('message_retention_days'), -1);
});

test('invalid values are rejected with the parameter’s name', async () => {
  const { ada, mia } = newTeam();
  const { channel_id } = {
    channel_id: (await ada.post('/channels/create', { name: 'plaza', subscribers: [ada.id] })).id,
  };
  const hidden = (await mia.post('/channels/create', { name: 'vault', subscribers: [mia.id], invite_only: true })).id;
  const wrong: Record<string, unknown> = {
    name: '  ',
    description: 'x'.repeat(1001),
    default_language: 'klingonese',
    default_code_block_language: 'klingonese',
    digest_weekday: 7,
    org_type: 5,
    video_chat_provider: 99,
    giphy_rating: 9,
    message_content_delete_limit_seconds: 0,
    message_content_edit_limit_seconds: 'forever',
    message_retention_days: 0,
    waiting_period_threshold: -1,
    topics_policy: 'whatever',
    message_edit_history_visibility_policy: 'some',
    jitsi_server_url: 'javascript:alert(1)',
    welcome_message_custom_text: 'x'.repeat(8001),
    enable_read_receipts: 'maybe',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const reply = await ada.request('PATCH', '/realm', { [name]: value });
    assert.equal(reply.result, 'error', name);
    assert.match(reply.msg, new RegExp(`${name}|Invalid language`), name);
  }
  for (const name of [
    'new_stream_announcements_stream_id',
    'signup_announcements_stream_id',
    'zulip_update_announcements_stream_id',
    'moderation_request_channel_id',
  ])
    await assertRejected(ada.request('PATCH', '/realm', { [name]: 999 }), 'Invalid channel ID');
  await assertRejected(
    ada.request('PATCH', '/realm', { moderation_request_channel_id: channel_id }),
    'Moderation request channel must be private.',
  );
  await ada.patch('/realm', { moderation_request_channel_id: hidden, signup_announcements_stream_id: channel_id });
  const { ignored_parameters_unsupported } = await ada.patch('/realm', {
    plan_type: 1,
    date_created: 1,
    icon_source: 'U',
  });
  assert.deepEqual(ignored_parameters_unsupported, ['plan_type', 'date_created', 'icon_source']);
});

test('every property that can be changed keeps its new value', async () => {
  const { ada, mia } = newTeam();
  const flags = Object.entries(REALM_SETTINGS).filter(
    ([name, { default: value }]) => typeof value === 'boolean' && name !== 'deactivated',
  );
  const before = await nameState(mia);
  for (const [name] of flags) {
    if (name === 'push_notifications_enabled') continue;
    const value = !before[`realm_${name}`];
    const reply = await ada.patch('/realm', { [name]: value });
    assert.equal(reply[name], value, name);
    assert.equal((await nameState(mia))[`realm_${name}`], value, name);
  }
});

test('guests receive events when users become invisible or visible to them', async () => {
  const { app, abe, mia, max, gus } = newTeam();
  await mia.post('/channels/create', { name: 'plaza', subscribers: [mia.id, gus.id] });
  const members = app.groups.system('role:members');
  const everyone = app.groups.system('role:everyone');
  const queue = await gus.registerQueue({ event_types: ['realm_user'] });
  await abe.patch('/realm', { can_access_all_users_group: { new: members } });
  const gone = (await queue.events()).map(({ op, person }) => [op, person.full_name]);
  assert.deepEqual(gone, [
    ['remove', 'Ada'],
    ['remove', 'Abe'],
    ['remove', 'Mona'],
    ['remove', 'Max'],
  ]);
  await assertRejected(gus.request('GET', `/users/${max.id}`), 'No such user');
  await abe.patch('/realm', { can_access_all_users_group: { new: everyone } });
  assert.deepEqual(
    (await queue.events()).map(({ op }) => op),
    ['add', 'add', 'add', 'add'],
  );
});

test('a longer waiting period removes full membership, and what it gave access to', async () => {
  const { app, clock, ada, mia, max } = newTeam();
  clock.advance(5 * 86_400);
  const full = app.groups.system('role:fullmembers');
  await ada.post('/channels/create', {
    name: 'vault',
    subscribers: [ada.id],
    invite_only: true,
    can_add_subscribers_group: full,
  });
  const user_ids = [mia.id, max.id];
  await mia.assertReceives(
    () => ada.patch('/realm', { waiting_period_threshold: 30 }),
    { type: 'user_group', op: 'remove_members', group_id: full, user_ids },
    { type: 'stream', op: 'delete' },
    update('waiting_period_threshold', 30),
  );
  await mia.assertReceives(
    () => ada.patch('/realm', { waiting_period_threshold: 5 }),
    { type: 'user_group', op: 'add_members', group_id: full, user_ids },
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add' },
    update('waiting_period_threshold', 5),
  );
});

test('older clients send mandatory_topics', async () => {
  const { ada } = newTeam();
  const policy = async () => (await ada.post('/register', { fetch_event_types: ['realm'] })).realm_topics_policy;
  assert.deepEqual((await ada.patch('/realm', { mandatory_topics: true })).topics_policy, 'updated');
  assert.equal(await policy(), 'disable_empty_topic');
  await ada.patch('/realm', { mandatory_topics: false });
  assert.equal(await policy(), 'allow_empty_topic');
  await ada.patch('/realm', { mandatory_topics: false, topics_policy: 'disable_empty_topic' });
  assert.equal(await policy(), 'disable_empty_topic');
});
