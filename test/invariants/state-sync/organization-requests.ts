import fc from 'fast-check';
import { pathWithId, type Request, requestBy } from './requests.ts';

/** A picture of one red pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const yes = fc.boolean();
const text = fc.constantFrom('One', 'Two', 'Three');
const people = fc.uniqueArray(
  fc.nat(5).map((one) => `person:${one}`),
  { minLength: 1, maxLength: 2 },
);
const held = fc.oneof(
  fc.constantFrom('group:0', 'system:nobody', 'system:moderators', 'system:members', 'system:everyone'),
  fc.record({ direct_members: people, direct_subgroups: fc.constantFrom<string[]>([], ['group:1']) }),
);
const days = fc.constantFrom<(number | null)[]>(null, 1440);
const profileValue = fc.constantFrom<object[]>(
  { id: 'field:0', value: 'tea' },
  { id: 'field:1', value: '2001-02-03' },
  { id: 'field:0', value: '' },
);

const settings = fc.oneof(
  fc.record({ full_name: text }),
  fc.record({ twenty_four_hour_time: yes, enable_drafts_synchronization: yes }),
  fc.record({
    default_language: fc.constantFrom('de', 'en'),
    timezone: fc.constantFrom('Europe/Vienna', 'Asia/Tokyo'),
  }),
  fc.record({ email_address_visibility: fc.constantFrom(1, 2, 3, 4, 5) }),
  fc.record({ enable_sounds: yes, notification_sound: fc.constantFrom('ding', 'none'), presence_enabled: yes }),
  fc.record({ allow_private_data_export: yes, send_read_receipts: yes }),
);

const realmSettings = fc.oneof(
  fc.record({ name: text, description: text, digest_weekday: fc.nat(6) }),
  fc.record({
    allow_message_editing: yes,
    message_content_edit_limit_seconds: fc.constantFrom<(number | string)[]>(60, 'unlimited'),
  }),
  fc.record({
    topics_policy: fc.constantFrom('allow_empty_topic', 'disable_empty_topic'),
    message_edit_history_visibility_policy: fc.constantFrom('all', 'none', 'moves'),
  }),
  fc.record({ waiting_period_threshold: fc.constantFrom(0, 3, 100), emails_restricted_to_domains: yes }),
  fc.record({ can_mention_many_users_group: fc.record({ new: held }) }),
  fc.record({
    can_create_public_channel_group: fc.record({ new: held }),
    can_invite_users_group: fc.record({ new: held }),
  }),
  fc.record({ can_access_all_users_group: fc.record({ new: fc.constantFrom('system:members', 'system:everyone') }) }),
  fc.record({
    can_move_messages_between_channels_group: fc.record({ new: held }),
    new_stream_announcements_stream_id: fc.constant('channel:0'),
  }),
);

const bot = {
  full_name: fc.constantFrom('Robin', 'Toby', 'Bert'),
  short_name: fc.constantFrom('robin', 'toby', 'bert'),
};
const botChange = fc.oneof(
  fc.record({ full_name: bot.full_name }),
  fc.record({ bot_owner_id: fc.nat(5).map((one) => `person:${one}`) }),
  fc.record({ default_sending_stream: fc.constantFrom('everyone', 'secret', ''), default_all_public_streams: yes }),
  fc.record({ role: fc.constantFrom(400, 200, 600) }),
  fc.constant({ service_payload_url: 'https://example.com/elsewhere', service_interface: 2 }),
);
const field = { name: text, hint: text, display_in_profile_summary: yes, editable_by_user: yes };
const newUser = {
  key: fc.constantFrom('link:0', 'link:1'),
  full_name: text,
  email: fc.constantFrom('eve@example.org', 'kim@example.org', 'lou@example.org'),
  password: fc.constant('a good password'),
};
const link = {
  group_ids: fc.constantFrom<string[]>([], ['group:0']),
  stream_ids: fc.constantFrom<string[][]>([], ['channel:0']),
  invite_expires_in_minutes: days,
};

/** Requests about bots and invitations. */
export const invitationRequests: fc.Arbitrary<Request> = fc.oneof(
  requestBy('POST', '/bots', fc.record({ ...bot, bot_type: fc.constantFrom(1, 2) })),
  requestBy(
    'POST',
    '/bots',
    fc.record({ ...bot, bot_type: fc.constant(3), payload_url: fc.constant('"https://example.com/hook"') }),
  ),
  requestBy('PATCH', pathWithId('/bots/', 'bot'), botChange),
  requestBy('PATCH', pathWithId('/bots/', 'bot'), botChange),
  requestBy('DELETE', pathWithId('/bots/', 'bot')),
  requestBy('POST', pathWithId('/bots/', 'bot', '/api_key/regenerate')),
  requestBy('POST', pathWithId('/users/', 'bot', '/reactivate')),
  requestBy(
    'POST',
    '/invites',
    fc.record({ invitee_emails: fc.constantFrom('eve@example.org', 'kim@example.org'), ...link }),
  ),
  requestBy('POST', '/invites/multiuse', fc.record({ ...link, invite_as: fc.constantFrom(400, 600, 200) })),
  requestBy('POST', '/accounts/register/', fc.record(newUser)),
  requestBy('DELETE', pathWithId('/invites/', 'invitation')),
  requestBy('DELETE', pathWithId('/invites/multiuse/', 'invitation')),
  requestBy('POST', pathWithId('/invites/', 'invitation', '/resend')),
);

/** Requests that change the settings of the sender or of another user. */
export const personalRequests: fc.Arbitrary<Request> = fc.oneof(
  requestBy('PATCH', '/settings', settings),
  requestBy('PATCH', '/settings', settings),
  requestBy('POST', '/users/me/api_key/regenerate'),
  requestBy(
    'PATCH',
    '/users/me/profile_data',
    fc.record({ data: fc.array(profileValue, { minLength: 1, maxLength: 2 }) }),
  ),
  requestBy('DELETE', '/users/me/profile_data', fc.constant({ data: ['field:0'] })),
  requestBy(
    'PATCH',
    fc.nat(5).map((one) => `/users/person:${one}`),
    fc.oneof(
      fc.record({ full_name: text }),
      fc.record({ profile_data: fc.array(profileValue, { minLength: 1, maxLength: 1 }) }),
    ),
  ),
  requestBy(
    'PATCH',
    fc.nat(5).map((one) => `/users/person:${one}`),
    fc.record({ new_email: fc.constantFrom('new@example.com', 'newer@example.com') }),
  ),
  requestBy('UPLOAD', '/users/me/avatar', fc.constant({ 'dot.png': DOT })),
  requestBy('DELETE', '/users/me/avatar'),
);

/** Requests that change the organization as a whole. */
export const organizationRequests: fc.Arbitrary<Request> = fc.oneof(
  requestBy('PATCH', '/realm', realmSettings),
  requestBy('PATCH', '/realm', realmSettings),
  requestBy(
    'PATCH',
    '/realm/user_settings_defaults',
    fc.record({ enable_sounds: yes, web_home_view: fc.constantFrom('inbox', 'all_messages') }),
  ),
  requestBy('POST', '/realm/profile_fields', fc.record({ ...field, field_type: fc.constantFrom(1, 2, 4, 5) })),
  requestBy('PATCH', pathWithId('/realm/profile_fields/', 'field'), fc.record(field)),
  requestBy('DELETE', pathWithId('/realm/profile_fields/', 'field')),
  requestBy(
    'POST',
    '/realm/filters',
    fc.record({
      pattern: fc.constantFrom('#(?P<id>[0-9]+)', 'T(?P<id>[0-9]+)'),
      url_template: fc.constant('https://example.com/{id}'),
    }),
  ),
  requestBy(
    'PATCH',
    pathWithId('/realm/filters/', 'linkifier'),
    fc.constant({ pattern: 'X(?P<id>[0-9]+)', url_template: 'https://example.com/x/{id}' }),
  ),
  requestBy(
    'PATCH',
    '/realm/linkifiers',
    fc.constantFrom<object[]>(
      { ordered_linkifier_ids: ['linkifier:0', 'linkifier:1'] },
      { ordered_linkifier_ids: ['linkifier:0'] },
    ),
  ),
  requestBy('DELETE', pathWithId('/realm/filters/', 'linkifier')),
  requestBy(
    'POST',
    '/realm/playgrounds',
    fc.record({
      name: text,
      pygments_language: fc.constantFrom('Python', 'Rust'),
      url_template: fc.constant('https://example.com/{code}'),
    }),
  ),
  requestBy('DELETE', pathWithId('/realm/playgrounds/', 'playground')),
  requestBy(
    'POST',
    '/realm/domains',
    fc.record({ domain: fc.constantFrom('example.org', 'example.net'), allow_subdomains: yes }),
  ),
  requestBy('PATCH', '/realm/domains/example.org', fc.record({ allow_subdomains: yes })),
  requestBy('DELETE', '/realm/domains/example.org'),
  requestBy('UPLOAD', fc.constantFrom('/realm/emoji/own', '/realm/emoji/other'), fc.constant({ 'dot.png': DOT })),
  requestBy('DELETE', fc.constantFrom('/realm/emoji/own', '/realm/emoji/other')),
);
