import { CAPABILITIES } from '../support/team.ts';
import { ABSENT_WORD } from './secrets.ts';

/** The objects that requests can name. */
export interface Targets {
  messageIds: readonly number[];
  channelIds: readonly number[];
  channelNames: readonly string[];
  userIds: readonly number[];
  emails: readonly string[];
  topics: readonly string[];
  /** Secret words. Every search looks for them. */
  words: readonly string[];
  queueIds: readonly string[];
}
type CrawlRequest = [path: string, fields: Record<string, unknown>];

const BOTH = [true, false];
/** Every sixth. */
const some = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 6 === 0);
const WIDE = { anchor: 'oldest', num_before: 0, num_after: 1000 };

/** One filter of every kind, plain and negated. */
function* filters({
  channelIds,
  channelNames,
  userIds,
  emails,
  topics,
  words,
  messageIds,
}: Targets): Generator<Record<string, unknown>> {
  for (const operator of ['channel', 'stream']) for (const operand of channelNames) yield { operator, operand };
  for (const operand of channelIds) yield { operator: 'channel', operand };
  for (const operator of ['sender', 'dm', 'pm-with', 'dm-including', 'group-pm-with'])
    for (const operand of [...userIds.slice(0, 12), ...emails])
      yield { operator, operand: operator === 'dm' && typeof operand === 'number' ? [operand] : operand };
  yield { operator: 'dm', operand: userIds.slice(0, 3) };
  for (const operand of topics) yield { operator: 'topic', operand };
  for (const operand of words)
    for (const operator of ['search', 'topic', 'channel', 'sender']) yield { operator, operand };
  for (const operand of ['dm', 'private', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'])
    yield { operator: 'is', operand };
  for (const operand of ['link', 'image', 'attachment', 'reaction']) yield { operator: 'has', operand };
  for (const operand of ['public', 'web-public']) yield { operator: 'channels', operand };
  for (const operand of ['home', 'all']) yield { operator: 'in', operand };
  for (const operand of messageIds) for (const operator of ['id', 'with']) yield { operator, operand };
  for (const operand of some(messageIds)) yield { operator: 'near', operand };
}

function* narrows(targets: Targets): Generator<Record<string, unknown>[]> {
  let count = 0;
  yield [];
  for (const term of filters(targets)) {
    yield [term];
    // A negated filter matches nearly everything, so a few of them suffice.
    if (term.operator !== 'with' && count++ % 4 === 0) yield [{ ...term, negated: true }];
  }
  for (const operand of [...targets.channelNames, ...targets.channelIds]) {
    yield [
      { operator: 'channel', operand },
      { operator: 'search', operand: 'whisper' },
    ];
    yield [
      { operator: 'channel', operand },
      { operator: 'is', operand: 'unread' },
    ];
    for (const topic of targets.topics.slice(0, 6))
      yield [
        { operator: 'channel', operand },
        { operator: 'topic', operand: topic },
      ];
  }
  for (const operand of targets.words)
    yield [
      { operator: 'channels', operand: 'public' },
      { operator: 'search', operand },
    ];
  yield [
    { operator: 'channels', operand: 'web-public' },
    { operator: 'search', operand: 'whisper' },
  ];
}

/** System groups, custom groups, anonymous groups, and missing ids. */
const GROUP_IDS = [1, 5, 8, 9, 10, 11, 12, 13, 999];

/** Requests for every GET endpoint that together ask for everything it can return. */
export const CRAWL: Record<string, (targets: Targets) => Iterable<CrawlRequest>> = {
  '/server_settings': () => [['/server_settings', {}]],
  '/static/generated/emoji/emoji_api.json': () => [],
  '/realm/domains': () => [['/realm/domains', {}]],
  '/realm/linkifiers': () => [['/realm/linkifiers', {}]],
  '/realm/profile_fields': () => [['/realm/profile_fields', {}]],
  '/imports/archive': () => [['/imports/archive', {}]],
  // There is none without an import: see test/organization/imports/uploaded.test.ts.
  '/imports/archive/report': () => [],
  '/server/status': () => [['/server/status', {}]],
  '/server/newest_version': () => [],
  '/mail': () => [['/mail', {}]],
  '/archived_channels': () => [['/archived_channels', {}]],
  '/received_mails': () => [['/received_mails', {}]],
  '/announcements': () => [['/announcements', {}]],
  *'/announcements/recipients'({ channelIds }) {
    for (const [audience, ids] of [
      ['role', [100, 400]],
      ['group', GROUP_IDS],
      ['channel', channelIds],
    ] as const)
      for (const audience_id of ids) yield ['/announcements/recipients', { audience, audience_id }];
  },
  '/users/me': () => [['/users/me', {}]],
  *'/users'({ userIds }) {
    for (const include_custom_profile_fields of BOTH)
      for (const client_gravatar of BOTH) yield ['/users', { include_custom_profile_fields, client_gravatar }];
    yield ['/users', { user_ids: userIds }];
  },
  *'/users/{user_id}'({ userIds }) {
    for (const id of userIds)
      for (const client_gravatar of BOTH)
        yield [`/users/${id}`, { client_gravatar, include_custom_profile_fields: true }];
  },
  *'/users/{email}'({ emails }) {
    for (const email of emails) yield [`/users/${encodeURIComponent(email)}`, { include_custom_profile_fields: true }];
  },
  // Pictures: test/people/avatars tests who may see them.
  '/avatar/{user_id}': () => [],
  '/avatar/{email}': () => [],
  '/avatar/{user_id}/medium': () => [],
  '/avatar/{email}/medium': () => [],
  '/user_avatars/{realm_id_str}/{filename}': () => [],
  '/static/images/icon.svg': () => [],
  '/static/images/logo.svg': () => [],
  '/realm/icon': () => [],
  '/realm/logo': () => [],
  '/realm/emoji': () => [['/realm/emoji', {}]],
  '/attachments': () => [['/attachments', {}]],
  '/openapi.json': () => [['/openapi.json', {}]],
  '/': () => [['/', {}]],
  '/static/client/{name}': () => [['/static/client/main.js', {}]],
  '/notification_targets': () => [['/notification_targets', {}]],
  '/ntfy/addresses': () => [['/ntfy/addresses', {}]],
  '/web_push/key': () => [['/web_push/key', {}]],
  '/service-worker.js': () => [],
  '/manifest.webmanifest': () => [['/manifest.webmanifest', {}]],
  '/app-icon/{name}': () => [],
  '/share/{id}': () => [],
  '/sign-in-icon/{file}': () => [],
  '/static/generated/emoji/images/emoji/unicode/zulip.png': () => [],
  '/health': () => [['/health', {}]],
  '/metrics': () => [['/metrics', {}]],
  '/user_uploads/{realm_id_str}/{filename}': () => [['/user_uploads/1/ab/guess/name.txt', {}]],
  '/user_uploads/download/{realm_id_str}/{filename}': () => [['/user_uploads/download/1/ab/guess/name.txt', {}]],
  '/user_uploads/temporary/{token}/{filename}': () => [['/user_uploads/temporary/1-9999999999-guess/name.txt', {}]],
  '/user_uploads/thumbnail/{realm_id_str}/{filename}': () => [
    ['/user_uploads/thumbnail/1/ab/guess/name.png/840x560.webp', {}],
  ],
  '/external_content/{digest}/{hex_url}': () => [[`/external_content/${'0'.repeat(40)}/68747470`, {}]],
  '/thumbnail': () => [['/thumbnail', { url: 'user_uploads/1/ab/guess/name.png', size: 'full' }]],
  '/static/images/loading/loader-black.svg': () => [],
  '/realm/presence': () => [['/realm/presence', {}]],
  *'/users/{user_id_or_email}/presence'({ userIds, emails }) {
    for (const which of [...userIds, ...emails]) yield [`/users/${encodeURIComponent(which)}/presence`, {}];
  },
  *'/streams'() {
    const everything = {
      include_web_public: true,
      exclude_archived: false,
      include_all: true,
      include_default: true,
      include_owner_subscribed: true,
      include_can_access_content: true,
    };
    yield ['/streams', {}];
    yield ['/streams', everything];
    yield ['/streams', { exclude_archived: false, include_all_active: true }];
    for (const [name, value] of Object.entries(everything))
      yield ['/streams', { include_public: false, include_subscribed: false, [name]: value }];
  },
  *'/streams/{stream_id}'({ channelIds }) {
    for (const id of channelIds) yield [`/streams/${id}`, {}];
  },
  *'/channel_folders'() {
    for (const include_archived of BOTH) yield ['/channel_folders', { include_archived }];
  },
  *'/user_groups'() {
    for (const include_deactivated_groups of BOTH) yield ['/user_groups', { include_deactivated_groups }];
  },
  *'/user_groups/{user_group_id}/members'() {
    for (const id of GROUP_IDS)
      for (const direct_member_only of BOTH) yield [`/user_groups/${id}/members`, { direct_member_only }];
  },
  *'/user_groups/{user_group_id}/members/{user_id}'({ userIds }) {
    for (const id of GROUP_IDS) for (const user of some(userIds)) yield [`/user_groups/${id}/members/${user}`, {}];
  },
  *'/user_groups/{user_group_id}/subgroups'() {
    for (const id of GROUP_IDS)
      for (const direct_subgroup_only of BOTH) yield [`/user_groups/${id}/subgroups`, { direct_subgroup_only }];
  },
  *'/streams/{stream_id}/members'({ channelIds }) {
    for (const id of channelIds) yield [`/streams/${id}/members`, {}];
  },
  *'/streams/{stream_id}/email_address'({ channelIds, userIds }) {
    for (const id of channelIds)
      for (const sender_id of [undefined, ...some(userIds)]) yield [`/streams/${id}/email_address`, { sender_id }];
  },
  *'/users/{user_id}/subscriptions/{stream_id}'({ channelIds, userIds }) {
    for (const id of channelIds) for (const user of userIds) yield [`/users/${user}/subscriptions/${id}`, {}];
  },
  *'/get_stream_id'({ channelNames, words }) {
    for (const stream of [...channelNames, ...words]) yield ['/get_stream_id', { stream }];
  },
  *'/users/me/subscriptions'() {
    for (const include_subscribers of ['true', 'false', 'partial'])
      yield ['/users/me/subscriptions', { include_subscribers }];
  },
  *'/users/me/{stream_id}/topics'({ channelIds }) {
    for (const id of channelIds)
      for (const allow_empty_topic_name of BOTH) yield [`/users/me/${id}/topics`, { allow_empty_topic_name }];
  },
  *'/messages'(targets) {
    for (const narrow of narrows(targets))
      yield ['/messages', { ...WIDE, narrow, apply_markdown: narrow.length % 2 === 0 }];
    for (const anchor of ['newest', 'oldest', 'first_unread', ...targets.messageIds])
      yield ['/messages', { anchor, num_before: 3, num_after: 3, apply_markdown: false }];
    for (const anchor of ['first_unread', ...some(targets.messageIds)])
      for (const operand of targets.channelIds)
        yield ['/messages', { anchor, num_before: 2, num_after: 2, narrow: [{ operator: 'channel', operand }] }];
    for (const apply_markdown of BOTH) yield ['/messages', { message_ids: targets.messageIds, apply_markdown }];
    yield ['/messages', { ...WIDE, use_first_unread_anchor: true }];
    for (const word of targets.words)
      yield ['/messages', { message_ids: targets.messageIds, narrow: [{ operator: 'search', operand: word }] }];
  },
  *'/messages/matches_narrow'(targets) {
    for (const narrow of narrows({ ...targets, messageIds: some(targets.messageIds), emails: some(targets.emails) }))
      yield ['/messages/matches_narrow', { msg_ids: targets.messageIds, narrow }];
  },
  *'/messages/{message_id}'({ messageIds }) {
    for (const id of messageIds) for (const apply_markdown of BOTH) yield [`/messages/${id}`, { apply_markdown }];
  },
  *'/messages/{message_id}/history'({ messageIds }) {
    for (const id of messageIds)
      for (const allow_empty_topic_name of BOTH) yield [`/messages/${id}/history`, { allow_empty_topic_name }];
  },
  *'/messages/{message_id}/read_receipts'({ messageIds }) {
    for (const id of messageIds) yield [`/messages/${id}/read_receipts`, {}];
  },
  *'/pinned_messages'({ channelIds, userIds, topics }) {
    for (const stream_id of channelIds) {
      yield ['/pinned_messages', { stream_id }];
      for (const topic of topics) yield ['/pinned_messages', { stream_id, topic }];
    }
    for (const one of userIds) for (const other of userIds) yield ['/pinned_messages', { user_ids: [one, other] }];
  },
  '/bots': () => [['/bots', {}]],
  '/bots/{bot_id}/webhook': ({ userIds }) => userIds.map((id) => [`/bots/${id}/webhook`, {}]),
  '/integrations': () => [['/integrations', {}]],
  '/integrations/{service}': () => [['/integrations/json', {}]],
  '/webhooks': ({ userIds }) => userIds.map((bot_id) => ['/webhooks', { bot_id }]),
  '/webhooks/{webhook_id}/deliveries': () => [1, 2].map((id) => [`/webhooks/${id}/deliveries`, {}]),
  '/feeds': ({ userIds }) => userIds.map((bot_id) => ['/feeds', { bot_id }]),
  '/invites': () => [['/invites', {}]],
  '/audit_log': () => [['/audit_log', { num: 100 }]],
  '/users/me/data_export': () => [['/users/me/data_export', {}]],
  // A file outside the API: see test/personal/data-exports.test.ts.
  '/data_export': () => [],
  '/statistics': () => [['/statistics', { period: 'week', num: 104 }]],
  '/deleted_messages': () => [['/deleted_messages', { num: 100 }]],
  '/export/realm': () => [['/export/realm', {}]],
  '/export/realm/consents': () => [['/export/realm/consents', {}]],
  // A file outside the API: see test/organization/exports.
  '/realm_exports/{export_id}': () => [],
  '/bot_storage': () => [
    ['/bot_storage', {}],
    ['/bot_storage', { keys: [ABSENT_WORD] }],
  ],
  '/saved_snippets': () => [['/saved_snippets', {}]],
  '/navigation_views': () => [['/navigation_views', {}]],
  '/drafts': () => [['/drafts', {}]],
  *'/users/{user_id}/status'({ userIds }) {
    for (const id of userIds) yield [`/users/${id}/status`, {}];
  },
  '/scheduled_messages': () => [['/scheduled_messages', {}]],
  '/external/{service}': () => [['/external/json', { api_key: 'none' }]],
  '/hooks/{token}': () => [['/hooks/unknown', {}]],
  '/gifs': () => [['/gifs', { query: 'soup' }]],
  '/calls/bigbluebutton/create': () => [['/calls/bigbluebutton/create', { meeting_name: 'x' }]],
  *'/zulip-services/verify/{access_token}/'({ words }) {
    for (const word of some(words)) yield [`/zulip-services/verify/${word}/`, {}];
  },
  *'/realm/subdomain/{subdomain}'({ words }) {
    for (const word of some(words)) yield [`/realm/subdomain/${word}`, {}];
  },
  *'/messages/summary'({ channelIds, channelNames }) {
    for (const operand of [...channelIds, ...channelNames])
      yield ['/messages/summary', { narrow: [{ operator: 'channel', operand }] }];
  },
  '/reminders': () => [['/reminders', {}]],
  '/users/me/alert_words': () => [['/users/me/alert_words', {}]],
  '/users/me/second_factors': () => [['/users/me/second_factors', {}]],
  '/users/me/identities': () => [['/users/me/identities', {}]],
  '/users/me/sessions': () => [['/users/me/sessions', {}]],
  *'/events'({ queueIds }) {
    for (const queue_id of queueIds)
      for (const last_event_id of [-1, 0]) yield ['/events', { queue_id, last_event_id, dont_block: true }];
  },
};

/** All variants of /register. */
export function* registrations(names: readonly string[]): Generator<Record<string, unknown>> {
  const older = { notification_settings_null: true };
  for (const include_subscribers of ['true', 'false', 'partial'])
    for (const client_capabilities of [CAPABILITIES, older])
      yield { include_subscribers, client_capabilities, slim_presence: include_subscribers === 'true' };
  yield { apply_markdown: true, client_gravatar: false, presence_history_limit_days: 1000 };
  for (const name of names) yield { narrow: [['stream', name]], fetch_event_types: ['message', 'subscription'] };
}

/** Queues that receive as much as possible. The last are for users with access to all public channels. */
export const QUEUE_OPTIONS: Record<string, unknown>[] = [
  {},
  { apply_markdown: false, client_capabilities: { notification_settings_null: true }, slim_presence: true },
  { narrow: [['is', 'dm']] },
  { all_public_streams: true, include_subscribers: 'true' },
  { all_public_streams: true, client_capabilities: { notification_settings_null: true, bulk_message_deletion: true } },
];
