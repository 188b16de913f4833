import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../../support/team.ts';

test('a client gets the server’s settings before signing in', async () => {
  const { team, app } = newTeam();
  app.db.write(() => {
    app.realm.set('name', 'Acme');
    app.realm.set('description', 'All & <sundry>');
  });
  const settings = await team.request('GET', '/server_settings');
  assert.equal(settings.status, 200);
  assert.equal(settings.zulip_feature_level, 421);
  assert.equal('service_feature_level' in settings, false);
  assert.equal(settings.realm_name, 'Acme');
  assert.equal(settings.realm_description, '<p>All &amp; &lt;sundry&gt;</p>');
  assert.equal(settings.realm_url, 'http://klatch.example');
  assert.equal(settings.realm_uri, settings.realm_url);
  assert.equal(settings.authentication_methods.password, true);
  assert.equal(settings.authentication_methods.ldap, false);
  assert.equal(settings.realm_web_public_access_enabled, false);
});

test('the emoji names are at the URL that clients receive', async () => {
  const { team, mia } = newTeam();
  const { server_emoji_data_url } = await mia.post('/register', { fetch_event_types: ['realm'] });
  const { pathname } = new URL(server_emoji_data_url);
  const { code_to_names } = await team.request('GET', pathname);
  assert.equal(code_to_names['1f44d'].includes('+1'), true);
  assert.equal((await team.request('GET', `/api/v1${pathname}`)).status, 404);
  assert.equal((await team.request('POST', pathname)).status, 405);
});

test('the organization’s permissions are sent as groups and as legacy numbers', async () => {
  const { app, mia, max, gus } = newTeam();
  const read = () => mia.post('/register', { fetch_event_types: ['realm'] });
  const before = await read();
  assert.equal(before.realm_can_create_public_channel_group, app.groups.system('role:members'));
  assert.equal(before.realm_can_manage_all_groups, app.groups.system('role:owners'));
  assert.equal(before.realm_create_public_stream_policy, 1);
  assert.equal(before.realm_create_web_public_stream_policy, 7);
  assert.equal(before.realm_wildcard_mention_policy, 5);
  assert.equal(before.realm_mandatory_topics, false);
  assert.equal(before.server_supported_permission_settings.realm.can_create_groups.default_group_name, 'role:members');
  app.db.write(() => {
    const { id } = app.groups.add({ name: null, description: '', is_system: 0, creator_id: null, date_created: null });
    app.groups.addMember(id, max.id);
    app.groups.addMember(id, gus.id);
    app.realm.set('can_create_public_channel_group', app.groups.system('role:moderators'));
    app.realm.set('can_mention_many_users_group', id);
    app.realm.set('topics_policy', 'disable_empty_topic');
  });
  const after = await read();
  assert.equal(after.realm_create_public_stream_policy, 4);
  assert.deepEqual(after.realm_can_mention_many_users_group, {
    direct_members: [max.id, gus.id],
    direct_subgroups: [],
  });
  assert.equal(after.realm_wildcard_mention_policy, 1);
  assert.equal(after.realm_mandatory_topics, true);
  // Users in a custom group may become guests, so no narrower number always covers them.
  app.db.write(() => app.groups.removeMember(app.realm.get('can_mention_many_users_group')!, gus.id));
  assert.equal((await read()).realm_wildcard_mention_policy, 1);
});

test('visitors cannot edit anything', async () => {
  const { team, app } = newTeam();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  const state = await team.request('POST', '/json/register', {
    fetch_event_types: ['realm', 'realm_user', 'realm_user_groups', 'user_settings'],
  });
  assert.equal(state.status, 200);
  assert.equal(state.realm_allow_message_editing, false);
  assert.equal(state.realm_presence_disabled, true);
  assert.deepEqual(state.realm_user_groups, []);
  assert.equal(state.user_id, -1);
  assert.doesNotMatch(JSON.stringify(state.realm_users), /example\.com/);
});

test('GIF ratings have the keys that clients look up', async () => {
  const { mia } = newTeam();
  const { giphy_rating_options } = await mia.post('/register', { fetch_event_types: ['realm'] });
  assert.deepEqual(Object.keys(giphy_rating_options), ['disabled', 'y', 'g', 'pg', 'pg-13', 'r']);
});
