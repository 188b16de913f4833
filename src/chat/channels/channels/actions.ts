import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import {
  type GeneratedMarkdown,
  groupMention,
  inlineCode,
  joinMarkdown,
  markdown,
  quoteBlock,
  userMention,
} from '../../../markdown/generated.ts';
import { cannotAdministerChannel, mustBeAdministrator } from '../../errors.ts';
import { organizationWords, postNotice } from '../../messages/notices/actions.ts';
import type { GroupSettingUpdate } from '../../people/groups/types.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { cancelDeletion } from '../archived-channels/actions.ts';
import { requireNotBeingDeleted } from '../archived-channels/rules.ts';
import { removeFromAllDefaultGroups, setDefault } from '../default-channels/actions.ts';
import { publishSubscribed } from '../subscriptions/subscribe-actions.ts';
import {
  type PrivacyChange,
  renameChannel,
  requireChannelAdministrator,
  setChannelDescription,
  setChannelPermission,
  setChannelPrivacy,
  setFolder,
  setRetention,
  setTopicsPolicy,
} from './change-actions.ts';
import { publishDefaultChannels, type Retention } from './create-actions.ts';
import { channelChanged, channelsAppeared, channelsVanished, subscribersAdded } from './events.ts';
import { canAdminister, requireChannelAccess, usersWithAccess } from './rules.ts';
import { CHANNEL_PERMISSION_NAMES, type Channel, type ChannelPermission, type TopicsPolicy } from './types.ts';
import { channelView } from './views.ts';

export type ChannelEdit = PrivacyChange & {
  new_name?: string;
  description?: string;
  is_default_stream?: boolean;
  message_retention_days?: Exclude<Retention, undefined>;
  is_archived?: boolean;
  folder_id?: number | null;
  topics_policy?: TopicsPolicy;
} & { [N in ChannelPermission]?: GroupSettingUpdate };

/** Changes a channel, everything requested or nothing, and posts notices in the channel. */
export function editChannel(app: App, actor: User, id: number, edit: ChannelEdit): void {
  app.db.write(() => {
    const before = requireChannelAccess(app, actor, id);
    requireChannelAdministrator(app, actor, before);
    const channel = () => app.channels.byId(id)!;
    if (edit.is_archived !== undefined) unarchive(app, actor, id, edit.is_archived);
    if (edit.is_default_stream !== undefined) requireAdministrator(actor);
    if (edit.is_default_stream === false) setDefault(app, actor, id, false);
    if (edit.new_name !== undefined) renameChannel(app, actor, channel(), edit.new_name);
    if (edit.description !== undefined) setChannelDescription(app, actor, channel(), edit.description);
    if (edit.message_retention_days !== undefined) setRetention(app, actor, channel(), edit.message_retention_days);
    if (edit.folder_id !== undefined) setFolder(app, actor, channel(), edit.folder_id);
    if (edit.topics_policy !== undefined) setTopicsPolicy(app, actor, channel(), edit.topics_policy);
    // Changes that may cost the actor the permission for the rest come last.
    for (const name of CHANNEL_PERMISSION_NAMES)
      if (name !== 'can_administer_channel_group') setPermissions(app, actor, id, name, edit);
    if (PRIVACY.some((name) => edit[name] !== undefined)) setChannelPrivacy(app, actor, channel(), edit);
    if (channel().invite_only) removeFromAllDefaultGroups(app, channel());
    if (edit.is_default_stream === true) setDefault(app, actor, id, true);
    setPermissions(app, actor, id, 'can_administer_channel_group', edit);
    sendEditNotices(app, actor, before, channel());
  });
}

const PRIVACY = ['is_private', 'is_web_public', 'history_public_to_subscribers'] as const;

function setPermissions(app: App, actor: User, id: number, name: ChannelPermission, edit: ChannelEdit): void {
  if (edit[name] !== undefined) setChannelPermission(app, actor, app.channels.byId(id)!, name, edit[name]);
}

function unarchive(app: App, actor: User, id: number, is_archived: boolean): void {
  if (is_archived) throw badRequest('A channel is archived by deleting it: is_archived can only be false.');
  unarchiveChannel(app, actor, app.channels.byId(id)!);
  sendUnarchiveNotice(app, actor, app.channels.byId(id)!);
}

function requireAdministrator(actor: User): void {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
}

/** Archives a channel after posting a notice in it. */
export function archiveWithNotice(app: App, actor: User, id: number): void {
  const channel = requireChannelAccess(app, actor, id);
  requireChannelAdministrator(app, actor, channel);
  app.db.write(() => {
    sendArchiveNotice(app, actor, channel);
    archiveChannel(app, actor, channel);
    removeFromAllDefaultGroups(app, channel);
  });
}

/**
 * Archives a channel: its messages stay readable, and nobody can send. Clients that do not know archived channels
 * receive its removal.
 */
export function archiveChannel(app: App, actor: User, channel: Channel): void {
  if (!canAdminister(app, actor, channel)) throw cannotAdministerChannel();
  if (channel.is_archived) throw badRequest('Channel is already deactivated');
  app.db.write(() => {
    const { id: stream_id, name, is_default } = channel;
    app.channels.set(stream_id, 'is_archived', true);
    if (is_default) {
      app.channels.set(stream_id, 'is_default', false);
      publishDefaultChannels(app);
    }
    const audience = usersWithAccess(app, app.channels.byId(stream_id)!);
    app.events.publish(
      channelChanged({ stream_id, name, property: 'is_archived', value: true, to: 'new clients' }),
      audience,
    );
    app.events.publish(channelsVanished({ stream_ids: [stream_id], to: 'old clients' }), audience);
  });
}

/** Posts notices in the channel about changes of its name, description, privacy, posting permission and retention. */
function sendEditNotices(app: App, actor: User, before: Channel, after: Channel): void {
  const { t } = organizationWords(app);
  const user = userMention(actor);
  const post = (text: GeneratedMarkdown) => postInChannel(app, after, text);
  if (before.name !== after.name)
    post(
      t('{user} renamed this channel from {before} to {after}.', {
        user,
        before: inlineCode(before.name),
        after: inlineCode(after.name),
      }),
    );
  const [oldAccess, newAccess] = [accessTo(app, before), accessTo(app, after)];
  if (oldAccess !== newAccess)
    post(
      t('{user} changed who may read this channel from **{before}** to **{after}**.', {
        user,
        before: oldAccess,
        after: newAccess,
      }),
    );
  if (before.can_send_message_group !== after.can_send_message_group)
    post(
      t('{user} changed who may post here. Now it is {groups}.', {
        user,
        groups: people(app, after.can_send_message_group),
      }),
    );
  if (before.description !== after.description) post(descriptionText(app, actor, before, after));
  const [oldTime, newTime] = [retentionText(app, before), retentionText(app, after)];
  if (oldTime === newTime) return;
  const change = t('{user} changed how long messages are kept here from **{before}** to **{after}**.', {
    user,
    before: oldTime,
    after: newTime,
  });
  post(getDays(app, after) <= 0 ? change : joinMarkdown([change, t('Older ones are deleted.')], ' '));
}

function descriptionText(app: App, actor: User, before: Channel, after: Channel): GeneratedMarkdown {
  const { t } = organizationWords(app);
  const quoteText = (text: string) => (text === '' ? t('*no description*') : quoteBlock(text));
  const change = t('{user} changed what this channel is for.', { user: userMention(actor) });
  return markdown`${change}\n\n* ${t('**Before:**')}\n${quoteText(before.description)}\n\n* ${t('**Now:**')}\n${quoteText(after.description)}`;
}

const sendArchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(app, channel, organizationWords(app).t('{user} archived this channel.', { user: userMention(actor) }));
const sendUnarchiveNotice = (app: App, actor: User, channel: Channel): void =>
  postInChannel(
    app,
    channel,
    organizationWords(app).t('{user} brought this channel back from the archive.', { user: userMention(actor) }),
  );

/** Archived channels get no notices. */
function postInChannel(app: App, channel: Channel, text: GeneratedMarkdown): void {
  if (!channel.is_archived) postNotice(app, channel, organizationWords(app).t('channel events'), text);
}

function accessTo(app: App, { invite_only, is_web_public, history_public_to_subscribers }: Channel): GeneratedMarkdown {
  const { t } = organizationWords(app);
  if (is_web_public) return t('Web-public');
  if (!invite_only) return t('Public');
  return history_public_to_subscribers ? t('Private, shared history') : t('Private, protected history');
}

/** The users and groups with a permission, as silent mentions. */
function people(app: App, groupId: number): GeneratedMarkdown {
  const { name } = app.groups.byId(groupId)!;
  if (name !== null) return groupMention(name);
  const members = app.groups.members(groupId).map((id) => userMention(app.users.byId(id)!));
  return joinMarkdown([...members, ...app.groups.subgroups(groupId).map((id) => people(app, id))], ', ');
}

/** For how many days messages are kept; at most 0: forever. */
const getDays = (app: App, { message_retention_days }: Channel): number =>
  message_retention_days ?? app.realm.get('message_retention_days');

function retentionText(app: App, channel: Channel): GeneratedMarkdown {
  const { t, plural } = organizationWords(app);
  const days = getDays(app, channel);
  return days <= 0 ? t('forever') : plural(days, '{n} day', '{n} days');
}

/**
 * Unarchives a channel with its subscribers. Throws UNAUTHORIZED_PRINCIPAL unless the caller is an administrator.
 * Clients that do not know archived channels receive it as a new one.
 */
export function unarchiveChannel(app: App, actor: User, archived: Channel): void {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
  if (!archived.is_archived) throw badRequest('Channel is not currently deactivated');
  requireNotBeingDeleted(app, archived);
  app.db.write(() => {
    cancelDeletion(app, archived);
    const { id: stream_id, name } = archived;
    app.channels.set(stream_id, 'is_archived', false);
    const channel = app.channels.byId(stream_id)!;
    const audience = usersWithAccess(app, channel);
    app.events.publish(
      channelChanged({ stream_id, name, property: 'is_archived', value: false, to: 'new clients' }),
      audience,
    );
    app.events.publish(channelsAppeared({ streams: [channelView(app, channel)], to: 'old clients' }), audience);
    const subscribers = [...app.subscriptions.listSubscribers(stream_id)];
    if (subscribers.length > 0)
      app.events.publish(
        subscribersAdded({ stream_ids: [stream_id], user_ids: subscribers, to: 'old clients' }),
        audience,
      );
    publishSubscribed(app, new Map(subscribers.map((id) => [app.users.byId(id)!, [channel]])), true);
  });
}
