import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { publishChannelChange } from '../../channels/channels/change-actions.ts';
import { hasChannelPermission, readAccess, requireReadableChannel } from '../../channels/channels/rules.ts';
import { setTopicPolicy } from '../../channels/topics/actions.ts';
import { cleanTopic } from '../../channels/topics/rules.ts';
import { invalidChannel, invalidMessages, mustBeAdministrator } from '../../errors.ts';
import { deleteUnusedAttachments, detachFiles } from '../../files/attachments/actions.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { forgetRemindedMessage } from '../../personal/reminders/actions.ts';
import { messagesDeleted } from '../messages/events.ts';
import { canRead, groupByRecipients, isPublic, requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';
import { removeReactions } from '../reactions/actions.ts';
import type { StoredDeletedMessage } from './types.ts';
import { restorableFor } from './views.ts';

/**
 * Deletes a message; administrators can restore it for some time. Throws for a message the caller cannot read or may
 * not delete (any more).
 */
export function deleteMessage(app: App, actor: User, id: number): void {
  const message = requireReadableMessage(app, actor, id);
  // Archived channels cannot be changed, not even by administrators.
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw invalidMessages();
  requireDeletable(app, actor, message);
  removeMessages(app, [message], { by: actor.id });
}

/** A deletion that can be undone: by a user, or null by the message retention. */
export interface Deletion {
  by: number | null;
}

/**
 * Deletes messages without checking permissions: permanently, or to restore them later if it is a user's or the
 * retention's `deletion`. Users who had them receive one event for each group of messages with the same recipients and
 * topic.
 */
export function removeMessages(app: App, messages: readonly StoredMessage[], deletion?: Deletion): void {
  const isKept = deletion !== undefined && app.config.choices.restoreDays > 0;
  app.db.write(() => {
    if (isKept) for (const { id } of messages) app.deletedMessages.keep(id, seconds(app.clock), deletion.by);
    const losses = groupByRecipients(app, messages);
    for (const message of messages) detachFiles(app, message, canRead);
    for (const { id } of messages) {
      app.messages.remove(id);
      app.messages.removeFlagsOfMessage(id);
      removeReactions(app, id);
      forgetRemindedMessage(app, id);
    }
    for (const { messages: alike, people } of losses)
      for (const [topic, ofTopic] of Map.groupBy(alike, ({ subject }) => subject)) {
        const { recipient_id } = ofTopic[0]!;
        const channel_id = app.channels.byRecipient(recipient_id)?.id;
        const ids = ofTopic.map(({ id }) => id);
        app.events.publish(messagesDeleted({ ids, channel_id, topic }), people, isPublic(app, ofTopic[0]!));
      }
    for (const recipient of new Set(messages.map(({ recipient_id }) => recipient_id))) keepFirst(app, recipient);
  });
}

/** The first message of a channel may have changed. */
function keepFirst(app: App, recipient: number): void {
  const channel = app.channels.byRecipient(recipient);
  const first = app.channels.firstMessage(recipient) ?? null;
  if (!channel || channel.first_message_id === first) return;
  app.channels.set(channel.id, 'first_message_id', first);
  publishChannelChange(app, channel, { property: 'first_message_id', value: first });
}

/**
 * Users with the permission may delete any message; its sender, or the owner of the bot that sent it, within the time
 * limit.
 */
function requireDeletable(app: App, actor: User, message: StoredMessage): void {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (hasRealmPermission(app, actor, 'can_delete_any_message_group')) return;
  if (channel && hasChannelPermission(app, actor, channel, 'can_delete_any_message_group')) return;
  const sender = app.users.byId(message.sender_id)!;
  const isOwn = sender.id === actor.id || sender.bot_owner_id === actor.id;
  const mayOwn =
    hasRealmPermission(app, actor, 'can_delete_own_message_group') ||
    (channel && hasChannelPermission(app, actor, channel, 'can_delete_own_message_group'));
  if (!isOwn || !mayOwn) throw badRequest("You don't have permission to delete this message");
  const limit = app.realm.get('message_content_delete_limit_seconds');
  if (limit !== null && seconds(app.clock) - message.date_sent > limit + GRACE)
    throw badRequest('The time limit for deleting this message has passed');
}

/** For the time a request is on its way. */
const GRACE = 20;

/** A topic whose messages are being deleted. */
interface TopicToDelete {
  channelId: number;
  topicId: number;
  name: string;
}

/** Deleted at once: a batch small enough that other requests need not wait long. */
const BATCH = 100;

/**
 * Returns the topic if the caller may delete any message there. Throws for channels the caller cannot see and archived
 * ones, UNAUTHORIZED_PRINCIPAL without the permission, and 404 for a topic in which the caller can read nothing.
 */
export function requireDeletableTopic(app: App, actor: User, channelId: number, name: string): TopicToDelete {
  const channel = requireCanDelete(app, actor, channelId);
  const topic = cleanTopic(name);
  const topicId = app.topics.id(channel.recipient_id, topic);
  if (topicId === undefined || deletableMessages(app, actor, { channelId, topicId }).length === 0)
    throw notFound(`Invalid topic '${name}'`);
  return { channelId, topicId, name: topic };
}

/** The ids of the topic's messages that the caller can read, oldest first. */
export function deletableMessages(
  app: App,
  actor: User,
  { channelId, topicId }: Pick<TopicToDelete, 'channelId' | 'topicId'>,
): number[] {
  const ids = app.messages.idsInTopic(topicId, 0);
  const channel = requireReadableChannel(app, actor, channelId);
  if (readAccess(app, actor, channel) === 'all') return ids;
  return ids.filter((id) => {
    const message = app.messages.byId(id);
    return message && canRead(app, actor, message);
  });
}

/** Deletes the newest of these messages that are still in the topic, and removes them from the list. */
export function deleteBatch(app: App, actor: User, { channelId, topicId }: TopicToDelete, ids: number[]): void {
  requireCanDelete(app, actor, channelId);
  const some = app.messages.byIds(JSON.stringify(ids.splice(-BATCH)));
  removeMessages(
    app,
    some.filter((message) => message.topic_id === topicId && canRead(app, actor, message)),
    { by: actor.id },
  );
}

/**
 * The users with a visibility policy for the topic who can read any of these messages. To all others the topic is only
 * a name, and their policy for it is kept.
 */
export function readersWithPolicy(app: App, { channelId, name }: TopicToDelete, ids: readonly number[]): User[] {
  const channel = app.channels.byId(channelId)!;
  const users = app.userTopics.ofTopic(channelId, name).map(({ user_id }) => app.users.byId(user_id)!);
  return users.filter((user) => {
    const access = readAccess(app, user, channel);
    if (access !== 'received') return access === 'all';
    return ids.some((id) => {
      const message = app.messages.byId(id);
      return message && canRead(app, user, message);
    });
  });
}

/** Resets the visibility policies of these users for a topic, if no message is left in it. */
export function resetPolicies(app: App, { channelId, topicId, name }: TopicToDelete, users: readonly User[]): void {
  if (app.topics.newestIn(topicId)) return;
  const channel = app.channels.byId(channelId)!;
  app.db.write(() => {
    for (const user of users) setTopicPolicy(app, user, { channel, topic: name, policy: 0 });
  });
}

function requireCanDelete(app: App, actor: User, channelId: number) {
  const channel = requireReadableChannel(app, actor, channelId);
  if (channel.is_archived) throw invalidChannel();
  const may =
    isAdministrator(actor) ||
    hasRealmPermission(app, actor, 'can_delete_any_message_group') ||
    hasChannelPermission(app, actor, channel, 'can_delete_any_message_group');
  if (!may) throw mustBeAdministrator();
  return channel;
}

/**
 * Restores deleted messages where they were, with their reactions, flags, pins, files and edit history. Throws
 * UNAUTHORIZED_PRINCIPAL unless the caller is an administrator, and for messages that are not deleted, that the caller
 * could not read, or whose channel is archived.
 *
 * A message that is older than what a client shows has no event: `message` would notify. So the event queues of its
 * recipients end, and their clients fetch everything again.
 */
export function restoreMessages(app: App, actor: User, ids: readonly number[]): void {
  const deleted = requireRestorable(app, actor, ids);
  app.db.write(() => {
    for (const { id, recipient_id, subject } of deleted) {
      const topic = app.channels.byRecipient(recipient_id) ? app.topics.ensure(recipient_id, subject) : null;
      app.deletedMessages.restore(id, topic);
    }
    const messages = app.messages.byIds(JSON.stringify(deleted.map(({ id }) => id)));
    for (const message of messages) app.messages.reindex(message);
    for (const recipient of new Set(messages.map(({ recipient_id }) => recipient_id))) keepFirst(app, recipient);
    const readers = groupByRecipients(app, messages).flatMap(({ people }) => [...people]);
    const hasPublic = messages.some((message) => isPublic(app, message));
    app.events.changeQueues({ kind: 'remove', users: [...new Set(readers)] });
    if (hasPublic) app.events.changeQueues({ kind: 'remove public' });
  });
}

function requireRestorable(app: App, actor: User, ids: readonly number[]): StoredDeletedMessage[] {
  if (!isAdministrator(actor)) throw mustBeAdministrator();
  const distinctIds = new Set(ids);
  const deleted = app.deletedMessages.byIds(JSON.stringify([...distinctIds]));
  if (deleted.length < distinctIds.size || !deleted.every((message) => canRead(app, actor, message)))
    throw invalidMessages();
  if (deleted.some(({ recipient_id }) => app.channels.byRecipient(recipient_id)?.is_archived))
    throw badRequest('Restore the channel first');
  return deleted;
}

/** Deletes the oldest batch of messages whose time to be restored has passed. Returns whether there are more. */
export function purgeSome(app: App): boolean {
  const before = seconds(app.clock) - restorableFor(app);
  const expired = app.deletedMessages.oldest(BATCH).filter(({ deleted }) => deleted <= before);
  purgeMessages(
    app,
    expired.map(({ id }) => id),
  );
  return expired.length === BATCH;
}

/** Deletes deleted messages permanently, with the files that nothing else uses. */
export function purgeMessages(app: App, ids: readonly number[]): void {
  if (ids.length === 0) return;
  app.db.write(() => {
    const files = app.deletedMessages.listFiles(JSON.stringify(ids));
    for (const id of ids) app.deletedMessages.remove(id);
    deleteUnusedAttachments(app, files);
  });
}
