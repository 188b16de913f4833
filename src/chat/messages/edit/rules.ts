import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { isResolving } from '../../../shared/resolved-topics.ts';
import { canAdminister, canPost, hasChannelPermission } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cannotEditMessage, invalidMessages } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { inaccessible } from '../../people/users/key-limit-rules.ts';
import { isModerator, type User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';

/** Extra seconds for a request that is on its way. */
const GRACE = 20;

/**
 * Returns a message whose content the caller may edit now: their own, within the time limit, in a channel that is not
 * archived.
 */
export function requireEditable(app: App, user: User, id: number): StoredMessage {
  const message = requireReadableMessage(app, user, id);
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw invalidMessages();
  if (!app.realm.get('allow_message_editing')) throw badRequest('Your organization has turned off message editing');
  if (message.sender_id !== user.id) throw cannotEditMessage();
  if (app.submessages.ofMessage(id).length > 0) throw badRequest('Widgets cannot be edited.');
  const limit = app.realm.get('message_content_edit_limit_seconds');
  if (limit !== null && secondsSinceSent(app, message) > limit + GRACE)
    throw badRequest('The time limit for editing this message has passed');
  return message;
}

/** Throws if the content is no longer what the client saw. */
export function requireUnchanged({ content }: StoredMessage, prev_content_sha256: string | undefined): void {
  if (prev_content_sha256 === undefined || createHash('sha256').update(content).digest('hex') === prev_content_sha256)
    return;
  throw new ApiError(400, 'EXPECTATION_MISMATCH', "'prev_content_sha256' value does not match the expected value.", {
    field_name: 'prev_content_sha256',
  });
}

/**
 * Throws unless the caller may change a message's topic within its channel. Resolving has its own permission and no
 * time limit.
 */
export function requireCanRenameTopic(
  app: App,
  user: User,
  channel: Channel,
  message: StoredMessage,
  topic: string,
): void {
  if (channel.is_archived) throw invalidMessages();
  if (isResolving(message.subject, topic)) {
    if (
      hasRealmPermission(app, user, 'can_resolve_topics_group') ||
      hasChannelPermission(app, user, channel, 'can_resolve_topics_group')
    )
      return;
    throw badRequest("You don't have permission to resolve topics in this channel.");
  }
  const may =
    hasRealmPermission(app, user, 'can_move_messages_between_topics_group') ||
    hasChannelPermission(app, user, channel, 'can_move_messages_within_channel_group') ||
    canAdminister(app, user, channel);
  if (!may) throw cannotEditMessage();
  if (isTooOld(app, user, message, 'move_messages_within_stream_limit_seconds'))
    throw badRequest("The time limit for editing this message's topic has passed.");
}

/** Throws unless the caller may move a message from one channel to the other. */
export function requireCanMove(app: App, user: User, from: Channel, to: Channel, message: StoredMessage): void {
  if (from.is_archived) throw invalidMessages();
  const may =
    hasRealmPermission(app, user, 'can_move_messages_between_channels_group') ||
    hasChannelPermission(app, user, from, 'can_move_messages_out_of_channel_group') ||
    canAdminister(app, user, from);
  if (!may) throw badRequest("You don't have permission to move this message");
  if (!canPost(app, user, to))
    throw inaccessible(user, () => badRequest("You don't have permission to send messages to this channel."));
  if (isTooOld(app, user, message, 'move_messages_between_streams_limit_seconds'))
    throw badRequest("The time limit for editing this message's channel has passed");
}

/** Throws if some messages of a topic are too old to be moved. The error says which can be moved instead. */
export function requireWholeTopicMovable(
  app: App,
  user: User,
  messages: readonly StoredMessage[],
  limit: MoveLimit,
): void {
  const old = messages.filter((message) => isTooOld(app, user, message, limit));
  if (old.length === 0) return;
  throw new ApiError(
    400,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'You only have permission to move newer messages in this topic.',
    {
      first_message_id_allowed_to_move: messages.find((message) => !old.includes(message))?.id ?? null,
      total_messages_in_topic: messages.length,
      total_messages_allowed_to_move: messages.length - old.length,
    },
  );
}

export type MoveLimit = 'move_messages_within_stream_limit_seconds' | 'move_messages_between_streams_limit_seconds';

/** Moderators can move messages of any age. */
function isTooOld(app: App, user: User, message: StoredMessage, limit: MoveLimit): boolean {
  const most = app.realm.get(limit);
  return most !== null && !isModerator(user) && secondsSinceSent(app, message) > most + GRACE;
}

const secondsSinceSent = (app: App, { date_sent }: StoredMessage): number => seconds(app.clock) - date_sent;
