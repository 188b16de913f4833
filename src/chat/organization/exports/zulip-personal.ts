import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import type { Draft } from '../../personal/drafts/types.ts';
import { isChannelExported } from './rules.ts';
import type { ExportType } from './types.ts';
import {
  conversationRecipient,
  isPersonalDataExported,
  type NewConversations,
  newConversations,
  personalRows,
  REALM,
  type Row,
} from './zulip-rows.ts';

/** Zulip's kind of scheduled messages that are not reminders. */
const SEND_LATER = 1;

/** Without those of private channels that users have left, if the export does not contain these. */
export const userTopicRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.userTopics
      .ofUser(user.id)
      .filter(({ channel_id }) => isChannelExported(app, type, channel_id))
      .map(({ channel_id, topic_name, visibility_policy, last_updated }) => ({
        user_profile: user.id,
        stream: channel_id,
        recipient: app.channels.byId(channel_id)!.recipient_id,
        topic_name,
        visibility_policy,
        last_updated,
      })),
  );

export const mutedUserRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.mutedUsers.ofUser(user.id).map(({ id, timestamp }) => ({
      user_profile: user.id,
      muted_user: id,
      date_muted: timestamp,
    })),
  );

export const alertWordRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.alertWords.ofUser(user.id).map((word) => ({ user_profile: user.id, word, realm: REALM })),
  );

export const snippetRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.savedSnippets.ofUser(user.id).map((snippet) => ({ ...snippet, user_profile: user.id, realm: REALM })),
  );

/** Everyone in the organization sees statuses. */
export const statusRows = (app: App): Row[] =>
  app.userStatus.all().map(({ user_id, ...status }) => ({ user_profile: user_id, ...status }));

/** Everyone in the organization sees profiles. */
export const profileValueRows = (app: App): Row[] =>
  app.profileFields
    .all()
    .flatMap(({ id }) =>
      app.profileFields
        .listValues(id)
        .map(({ user_id, field_id, ...value }) => ({ user_profile: user_id, field: field_id, ...value })),
    );

export const navigationViewRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) => app.navigationViews.ofUser(user.id).map((view) => ({ ...view, user: user.id })));

/** The order of pinned channels and views, which Zulip does not have. */
export const sidebarOrderRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) => {
    const { channels, views } = app.sidebarOrder.ofUser(user.id);
    return channels.length + views.length > 0 ? [{ user_profile: user.id, channels, views }] : [];
  });

/** When users want no notifications, which Zulip does not have. */
export const doNotDisturbRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) => {
    const kept = app.doNotDisturb.ofUser(user.id);
    return kept ? [{ user_profile: user.id, ...kept }] : [];
  });

/** Where outgoing webhooks send, without their tokens. An address may contain a secret, so it is its owner's. */
export const serviceRows = (app: App, type: ExportType): Row[] =>
  app.users.all().flatMap((bot) => {
    const { service } = app.bots.byId(bot.id);
    const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
    if (!service || !(type === 'full_without_consent' || (owner && isPersonalDataExported(type, owner)))) return [];
    const { base_url, interface: format } = service;
    return [{ user_profile: bot.id, name: bot.full_name, base_url, interface: format }];
  });

export function draftRows(app: App, type: ExportType): Row[] {
  const conversations = newConversations(app, type);
  return personalRows(app, type, (user) =>
    app.drafts.ofUser(user.id, -1).map((draft) => ({
      id: draft.id,
      user_profile: user.id,
      recipient: draftRecipient(app, conversations, user, draft),
      topic: draft.topic,
      content: draft.content,
      last_edit_time: draft.timestamp,
    })),
  );
}

function draftRecipient(app: App, conversations: NewConversations, user: User, { type, to }: Draft): number | null {
  if (type === '') return null;
  if (type === 'stream') return app.channels.byId(to[0]!)?.recipient_id ?? null;
  return conversationRecipient(app, conversations, [user.id, ...to]);
}

export function scheduledMessageRows(app: App, type: ExportType): Row[] {
  const conversations = newConversations(app, type);
  return personalRows(app, type, (user) =>
    app.scheduledMessages
      .ofUser(user.id)
      .filter(({ channel_id }) => channel_id === null || isChannelExported(app, type, channel_id))
      .map((message) => ({
        id: message.id,
        sender: user.id,
        recipient:
          message.channel_id === null
            ? conversationRecipient(app, conversations, [user.id, ...message.user_ids!])
            : app.channels.byId(message.channel_id)!.recipient_id,
        stream: message.channel_id,
        subject: message.topic,
        content: message.content,
        rendered_content: message.rendered_content,
        scheduled_timestamp: message.deliver_at,
        read_by_sender: message.read_by_sender,
        failed: message.failed,
        delivered: false,
        delivery_type: SEND_LATER,
        realm: REALM,
      })),
  );
}

/** Reminders, which Zulip's importer gives to other messages. */
export const reminderRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.reminders.ofUser(user.id).map(({ id, message_id, note, deliver_at, failed }) => ({
      id,
      user_profile: user.id,
      message: message_id,
      note,
      deliver_at,
      failed,
    })),
  );
