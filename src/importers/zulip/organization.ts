import type { ImportedPermissions } from '../../chat/organization/imports/organization-types.ts';
import { REALM_PERMISSIONS } from '../../chat/organization/realm/permission-types.ts';
import { type Raw, readId, readList, readNumber, readText } from '../records.ts';
import type { Sink } from '../sink.ts';
import { permissionOfPolicy, referenceIn, type ZulipGroups } from './groups.ts';
import { wholeSeconds } from './times.ts';

/** Hands the organization's settings to the sink. */
export function addRealm(sink: Sink, row: Raw, defaults: Raw | undefined, groups: ZulipGroups): void {
  sink.add({
    kind: 'realm',
    origin: 'organization',
    settings: readSettings(row),
    channels: readChannels(row),
    permissions: { ...earlierPermissions(row), ...groups.readPermissions(row, Object.keys(REALM_PERMISSIONS)) },
    user_defaults: readScalars(defaults ?? {}),
  });
}

/** The fields of a row that are no lists or objects. */
export const readScalars = (row: Raw): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value === null || typeof value !== 'object'));

const HISTORY = [undefined, 'all', 'moves', 'none'];
const TOPICS = [undefined, undefined, 'allow_empty_topic', 'disable_empty_topic'];

/** Settings by their names here. Some had other names or types in other versions. */
function readSettings(row: Raw): Record<string, unknown> {
  const { topics_policy, message_edit_history_visibility_policy: history, ...rest } = readScalars(row);
  const mandatory = row.mandatory_topics === undefined ? undefined : TOPICS[row.mandatory_topics === true ? 3 : 2];
  const shown = row.allow_edit_history === undefined ? undefined : HISTORY[row.allow_edit_history === true ? 1 : 3];
  const known = {
    topics_policy: readText(topics_policy) ?? TOPICS[readNumber(topics_policy) ?? 0] ?? mandatory,
    message_edit_history_visibility_policy: readText(history) ?? HISTORY[readNumber(history) ?? 0] ?? shown,
    giphy_rating: row.gif_rating_policy ?? row.giphy_rating,
    default_language: readText(row.default_language)?.toLowerCase().replaceAll('_', '-'),
    date_created: wholeSeconds(row.date_created),
  };
  const settings = { ...rest, ...known };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** Settings that name a channel, with the fields that have had it. */
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  new_stream_announcements_stream_id: ['new_stream_announcements_stream', 'notifications_stream'],
  signup_announcements_stream_id: ['signup_announcements_stream', 'signup_notifications_stream'],
  zulip_update_announcements_stream_id: ['zulip_update_announcements_stream'],
  moderation_request_channel_id: ['moderation_request_channel'],
};

function readChannels(row: Raw): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(CHANNELS).flatMap(([name, fields]) => {
      const field = fields.find((one) => one in row || `${one}_id` in row);
      if (field === undefined) return [];
      const id = referenceIn(row, field);
      return [[name, id === undefined || id === '-1' ? null : id]];
    }),
  );
}

/** Permissions by their names here, with the numbers that versions until 9 had for them. */
const POLICIES: Readonly<Record<string, string>> = {
  can_create_public_channel_group: 'create_public_stream_policy',
  can_create_private_channel_group: 'create_private_stream_policy',
  can_create_web_public_channel_group: 'create_web_public_stream_policy',
  can_add_subscribers_group: 'invite_to_stream_policy',
  can_invite_users_group: 'invite_to_realm_policy',
  can_add_custom_emoji_group: 'add_custom_emoji_policy',
  can_move_messages_between_channels_group: 'move_messages_between_streams_policy',
  can_move_messages_between_topics_group: 'edit_topic_policy',
  can_delete_own_message_group: 'delete_own_message_policy',
  can_create_groups: 'user_group_edit_policy',
};
/** These numbers have meanings of their own. */
const MENTION_ROLES: Readonly<Record<number, number>> = { 1: 5, 2: 1, 3: 3, 5: 2, 6: 6, 7: 4 };
const NOBODY = 6;
const ADMINISTRATORS = 2;

function earlierPermissions(row: Raw): ImportedPermissions {
  const bots = readNumber(row.bot_creation_policy);
  const policies: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(POLICIES).map(([name, field]) => [name, row[field]])),
    can_mention_many_users_group: MENTION_ROLES[readNumber(row.wildcard_mention_policy) ?? 0],
    can_create_bots_group: bots === undefined || bots === 1 ? undefined : ADMINISTRATORS,
    can_create_write_only_bots_group: bots === 3 ? ADMINISTRATORS : undefined,
    direct_message_permission_group: row.private_message_policy === 2 ? NOBODY : undefined,
  };
  return Object.fromEntries(
    Object.entries(policies).flatMap(([name, policy]) => {
      const permission = permissionOfPolicy(policy);
      return permission ? [[name, permission]] : [];
    }),
  );
}

/** Adds a row of a table of the organization's. Returns false for other tables. */
export function addOrganizationRow(sink: Sink, table: string, row: Raw): boolean {
  const name = readText(row.name) ?? '';
  const origin = readId(row.id) ?? name;
  const description = readText(row.description) ?? '';
  const pattern = readText(row.pattern);
  const url_template = readText(row.url_template);
  if (table === 'zerver_realmdomain') {
    const domain = readText(row.domain);
    if (domain) sink.add({ kind: 'domain', origin: domain, domain, allow_subdomains: row.allow_subdomains === true });
  } else if (table === 'zerver_realmfilter') {
    if (pattern && url_template) sink.add({ kind: 'linkifier', origin: pattern, pattern, url_template });
    else sink.skip('linkifier', origin, 'it has no URL template');
  } else if (table === 'zerver_realmplayground') {
    const pygments_language = readText(row.pygments_language) ?? '';
    if (url_template) sink.add({ kind: 'playground', origin, name, pygments_language, url_template });
    else sink.skip('playground', origin, 'it has no URL template');
  } else if (table === 'zerver_channelfolder') {
    const created = wholeSeconds(row.date_created);
    const creator = referenceIn(row, 'creator');
    sink.add({ kind: 'folder', origin, name, description, is_archived: row.is_archived === true, created, creator });
  } else if (table === 'zerver_defaultstreamgroup')
    sink.add({ kind: 'default-channel-group', origin, name, description, channels: readIds(row.streams) });
  else return false;
  return true;
}

/** Hands a profile field to the sink. */
export function addProfileField(sink: Sink, row: Raw): void {
  const origin = readId(row.id);
  const type = readNumber(row.field_type);
  if (origin === undefined || type === undefined) return;
  sink.add({
    kind: 'profile-field',
    origin,
    type,
    name: readText(row.name) ?? '',
    hint: readText(row.hint) ?? '',
    field_data: isObject(readText(row.field_data)) ? readText(row.field_data)! : '',
    display_in_profile_summary: row.display_in_profile_summary === true,
    required: row.required === true,
    editable_by_user: row.editable_by_user !== false,
  });
}

const readIds = (value: unknown): string[] => readList(value).flatMap((one) => readId(one) ?? []);

function isObject(json: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
