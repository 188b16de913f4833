import type { App } from '../../../app.ts';
import { notFound } from '../../../kernel/errors.ts';
import { hasChannelPermission, readAccess, requireReadableChannel } from '../../channels/channels/rules.ts';
import { cleanTopic } from '../../channels/topics/names.ts';
import { setTopicPolicy } from '../../channels/user-topics/actions.ts';
import { invalidChannel, mustBeAdministrator } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { isAdministrator } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { canRead } from '../messages/rules.ts';
import { removeMessages } from './actions.ts';

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
    for (const user of users) setTopicPolicy(app, user, channel, name, 0);
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
