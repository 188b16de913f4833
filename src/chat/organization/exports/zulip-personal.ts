import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import type { Draft } from '../../personal/drafts/types.ts';
import type { StoredScheduledMessage } from '../../personal/scheduled-messages/types.ts';
import type { ExportType } from './types.ts';
import { isPersonalDataExported, personalRecipient, personalRows, REALM, type Row } from './zulip-rows.ts';

/** Zulip's kinds of scheduled messages. */
const SEND_LATER = 1;
const REMINDER = 3;

/**
 * Drafts and scheduled messages may go to a conversation that does not exist yet. Its recipient has an id above all
 * others.
 */
const NEW_CONVERSATIONS = 2_000_000_000;
const NEW_CONVERSATIONS_OF_DRAFTS = 3_000_000_000;

export const userTopicRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.userTopics.ofUser(user.id).map(({ channel_id, topic_name, visibility_policy, last_updated }) => ({
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
        .valuesOf(id)
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

export const draftRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) =>
    app.drafts.ofUser(user.id, -1).map((draft) => ({
      id: draft.id,
      user_profile: user.id,
      recipient: draftRecipient(app, user, draft),
      topic: draft.topic,
      content: draft.content,
      last_edit_time: draft.timestamp,
    })),
  );

function draftRecipient(app: App, user: User, { id, type, to }: Draft): number | null {
  if (type === '') return null;
  if (type === 'stream') return app.channels.byId(to[0]!)?.recipient_id ?? null;
  return conversationRecipient(app, user.id, to, NEW_CONVERSATIONS_OF_DRAFTS + id);
}

export const scheduledMessageRows = (app: App, type: ExportType): Row[] =>
  personalRows(app, type, (user) => [
    ...app.scheduledMessages.ofUser(user.id).map((message) => ({
      id: message.id,
      sender: user.id,
      recipient: scheduledRecipient(app, message),
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
    ...app.reminders.ofUser(user.id).map((reminder) => ({
      // The ids of the two kinds are from two tables here.
      id: NEW_CONVERSATIONS + reminder.id,
      sender: user.id,
      recipient: personalRecipient(user.id),
      stream: null,
      subject: '',
      content: '',
      scheduled_timestamp: reminder.deliver_at,
      read_by_sender: false,
      failed: reminder.failed,
      delivered: false,
      delivery_type: REMINDER,
      reminder_target_message: reminder.message_id,
      reminder_note: reminder.note,
      realm: REALM,
    })),
  ]);

function scheduledRecipient(app: App, { id, user_id, channel_id, user_ids }: StoredScheduledMessage): number {
  if (channel_id !== null) return app.channels.byId(channel_id)!.recipient_id;
  return conversationRecipient(app, user_id, user_ids!, NEW_CONVERSATIONS + id);
}

/** The recipient of a conversation; `newId`, if it is one of three or more that does not exist yet. */
function conversationRecipient(app: App, user: number, to: readonly number[], newId: number): number {
  const people = [...new Set([user, ...to])];
  if (people.length <= 2) return personalRecipient(people.find((id) => id !== user) ?? user);
  return app.messages.conversation(people.sort((one, other) => one - other)) ?? newId;
}

/** Conversations that only drafts and scheduled messages have. */
export function newConversations(app: App, type: ExportType): { id: number; people: readonly number[] }[] {
  const conversations: { id: number; people: number[] }[] = [];
  personalRows(app, type, (user) => {
    const add = (id: number | null, to: readonly number[] | null) => {
      if (to && id !== null && id >= NEW_CONVERSATIONS) conversations.push({ id, people: [user.id, ...to] });
    };
    for (const draft of app.drafts.ofUser(user.id, -1)) add(draftRecipient(app, user, draft), draft.to);
    for (const message of app.scheduledMessages.ofUser(user.id))
      add(scheduledRecipient(app, message), message.user_ids);
    return [];
  });
  return conversations;
}
