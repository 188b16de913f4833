import type { App } from '../../../app.ts';
import { type Channel, TOPICS_POLICIES } from '../../channels/channels/types.ts';
import type { User } from '../../people/users/types.ts';
import { REALM_SETTINGS } from '../realm/settings.ts';
import { consents, isChannelExported } from './rules.ts';
import type { ExportType } from './types.ts';

/** A row of a table of Zulip, as its importer reads it. References to other rows are ids. */
export type Row = Readonly<Record<string, unknown>>;

/** Zulip's types of recipients. */
const PERSON = 1;
const CHANNEL = 2;
const GROUP = 3;
const REALM = 1;
/**
 * Here, conversations and channels have recipients; in Zulip, every user has one, too. Theirs get ids above all of
 * ours.
 */
const PERSONAL_RECIPIENTS = 1_000_000_000;
const personalRecipient = (user: number): number => PERSONAL_RECIPIENTS + user;

const isMirrorDummy = ({ email }: User): boolean => email.endsWith('@import.invalid');

/** The tables besides messages. Each yields its rows, so that large ones can be read in parts. */
export const ZULIP_TABLES = {
  zerver_realm: realmRows,
  zerver_userprofile: (app: App) => app.users.all().map((user) => userRow(app, user)),
  zerver_userprofile_crossrealm: (app: App) =>
    app.users.systemBots().map(({ id, email }) => ({ id, email, recipient_id: personalRecipient(id) })),
  zerver_stream: (app: App, type: ExportType) => exportedChannels(app, type).map(channelRow),
  zerver_defaultstream: (app: App) => app.channels.defaults().map((stream) => ({ id: stream, stream, realm: REALM })),
  zerver_recipient: recipientRows,
  zerver_huddle: (app: App, type: ExportType) => exportedGroups(app, type).map(({ id }) => ({ id, recipient: id })),
  zerver_subscription: subscriptionRows,
  zerver_namedusergroup: (app: App) =>
    app.groups.allNamed().map(({ id, name, description, is_system, deactivated, creator_id }) => ({
      id,
      name,
      description,
      is_system_group: is_system,
      deactivated,
      creator: creator_id,
      realm: REALM,
    })),
  zerver_usergroupmembership: (app: App) =>
    app.groups
      .allNamed()
      .flatMap(({ id: user_group }) =>
        app.groups.members(user_group).map((user_profile) => ({ user_group, user_profile })),
      ),
  zerver_realmemoji: (app: App) =>
    Object.values(app.realmEmoji.all()).map(({ id, name, author_id, deactivated, still_url }) => ({
      id: Number(id),
      name,
      author: author_id,
      deactivated,
      file_name: emojiFile(id),
      is_animated: still_url !== null,
      realm: REALM,
    })),
  zerver_realmfilter: (app: App) =>
    app.linkifiers
      .all()
      .map(({ id, pattern, url_template }, order) => ({ id, pattern, url_template, order, realm: REALM })),
  zerver_realmdomain: (app: App) => app.realmDomains.all().map((domain) => ({ ...domain, realm: REALM })),
  zerver_usertopic: (app: App, type: ExportType) => personalRows(app, type, userTopicRows),
  zerver_muteduser: (app: App, type: ExportType) =>
    personalRows(app, type, (user) =>
      app.mutedUsers.ofUser(user.id).map(({ id, timestamp }) => ({
        user_profile: user.id,
        muted_user: id,
        date_muted: timestamp,
      })),
    ),
} satisfies Record<string, (app: App, type: ExportType) => Row[]>;
export type ZulipTable = keyof typeof ZULIP_TABLES;

/** The name of an emoji's file, by its id. */
export const emojiFile = (id: string): string => `${id}.png`;

function realmRows(app: App): Row[] {
  const settings = Object.fromEntries(
    Object.keys(REALM_SETTINGS).map((name) => [name, app.realm.get(name as keyof typeof REALM_SETTINGS)]),
  );
  return [{ id: REALM, string_id: '', ...settings, date_created: app.realm.get('date_created') }];
}

/** Without passwords and keys. */
function userRow(app: App, user: User): Row {
  const { id, email, full_name, role, is_active, is_bot, bot_type, bot_owner_id, timezone, date_joined } = user;
  return {
    ...user.settings,
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
    is_mirror_dummy: isMirrorDummy(user),
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
  };
}

/** Conversations of three and more, which have recipients of their own. */
function exportedGroups(app: App, type: ExportType): { id: number; people: readonly number[] }[] {
  if (type === 'public') return [];
  return app.exports
    .conversationIds()
    .map((id) => ({ id, people: app.messages.people(id)! }))
    .filter(({ people }) => people.length > 2)
    .filter(({ people }) => type === 'full_without_consent' || people.some((id) => consents(app.users.byId(id)!)));
}

function recipientRows(app: App, type: ExportType): Row[] {
  const everyone = [...app.users.all(), ...app.users.systemBots()];
  return [
    ...everyone.map(({ id }) => ({ id: personalRecipient(id), type: PERSON, type_id: id })),
    ...exportedChannels(app, type).map(({ recipient_id, id }) => ({ id: recipient_id, type: CHANNEL, type_id: id })),
    ...exportedGroups(app, type).map(({ id }) => ({ id, type: GROUP, type_id: id })),
  ];
}

function subscriptionRows(app: App, type: ExportType): Row[] {
  const exported = new Map(exportedChannels(app, type).map((channel) => [channel.id, channel]));
  const channels = app.users.all().flatMap((user) =>
    app.subscriptions.ofUser(user.id).flatMap(({ channel_id, user_id, ...settings }) => {
      const channel = exported.get(channel_id);
      return channel ? [{ user_profile: user_id, recipient: channel.recipient_id, ...settings }] : [];
    }),
  );
  const groups = exportedGroups(app, type).flatMap(({ id: recipient, people }) =>
    people.map((user_profile) => ({ user_profile, recipient, active: true })),
  );
  return [...channels, ...groups];
}

/** Rows that belong to one user alone: in a full export, or if the user consents. */
function personalRows(app: App, type: ExportType, rowsOf: (user: User, app: App) => Row[]): Row[] {
  if (type === 'public') return [];
  return app.users
    .all()
    .filter((user) => type === 'full_without_consent' || consents(user))
    .flatMap((user) => rowsOf(user, app));
}

const userTopicRows = (user: User, app: App): Row[] =>
  app.userTopics.ofUser(user.id).map(({ channel_id, topic_name, visibility_policy, last_updated }) => ({
    user_profile: user.id,
    stream: channel_id,
    recipient: app.channels.byId(channel_id)!.recipient_id,
    topic_name,
    visibility_policy,
    last_updated,
  }));

/** The recipient of a message in Zulip's terms. */
export function zulipRecipient(app: App, recipientId: number, sender: number): number {
  const people = app.messages.people(recipientId);
  if (!people || people.length > 2) return recipientId;
  return personalRecipient(people.find((id) => id !== sender) ?? sender);
}
