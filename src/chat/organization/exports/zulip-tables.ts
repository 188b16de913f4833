import type { App } from '../../../app.ts';
import { CHANNEL_PERMISSION_NAMES, type Channel, TOPICS_POLICIES } from '../../channels/channels/types.ts';
import { isStub, type User } from '../../people/users/types.ts';
import { REALM_SETTINGS } from '../realm/settings.ts';
import { consents, isChannelExported } from './rules.ts';
import type { ExportType } from './types.ts';
import {
  alertWordRows,
  doNotDisturbRows,
  draftRows,
  mutedUserRows,
  navigationViewRows,
  profileValueRows,
  reminderRows,
  scheduledMessageRows,
  serviceRows,
  sidebarOrderRows,
  snippetRows,
  statusRows,
  userTopicRows,
} from './zulip-personal.ts';
import {
  CHANNEL,
  type Conversation,
  GROUP,
  groupRows,
  isPersonalDataExported,
  membershipRows,
  namedGroupRows,
  newConversations,
  PERSON,
  personalRecipient,
  REALM,
  type Row,
  realmPermissions,
  subgroupRows,
} from './zulip-rows.ts';

/** The tables besides messages. Each yields its rows, so that large ones can be read in parts. */
export const ZULIP_TABLES = {
  zerver_realm: realmRows,
  zerver_realmuserdefault: (app: App) => [{ realm: REALM, ...app.realm.userDefaults() }],
  zerver_userprofile: (app: App, type: ExportType) => app.users.all().map((user) => userRow(app, type, user)),
  zerver_userprofile_crossrealm: (app: App) =>
    app.users.systemBots().map(({ id, email }) => ({ id, email, recipient_id: personalRecipient(id) })),
  zerver_client: (app: App) => app.exports.clients(),
  zerver_channelfolder: (app: App) =>
    app.channelFolders.all().map(({ creator_id, ...folder }) => ({ ...folder, creator: creator_id, realm: REALM })),
  zerver_stream: (app: App, type: ExportType) => exportedChannels(app, type).map(channelRow),
  zerver_defaultstream: (app: App) => app.channels.defaults().map((stream) => ({ id: stream, stream, realm: REALM })),
  zerver_defaultstreamgroup: (app: App) =>
    app.defaultChannels.groups().map((group) => ({
      ...group,
      streams: app.defaultChannels.listChannels(group.id),
      realm: REALM,
    })),
  zerver_recipient: recipientRows,
  zerver_huddle: (app: App, type: ExportType) =>
    exportedGroups(app, type).map(({ id, people }) => ({ id, recipient: id, group_size: people.length })),
  zerver_subscription: subscriptionRows,
  zerver_usergroup: groupRows,
  zerver_namedusergroup: namedGroupRows,
  zerver_usergroupmembership: membershipRows,
  zerver_groupgroupmembership: subgroupRows,
  zerver_realmemoji: (app: App) =>
    Object.values(app.realmEmoji.all()).map(({ id, name, author_id, deactivated, still_url }) => ({
      id: Number(id),
      name,
      author: author_id,
      deactivated,
      file_name: emojiFile(app, id),
      is_animated: still_url !== null,
      realm: REALM,
    })),
  zerver_realmfilter: (app: App) =>
    app.linkifiers
      .all()
      .map(({ id, pattern, url_template }, order) => ({ id, pattern, url_template, order, realm: REALM })),
  zerver_realmplayground: (app: App) => app.playgrounds.all().map((playground) => ({ ...playground, realm: REALM })),
  zerver_realmdomain: (app: App) => app.realmDomains.all().map((domain) => ({ ...domain, realm: REALM })),
  zerver_customprofilefield: (app: App) =>
    app.profileFields.all().map(({ type, ...field }) => ({ ...field, field_type: type, realm: REALM })),
  zerver_customprofilefieldvalue: profileValueRows,
  zerver_userstatus: statusRows,
  zerver_usertopic: userTopicRows,
  zerver_muteduser: mutedUserRows,
  zerver_alertword: alertWordRows,
  zerver_savedsnippet: snippetRows,
  zerver_draft: draftRows,
  zerver_scheduledmessage: scheduledMessageRows,
  zerver_navigationview: navigationViewRows,
  zerver_service: serviceRows,
  klatch_reminder: reminderRows,
  klatch_sidebarorder: sidebarOrderRows,
  klatch_donotdisturb: doNotDisturbRows,
} satisfies Record<string, (app: App, type: ExportType) => Row[]>;
export type ZulipTable = keyof typeof ZULIP_TABLES;

/** The name of an emoji's file. Its ending says which image it is. */
export const emojiFile = (app: App, id: string): string =>
  `${id}.${app.pictures.at(`emoji/${Number(id)}`)?.files.usual.type.split('/')[1] ?? 'png'}`;

const HISTORY_POLICIES = ['all', 'moves', 'none'] as const;

/** Some settings have other names or types in Zulip's table. */
function realmRows(app: App, type: ExportType): Row[] {
  const {
    new_stream_announcements_stream_id,
    signup_announcements_stream_id,
    zulip_update_announcements_stream_id,
    moderation_request_channel_id,
    ...settings
  } = Object.fromEntries(
    Object.keys(REALM_SETTINGS).map((name) => [name, app.realm.get(name as keyof typeof REALM_SETTINGS)]),
  );
  const getChannel = (id: unknown) => {
    const isExported = typeof id === 'number' && app.channels.byId(id) && isChannelExported(app, type, id);
    return isExported ? id : null;
  };
  const row = {
    ...settings,
    ...realmPermissions(app),
    id: REALM,
    string_id: '',
    topics_policy: TOPICS_POLICIES.indexOf(app.realm.get('topics_policy')) + 1,
    message_edit_history_visibility_policy:
      HISTORY_POLICIES.indexOf(app.realm.get('message_edit_history_visibility_policy')) + 1,
    new_stream_announcements_stream: getChannel(new_stream_announcements_stream_id),
    signup_announcements_stream: getChannel(signup_announcements_stream_id),
    zulip_update_announcements_stream: getChannel(zulip_update_announcements_stream_id),
    moderation_request_channel: getChannel(moderation_request_channel_id),
  };
  return [row];
}

/** Without passwords and keys. Others than the user do not see personal settings. */
function userRow(app: App, type: ExportType, user: User): Row {
  const { id, email, full_name, role, is_active, is_bot, bot_type, bot_owner_id, timezone, date_joined } = user;
  return {
    ...(isPersonalDataExported(type, user) && user.settings),
    id,
    email,
    delivery_email: email,
    full_name,
    role,
    is_active,
    is_bot,
    bot_type,
    bot_owner: bot_owner_id,
    timezone,
    date_joined,
    is_mirror_dummy: isStub(user),
    avatar_source: app.pictures.at(`avatar/${id}`) ? 'U' : 'G',
    recipient: personalRecipient(id),
    realm: REALM,
  };
}

function exportedChannels(app: App, type: ExportType): Channel[] {
  return app.exports
    .channelIds()
    .filter((id) => isChannelExported(app, type, id))
    .map((id) => app.channels.byId(id)!);
}

function channelRow(channel: Channel): Row {
  const { id, name, description, rendered_description, date_created, creator_id: creator } = channel;
  const { invite_only, is_web_public, history_public_to_subscribers, is_archived } = channel;
  return {
    id,
    name,
    description,
    rendered_description,
    date_created,
    creator,
    invite_only,
    is_web_public,
    history_public_to_subscribers,
    deactivated: is_archived,
    message_retention_days: channel.message_retention_days,
    topics_policy: TOPICS_POLICIES.indexOf(channel.topics_policy) + 1,
    folder: channel.folder_id,
    first_message_id: channel.first_message_id,
    recipient: channel.recipient_id,
    realm: REALM,
    ...Object.fromEntries(CHANNEL_PERMISSION_NAMES.map((permission) => [permission, channel[permission]])),
  };
}

/** Conversations of three and more, which have recipients of their own. */
function exportedGroups(app: App, type: ExportType): Conversation[] {
  if (type === 'public') return [];
  const existing = app.exports
    .conversationIds()
    .map((id) => ({ id, people: app.messages.people(id)! }))
    .filter(({ people }) => people.length > 2)
    .filter(({ people }) => type === 'full_without_consent' || people.some((id) => consents(app.users.byId(id)!)));
  return [...existing, ...newConversations(app, type).values()];
}

function recipientRows(app: App, type: ExportType): Row[] {
  return [
    ...app.users.all().map(({ id }) => ({ id: personalRecipient(id), type: PERSON, type_id: id })),
    ...exportedChannels(app, type).map(({ recipient_id, id }) => ({ id: recipient_id, type: CHANNEL, type_id: id })),
    ...exportedGroups(app, type).map(({ id }) => ({ id, type: GROUP, type_id: id })),
  ];
}

/** A part of a table, and where the next one begins; null: this was the last one. */
export interface TablePart {
  rows: Row[];
  next: number | null;
}

function subscriptionRows(app: App, type: ExportType): Row[] {
  const all = app.users.all().length;
  return [...subscriptionPart(app, type, 0, all).rows, ...subscriptionPart(app, type, all, all).rows];
}

/** The subscriptions of some users from one on, and after the last of them those of conversations. */
export function subscriptionPart(app: App, type: ExportType, from: number, usersAtOnce: number): TablePart {
  const users = app.users.all();
  if (from >= users.length) {
    const rows = exportedGroups(app, type).flatMap(({ id: recipient, people }) =>
      people.map((user_profile) => ({ user_profile, recipient, active: true })),
    );
    return { rows, next: null };
  }
  const exported = new Map(exportedChannels(app, type).map((channel) => [channel.id, channel]));
  const rows = users.slice(from, from + usersAtOnce).flatMap((user) => [
    // In Zulip, everyone subscribes to the messages to themselves.
    { user_profile: user.id, recipient: personalRecipient(user.id), active: true },
    ...channelSubscriptions(app, type, user, exported),
  ]);
  return { rows, next: Math.min(from + usersAtOnce, users.length) };
}

function channelSubscriptions(app: App, type: ExportType, user: User, exported: ReadonlyMap<number, Channel>): Row[] {
  return app.subscriptions.ofUser(user.id).flatMap(({ channel_id, user_id, active, ...settings }) => {
    const channel = exported.get(channel_id);
    if (!channel) return [];
    const own = isPersonalDataExported(type, user) ? settings : {};
    return [{ user_profile: user_id, recipient: channel.recipient_id, active, ...own }];
  });
}

/** The recipient of a message in Zulip's terms. */
export function zulipRecipient(app: App, recipientId: number, sender: number): number {
  const people = app.messages.people(recipientId);
  if (!people || people.length > 2) return recipientId;
  return personalRecipient(people.find((id) => id !== sender) ?? sender);
}
