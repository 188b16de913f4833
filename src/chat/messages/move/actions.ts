import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { isResolving } from '../../../shared/resolved-topics.ts';
import { channelChanged } from '../../channels/channels/events.ts';
import { readAccess, requireReadableChannel, usersWithAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { setTopicPolicy } from '../../channels/topics/actions.ts';
import type { UserTopic } from '../../channels/topics/repository.ts';
import { cleanTopic, requireTopicAllowed } from '../../channels/topics/rules.ts';
import { nothingToChange } from '../../errors.ts';
import type { Attachment } from '../../files/attachments/types.ts';
import type { User } from '../../people/users/types.ts';
import type { PropagateMode } from '../edit/events.ts';
import {
  type EditedContent,
  editContent,
  mergedHistoryEntry,
  publishEditedContent,
  withHistoryEntry,
} from '../edit/rewrite-actions.ts';
import { requireCanMove, requireCanRenameTopic, requireWholeTopicMovable } from '../edit/rules.ts';
import { canRead, groupByRecipients, requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';
import { publishMove, sendMoveNotices } from './publish-actions.ts';
import type { MovePlan } from './types.ts';

export interface Move {
  /** The new topic, if it changes. */
  topic: string | undefined;
  /** The new channel, if it changes. */
  stream_id: number | undefined;
  propagate_mode: PropagateMode;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/**
 * Moves messages to another topic, another channel, or both. Throws for direct messages, callers who may not move them
 * (any more), topics against the channel's policy, and a move to the current place. A new content in the same request
 * becomes part of the same event and history entry.
 */
export function moveMessages(app: App, actor: User, id: number, move: Move, rewritten?: EditedContent): void {
  const message = requireReadableMessage(app, actor, id);
  const plan = planMove(app, actor, message, move);
  const { from, to, oldTopic, newTopic, mode } = plan;
  const resolving = from === to && isResolving(oldTopic, newTopic);
  if (to !== from) requireCanMove(app, actor, from, to, message);
  if (newTopic !== oldTopic) requireCanRenameTopic(app, actor, from, message, newTopic);
  requireTopicAllowed(app, to, newTopic);
  const messages = listMessages(app, actor, message, mode);
  if (mode === 'change_all' && !resolving)
    requireWholeTopicMovable(
      app,
      actor,
      messages,
      to === from ? 'move_messages_within_stream_limit_seconds' : 'move_messages_between_streams_limit_seconds',
    );
  app.db.write(() => {
    const before = groupByRecipients(app, messages);
    const policies = policiesOfReaders(app, plan, messages);
    const timestamp = seconds(app.clock);
    const topic_id = app.topics.ensure(to.recipient_id, newTopic);
    const place = { ...plan, actor, topic_id, timestamp, resolving };
    const moved = messages.map((each) => moveMessage(app, each, place, rewritten?.message.id === each.id));
    if (to !== from) {
      grantProtectedAccess(app, to, moved);
      keepFirstMessages(app, [from, to]);
    }
    publishMove(app, { ...plan, actor, chosen: id, moved, before, timestamp, content: rewritten?.change });
    const emptied = app.messages.idsInTopic(message.topic_id!, 0).length === 0;
    if (emptied) moveTopicPolicies(app, plan, policies);
    sendMoveNotices(app, actor, plan, { moved, emptied, resolving, ...move });
  });
}

function planMove(app: App, actor: User, message: StoredMessage, { topic, stream_id, propagate_mode }: Move): MovePlan {
  const from = app.channels.byRecipient(message.recipient_id);
  if (!from)
    throw badRequest(
      stream_id === undefined ? 'Direct messages cannot have topics.' : 'Direct messages cannot be moved to channels.',
    );
  const to = stream_id === undefined ? from : requireReadableChannel(app, actor, stream_id);
  const newTopic = topic === undefined ? message.subject : cleanTopic(topic);
  if (to === from && newTopic === message.subject) throw nothingToChange();
  return { from, to, oldTopic: message.subject, newTopic, mode: propagate_mode };
}

/** The messages that move: of those the actor can read, this one, this and later ones, or the whole topic. */
function listMessages(app: App, actor: User, message: StoredMessage, mode: PropagateMode): StoredMessage[] {
  if (mode === 'change_one') return [message];
  const ids = app.messages.idsInTopic(message.topic_id!, mode === 'change_later' ? message.id : 0);
  return app.messages.byIds(JSON.stringify(ids)).filter((each) => canRead(app, actor, each));
}

interface NewPlace extends MovePlan {
  actor: User;
  topic_id: number;
  timestamp: number;
  /** Only the mark of a resolved topic changes. */
  resolving: boolean;
}

/** `wasRewritten`: the request changed the content of this message, too. Returns the message at its new place. */
function moveMessage(app: App, message: StoredMessage, newPlace: NewPlace, wasRewritten: boolean): StoredMessage {
  const { from, to, oldTopic, newTopic, actor, topic_id, timestamp, resolving } = newPlace;
  // Messages that only change their channel keep their own spelling of the topic.
  const subject = newTopic === oldTopic ? message.subject : newTopic;
  const place = {
    ...(subject !== message.subject && { prev_topic: message.subject, topic: subject }),
    ...(to !== from && { prev_stream: from.id, stream: to.id }),
  };
  const origin = message.origin_id ?? message.recipient_id;
  const moved: StoredMessage = {
    ...message,
    recipient_id: to.recipient_id,
    origin_id: origin === to.recipient_id ? null : origin,
    topic_id,
    subject,
    last_moved_timestamp: resolving ? message.last_moved_timestamp : timestamp,
    edit_history: wasRewritten
      ? mergedHistoryEntry(message.edit_history!, place)
      : withHistoryEntry(message.edit_history, { user_id: actor.id, timestamp, ...place }),
  };
  app.messages.move(moved);
  return moved;
}

/** Messages moved into a channel with protected history belong to its current subscribers. */
function grantProtectedAccess(app: App, to: Channel, moved: readonly StoredMessage[]): void {
  if (to.history_public_to_subscribers || !to.invite_only) return;
  app.messages.addCopies(
    JSON.stringify([...app.subscriptions.listSubscribers(to.id)]),
    JSON.stringify(moved.map(({ id }) => id)),
  );
}

function keepFirstMessages(app: App, channels: readonly Channel[]): void {
  for (const { id, name, recipient_id, first_message_id } of channels) {
    const value = app.channels.firstMessage(recipient_id) ?? null;
    if (value === first_message_id) continue;
    app.channels.set(id, 'first_message_id', value);
    app.events.publish(
      channelChanged({ stream_id: id, name, property: 'first_message_id', value }),
      usersWithAccess(app, app.channels.byId(id)!),
    );
  }
}

/**
 * The topic preferences of users who can read any of the messages. To all others the topic is only a name, so their
 * preferences stay there.
 */
const policiesOfReaders = (app: App, { from, oldTopic }: MovePlan, messages: readonly StoredMessage[]): UserTopic[] =>
  app.userTopics
    .ofTopic(from.id, oldTopic)
    .filter(({ user_id }) => messages.some((message) => canRead(app, app.users.byId(user_id), message)));

/**
 * When a whole topic moves, users' preferences for it move to the new topic, unless they already have a stronger one
 * there.
 */
function moveTopicPolicies(app: App, { from, to, oldTopic, newTopic }: MovePlan, policies: readonly UserTopic[]): void {
  const renamed = oldTopic.toLowerCase() === newTopic.toLowerCase() && from === to;
  for (const { user_id, visibility_policy } of policies) {
    const user = app.users.byId(user_id)!;
    if (!renamed) setTopicPolicy(app, user, { channel: from, topic: oldTopic, policy: 0 });
    if (readAccess(app, user, to) === 'none') continue;
    const currentPolicy = app.userTopics.policy(user_id, to.id, newTopic);
    if (visibility_policy > currentPolicy)
      setTopicPolicy(app, user, { channel: to, topic: newTopic, policy: visibility_policy });
  }
}

export interface Update {
  content?: string;
  prev_content_sha256?: string;
  topic?: string;
  stream_id?: number;
  propagate_mode?: PropagateMode;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/**
 * Edits a message's content, moves it and its neighbors, or both as one change: either everything happens or nothing.
 * Returns the author's files that no message links to any more.
 */
export function updateMessage(app: App, actor: User, id: number, update: Update): Attachment[] {
  const { content, prev_content_sha256, stream_id, propagate_mode = 'change_one', ...notices } = update;
  // Some clients always send both fields. The current topic means no move.
  const topic = content !== undefined && isTopicOf(app, actor, id, update.topic) ? undefined : update.topic;
  const isMove = topic !== undefined || stream_id !== undefined;
  if (content === undefined && !isMove) throw nothingToChange();
  if (content !== undefined && stream_id !== undefined)
    throw badRequest('Cannot change message content while changing channel');
  if (propagate_mode !== 'change_one' && !isMove) throw badRequest('Invalid propagate_mode without topic edit');
  return app.db.write(() => {
    const rewritten = content === undefined ? undefined : editContent(app, actor, id, content, prev_content_sha256);
    if (isMove) moveMessages(app, actor, id, { ...notices, topic, stream_id, propagate_mode }, rewritten);
    else if (rewritten) publishEditedContent(app, actor, rewritten);
    return rewritten?.detached ?? [];
  });
}

const isTopicOf = (app: App, actor: User, id: number, topic: string | undefined): boolean =>
  topic !== undefined && cleanTopic(topic) === requireReadableMessage(app, actor, id).subject;
