import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type GeneratedMarkdown, topicLink, userMention } from '../../../markdown/generated.ts';
import { isResolved } from '../../../shared/resolved-topics.ts';
import { ROLES } from '../../../shared/roles.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { canAccessMetadata, readAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { isTopicAllowed } from '../../channels/topics/rules.ts';
import type { User } from '../../people/users/types.ts';
import { removeMessages } from '../delete/actions.ts';
import { type Edited, messageEdited } from '../edit/events.ts';
import { flagsOfListeners } from '../edit/rewrite-actions.ts';
import { setRead } from '../flags/read-actions.ts';
import { topicLinks } from '../messages/content-rules.ts';
import { flagsAdded, messagesDeleted } from '../messages/events.ts';
import type { RecipientGroup } from '../messages/rules.ts';
import { FACT, FLAG, type StoredMessage } from '../messages/types.ts';
import { organizationWords, postNotice } from '../notices/actions.ts';
import type { MovePlan } from './types.ts';

/** What has moved. */
interface DoneMove extends MovePlan {
  actor: User;
  /** The message that the user chose. */
  chosen: number;
  moved: readonly StoredMessage[];
  /** Who had the messages before. */
  before: readonly RecipientGroup[];
  timestamp: number;
  /** A new content of the chosen message in the same request. */
  content: Edited['content'] | undefined;
}

/**
 * Users who had the messages and can still read them receive the move. Those who can no longer read them receive a
 * deletion. Users who can read them only now receive nothing, because the old place must stay hidden from them.
 */
export function publishMove(app: App, move: DoneMove): void {
  const { actor, from, to, oldTopic, newTopic, mode, chosen, moved, before, timestamp, content } = move;
  const now = new Map(moved.map((message) => [message.id, message]));
  // All subscribers have what was moved into the channel.
  const keeps = (userId: number) => to === from || readAccess(app, app.users.byId(userId), to) !== 'none';
  const held = peopleByMessages(before).map(({ people, messages }) => ({
    messages: messages.map((each) => now.get(each.id)!),
    people,
  }));
  const keeping = held.map(({ people, messages }) => ({ messages, people: people.filter(keeps) }));
  const movedFor = (messages: readonly StoredMessage[], people: readonly number[]) => {
    const shownBy = messages.find((message) => message.id === chosen) ?? messages[0]!;
    return messageEdited({
      user_id: actor.id,
      message_id: shownBy.id,
      message_ids: messages.map((message) => message.id),
      edit_timestamp: timestamp,
      channel: from,
      ...(content && shownBy.id === chosen && { content }),
      place: {
        propagate_mode: mode,
        orig_topic: oldTopic,
        topic: newTopic,
        topic_links: topicLinks(app, newTopic),
        new_stream_id: to === from ? undefined : to.id,
      },
      flags: flagsOfListeners(app, shownBy, people),
    });
  };
  for (const { messages, people } of keeping)
    if (people.length > 0) app.events.publish(movedFor(messages, people), people);
  if (!from.invite_only) {
    const recipients = new Set(held.flatMap(({ people }) => people));
    app.events.publishBeside(to.invite_only ? publishGone(from, oldTopic, moved) : movedFor(moved, []), recipients);
  }
  if (to === from) return;
  readElsewhere(app, to, keeping);
  for (const { messages, people } of held)
    publishLost(
      app,
      people.filter((userId) => !keeps(userId)),
      messages,
      from,
      oldTopic,
    );
}

interface Holding {
  messages: readonly StoredMessage[];
  people: readonly number[];
}

/** Each user once, grouped with users who have the same messages. */
function peopleByMessages(held: readonly RecipientGroup[]): Holding[] {
  const parts = new Map<number, number[]>();
  held.forEach(({ people }, part) => {
    for (const userId of people) append(parts, userId, part);
  });
  const groups = Map.groupBy(parts.keys(), (userId) => parts.get(userId)!.join());
  return [...groups.values()].map((people) => {
    const messages = parts.get(people[0]!)!.flatMap((part) => held[part]!.messages);
    return { people, messages: messages.sort((a, b) => a.id - b.id) };
  });
}

/** For their clients the messages are gone, with the stars. If they come back, they are not new. */
function publishLost(
  app: App,
  people: readonly number[],
  lost: readonly StoredMessage[],
  from: Channel,
  topic: string,
): void {
  if (people.length === 0) return;
  app.messages.removeFlagsOfMany(FLAG.starred, JSON.stringify(people), listIds(lost));
  for (const userId of people) setRead(app, app.users.byId(userId)!, lost, true);
  app.events.publish(publishGone(from, topic, lost), people);
}

const publishGone = ({ id }: Channel, topic: string, lost: readonly StoredMessage[]) =>
  messagesDeleted({ ids: lost.map((message) => message.id), channel_id: id, topic });

/** Messages in channels without a subscription do not count as unread. */
function readElsewhere(app: App, to: Channel, keeping: readonly Holding[]): void {
  const subscribers = app.subscriptions.listSubscribers(to.id);
  for (const { people, messages } of keeping)
    for (const userId of people) {
      if (subscribers.has(userId)) continue;
      const read = setRead(app, app.users.byId(userId)!, messages, true);
      if (read.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages: read }), [userId]);
    }
}

const listIds = (messages: readonly StoredMessage[]): string => JSON.stringify(messages.map(({ id }) => id));

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

interface Outcome {
  moved: readonly StoredMessage[];
  /** The old topic is empty now. */
  emptied: boolean;
  resolving: boolean;
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/** Posts notices about a move in the topics, as requested. */
export function sendMoveNotices(
  app: App,
  actor: User,
  { from, to, oldTopic, newTopic }: MovePlan,
  outcome: Outcome,
): void {
  const { t } = organizationWords(app);
  const user = userMention(actor);
  if (outcome.resolving) {
    if (!outcome.send_notification_to_new_thread || withdrawResolveNotice(app, to, newTopic)) return;
    const notice = isResolved(newTopic)
      ? t('{user} has marked this topic as resolved.', { user })
      : t('{user} has marked this topic as unresolved.', { user });
    const read_by = [actor, ...notReadingNotices(app, to, newTopic)];
    postNotice(app, to, newTopic, notice, { read_by, is_resolve_notice: true });
    return;
  }
  if (outcome.send_notification_to_new_thread) {
    const place = placeName(app, { channel: from, topic: oldTopic, readIn: to });
    postNotice(app, to, newTopic, movedHereText(app, outcome, { place, user }), { read_by: [actor] });
  }
  // Nobody can post in the old place any more, or only in other topics.
  if (outcome.send_notification_to_old_thread && !from.is_archived && isTopicAllowed(app, from, oldTopic)) {
    const place = placeName(app, { channel: to, topic: newTopic, readIn: from });
    postNotice(app, from, oldTopic, movedAwayText(app, outcome, { place, user }), { read_by: [actor] });
  }
}

interface MoveText {
  place: GeneratedMarkdown;
  user: GeneratedMarkdown;
}

function movedHereText(app: App, { emptied, moved }: Outcome, values: MoveText) {
  const { t, plural } = organizationWords(app);
  if (emptied) return t('This topic was moved here from {place} by {user}.', { ...values });
  return plural(
    moved.length,
    'A message was moved here from {place} by {user}.',
    '{n} messages were moved here from {place} by {user}.',
    { ...values },
  );
}

function movedAwayText(app: App, { emptied, moved }: Outcome, values: MoveText) {
  const { t, plural } = organizationWords(app);
  if (emptied) return t('This topic was moved to {place} by {user}.', { ...values });
  return plural(
    moved.length,
    'A message was moved from this topic to {place} by {user}.',
    '{n} messages were moved from this topic to {place} by {user}.',
    { ...values },
  );
}

/** Within this many seconds, undoing a resolve or unresolve deletes its notice instead of adding another. */
const UNDO_GRACE_PERIOD = 60;

/**
 * Deletes the notice of the previous resolve or unresolve if it is the topic's newest message and at most a minute old.
 * Returns whether it did.
 */
function withdrawResolveNotice(app: App, channel: Channel, topic: string): boolean {
  const topicId = app.topics.id(channel.recipient_id, topic);
  const newest = topicId === undefined ? null : app.topics.newestIn(topicId);
  const message = newest ? app.messages.byId(newest) : undefined;
  if (!message || (message.facts & FACT.resolveNotice) === 0) return false;
  if (seconds(app.clock) - message.date_sent > UNDO_GRACE_PERIOD) return false;
  removeMessages(app, [message]);
  return true;
}

/** A link to a topic for the readers of a channel. If some of them cannot see the topic's channel, neither is named. */
function placeName(
  app: App,
  { channel, topic, readIn }: { channel: Channel; topic: string; readIn: Channel },
): GeneratedMarkdown {
  return isKnownToReaders(app, channel, readIn)
    ? topicLink(channel, topic)
    : organizationWords(app).t('another channel');
}

/** Whether every current and future reader of a channel can see another channel. */
function isKnownToReaders(app: App, channel: Channel, readIn: Channel): boolean {
  if (channel.id === readIn.id || channel.is_web_public) return true;
  if (channel.invite_only || readIn.is_web_public) return false;
  const readers = [...app.subscriptions.listSubscribers(readIn.id)].map((id) => app.users.byId(id)!);
  return readers.every((reader) => reader.role < ROLES.guest || canAccessMetadata(app, reader, channel));
}

/** The subscribers for whom notices about resolved topics are marked as read. */
function notReadingNotices(app: App, channel: Channel, topic: string): User[] {
  const subscribers = [...app.subscriptions.listSubscribers(channel.id)].map((id) => app.users.byId(id)!);
  return subscribers.filter(({ id, settings: { resolved_topic_notice_auto_read_policy: policy } }) => {
    const follows = () => app.userTopics.policy(id, channel.id, topic) === POLICY.followed;
    return policy === 'always' || (policy === 'except_followed' && !follows());
  });
}
