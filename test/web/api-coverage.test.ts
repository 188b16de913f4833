import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../../src/declarations.ts';

// Nothing that the API offers administrators and users needs a terminal: the client calls every endpoint that changes
// something, with every parameter.

const root = fileURLToPath(new URL('../../src/web', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(views|actions|notifications|design|server)\b.*\.tsx?$/.test(name))
  // Comments do not count, only code.
  .map((name) => readFileSync(join(root, name), 'utf8').replace(/(?<!\w)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  .join('\n');

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ABOUT =
  /^\/(realm|users|bots|invites|user_groups|channel_folders|default_stream|streams|channels|export|imports|mail|settings|user_topics|web_push|notification_targets|mobile_push|navigation_views)/;

/** Endpoints that the client does not call, with the reason. */
const UNUSED_ENDPOINTS: Record<string, string> = {
  'PATCH /users/{email}': 'by id',
  'PATCH /users/me/subscriptions': 'joining and leaving, each by itself',
  'PATCH /users/me/subscriptions/{stream_id}': 'POST /users/me/subscriptions/properties',
  'PATCH /users/me/subscriptions/muted_topics': 'POST /user_topics',
  'POST /user_groups/{user_group_id}/subgroups': 'POST /user_groups/{user_group_id}/members',
  'DELETE /users/me/profile_data': 'PATCH with null',
  'PATCH /settings/display': 'PATCH /settings',
  'PATCH /settings/notifications': 'PATCH /settings',
  'DELETE /mail/{mail_id}': 'on the page of mails, which the administration leads to',
  'POST /mail/{mail_id}/retry': 'on the page of mails',
  'POST /users/me/apns_device_token': 'of phones',
  'DELETE /users/me/apns_device_token': 'of phones',
  'POST /users/me/android_gcm_reg_id': 'of phones',
  'DELETE /users/me/android_gcm_reg_id': 'of phones',
  'POST /mobile_push/register': 'of phones',
  'POST /mobile_push/test_notification': 'of phones; the client tests each with POST /notification_targets/{id}/test',
  'POST /mobile_push/e2ee/test_notification': 'of phones',
  'DELETE /web_push/subscriptions': 'it ends with the session, or with the browser’s permission',
};

/** Parameters that the client never sends, with the reason. */
const UNUSED_PARAMETERS: Record<string, Record<string, string>> = {
  'PATCH /realm': {
    mandatory_topics: 'what older clients call a topics_policy',
    string_id: 'always refused',
    authentication_methods: 'password is the only one there is',
  },
  'POST /realm/deactivate': { deletion_delay_days: 'refused: the server deletes nothing by itself' },
  'POST /bots': { service_name: 'of embedded bots, which are refused', config_data: 'of embedded bots' },
  'PATCH /bots/{bot_id}': { config_data: 'of embedded bots' },
  'PATCH /settings': { left_side_userlist: 'nothing follows from it any more' },
  'PATCH /realm/user_settings_defaults': { left_side_userlist: 'nothing follows from it any more' },
  'POST /users/me/presence': { history_limit_days: 'what is told back', ping_only: 'what is told back' },
  'POST /users/me/onboarding_steps': { schedule_navigation_tour_video_reminder_delay: 'there is no video' },
  'POST /users/me/subscriptions': { authorization_errors_fatal: 'channels are joined one at a time' },
};

const changing = endpoints.filter(({ method, path }) => CHANGES.has(method) && ABOUT.test(path));

test('the client calls every endpoint that changes something for users and administrators', () => {
  const missing = changing
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !sources.includes(`'${name}'`));
  assert.deepEqual(missing.sort(), Object.keys(UNUSED_ENDPOINTS).sort());
});

test('the client sends every parameter of these endpoints', () => {
  for (const { method, path, params } of changing) {
    const name = `${method} ${path}`;
    if (name in UNUSED_ENDPOINTS) continue;
    const unsaid = Object.keys(params ?? {}).filter((param) => !new RegExp(`\\b${param}\\b`).test(sources));
    assert.deepEqual(unsaid, Object.keys(UNUSED_PARAMETERS[name] ?? {}), name);
  }
});
