import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import { channelChanged } from '../channels/events.ts';
import { knowers, reach, requireReadable as requireReadableChannel } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { cleanTopic, requireTopicAllowed } from '../topics/names.ts';
import { setTopicPolicy } from '../user-topics/actions.ts';
import type { UserTopic } from '../user-topics/repository.ts';
import type { User } from '../users/types.ts';
import { topicLinks } from './content.ts';
import { flagsOfListeners, withEntry } from './edit.ts';
import { messageEdited, type PropagateMode } from './edit-events.ts';
import { requireAllMovable, requireMayMove, requireMayRename } from './edit-rules.ts';
import { flagsAdded, messagesDeleted } from './events.ts';
import { tellMoved } from './move-notices.ts';
import { setRead } from './read-state.ts';
import { hasCopy, holders, mayRead, requireReadable } from './rules.ts';
import { isResolving } from './topic-names.ts';
import { FLAG, type StoredMessage } from './types.ts';

export interface Move {
  /** The new topic, if it changes. */
  topic: string | undefined;
  /** The new channel, if it changes. */
  stream_id: number | undefined;
  propagate_mode: PropagateMode;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/** Where messages go, beside what they are. */
export interface Journey {
  from: Channel;
  to: Channel;
  oldTopic: string;
  newTopic: string;
  mode: PropagateMode;
}

/**
 * Gives messages another topic, another channel, or both. Refuses direct messages, those who may not (any more), topics against the
 * channel's policy, and a move to where the messages are.
 */
export function moveMessages(app: App, actor: User, id: number, move: Move): void {
  const message = requireReadable(app, actor, id);
  const journey = journeyOf(app, actor, message, move);
  const { from, to, oldTopic, newTopic, mode } = journey;
  const resolving = from === to && isResolving(oldTopic, newTopic);
  if (to !== from) requireMayMove(app, actor, from, to, message);
  if (newTopic !== oldTopic) requireMayRename(app, actor, from, message, newTopic);
  requireTopicAllowed(app, to, newTopic);
  const messages = messagesOf(app, actor, message, mode);
  if (mode === 'change_all' && !resolving)
    requireAllMovable(
      app,
      actor,
      messages,
      to === from ? 'move_messages_within_stream_limit_seconds' : 'move_messages_between_streams_limit_seconds',
    );
  app.db.write(() => {
    const before = new Map(messages.map((each) => [each.id, holders(app, each)]));
    const policies = policiesOfReaders(app, journey, messages);
    const timestamp = seconds(app.clock);
    const topic_id = app.topics.ensure(to.recipient_id, newTopic);
    const moved = messages.map((each) => put(app, actor, each, journey, topic_id, timestamp, resolving));
    if (to !== from) {
      admitToProtected(app, to, moved);
      keepFirstMessages(app, [from, to]);
    }
    tellMove(app, actor, journey, id, moved, before, timestamp);
    const emptied = app.messages.idsInTopic(message.topic_id!, 0).length === 0;
    if (emptied) takePoliciesAlong(app, journey, policies);
    tellMoved(app, actor, journey, { moved, emptied, resolving, ...move });
  });
}

function journeyOf(app: App, actor: User, message: StoredMessage, { topic, stream_id, propagate_mode }: Move): Journey {
  const from = app.channels.byRecipient(message.recipient_id);
  if (!from) throw badRequest(topic === undefined ? 'Invalid channel ID' : 'Direct messages cannot have topics.');
  const to = stream_id === undefined ? from : requireReadableChannel(app, actor, stream_id);
  const newTopic = topic === undefined ? message.subject : cleanTopic(topic);
  if (to === from && newTopic === message.subject) throw badRequest('Nothing to change');
  return { from, to, oldTopic: message.subject, newTopic, mode: propagate_mode };
}

/** The messages that go along: of what the actor may read, this one, those after it, or all of its topic. */
function messagesOf(app: App, actor: User, message: StoredMessage, mode: PropagateMode): StoredMessage[] {
  if (mode === 'change_one') return [message];
  const ids = app.messages.idsInTopic(message.topic_id!, mode === 'change_later' ? message.id : 0);
  return app.messages.byIds(JSON.stringify(ids)).filter((each) => mayRead(app, actor, each));
}

function put(
  app: App,
  actor: User,
  message: StoredMessage,
  journey: Journey,
  topic_id: number,
  timestamp: number,
  resolving: boolean,
): StoredMessage {
  const { from, to, oldTopic, newTopic } = journey;
  // What only changes its channel keeps its own spelling of the topic.
  const subject = newTopic === oldTopic ? message.subject : newTopic;
  const entry = {
    user_id: actor.id,
    timestamp,
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
    edit_history: withEntry(message, entry),
  };
  app.messages.move(moved);
  return moved;
}

/** What comes into a channel of protected history is for those who are in it now. */
function admitToProtected(app: App, to: Channel, moved: readonly StoredMessage[]): void {
  if (to.history_public_to_subscribers || !to.invite_only) return;
  for (const userId of app.subscriptions.subscribersOf(to.id))
    for (const message of moved) if (!hasCopy(app, userId, message)) app.messages.addFlags(userId, message.id, FLAG.copy);
}

function keepFirstMessages(app: App, channels: readonly Channel[]): void {
  for (const { id, name, recipient_id, first_message_id } of channels) {
    const value = app.channels.firstMessage(recipient_id) ?? null;
    if (value === first_message_id) continue;
    app.channels.set(id, 'first_message_id', value);
    app.events.publish(channelChanged({ stream_id: id, name, property: 'first_message_id', value }), knowers(app, app.channels.byId(id)!));
  }
}

/**
 * Those who had the messages and may still read them hear of the move; those who may not any more, that the messages are gone.
 * Who may read them only now hears nothing: where they were is not theirs to know.
 */
function tellMove(
  app: App,
  actor: User,
  { from, to, oldTopic, newTopic, mode }: Journey,
  id: number,
  moved: readonly StoredMessage[],
  before: ReadonlyMap<number, ReadonlySet<number>>,
  edit_timestamp: number,
): void {
  const keeping = new Map<number, StoredMessage[]>();
  const losing = new Map<number, StoredMessage[]>();
  for (const message of moved)
    for (const userId of before.get(message.id)!)
      if (to === from || mayRead(app, app.users.byId(userId), message)) append(keeping, userId, message);
      else append(losing, userId, message);
  const toSameMessages = Map.groupBy(keeping, ([, theirs]) => theirs.map((message) => message.id).join());
  for (const group of toSameMessages.values()) {
    const audience = group.map(([userId]) => userId);
    const theirs = group[0]![1];
    const shownBy = theirs.find((message) => message.id === id) ?? theirs[0]!;
    const happening = messageEdited({
      user_id: actor.id,
      message_id: shownBy.id,
      message_ids: theirs.map((message) => message.id),
      edit_timestamp,
      channel: from,
      place: {
        propagate_mode: mode,
        orig_topic: oldTopic,
        topic: newTopic,
        topic_links: topicLinks(app, newTopic),
        new_stream_id: to === from ? undefined : to.id,
      },
      flags: flagsOfListeners(app, shownBy, audience),
    });
    app.events.publish(happening, audience);
  }
  if (to !== from) readElsewhere(app, to, keeping);
  for (const [userId, lost] of losing) {
    // To their clients these are gone, and the stars with them; should they come back, they are nothing new.
    const ids = lost.map((message) => message.id);
    for (const each of ids) app.messages.removeFlags(FLAG.starred, userId, each);
    setRead(app, app.users.byId(userId)!, lost, true);
    app.events.publish(messagesDeleted({ ids, channel_id: from.id, topic: oldTopic }), [userId]);
  }
}

/** What lies in a channel one is not in is nothing one has to read. */
function readElsewhere(app: App, to: Channel, keeping: ReadonlyMap<number, readonly StoredMessage[]>): void {
  const subscribers = app.subscriptions.subscribersOf(to.id);
  for (const [userId, theirs] of keeping) {
    if (subscribers.has(userId)) continue;
    const messages = setRead(app, app.users.byId(userId)!, theirs, true);
    if (messages.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages }), [userId]);
  }
}

/** What people want of the topic who may read any of it. To all others it is but a name they once wrote, and stays that. */
const policiesOfReaders = (app: App, { from, oldTopic }: Journey, messages: readonly StoredMessage[]): UserTopic[] =>
  app.userTopics
    .ofTopic(from.id, oldTopic)
    .filter(({ user_id }) => messages.some((message) => mayRead(app, app.users.byId(user_id), message)));

/** Who wanted something of a topic that moved as a whole wants it of the new one; what they already want there stands if it is more. */
function takePoliciesAlong(app: App, { from, to, oldTopic, newTopic }: Journey, policies: readonly UserTopic[]): void {
  const renamed = oldTopic.toLowerCase() === newTopic.toLowerCase() && from === to;
  for (const { user_id, visibility_policy } of policies) {
    const user = app.users.byId(user_id)!;
    if (!renamed) setTopicPolicy(app, user, from, oldTopic, 0);
    if (reach(app, user, to) === 'none') continue;
    const standing = app.userTopics.policy(user_id, to.id, newTopic);
    if (visibility_policy > standing) setTopicPolicy(app, user, to, newTopic, visibility_policy);
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
