import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type GeneratedMarkdown, markdown, topicLink, userMention } from '../../../markdown/generated.ts';
import { canAccessMetadata } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { isTopicAllowed } from '../../channels/topics/names.ts';
import { ROLES, type User } from '../../people/users/types.ts';
import { removeMessages } from '../delete/actions.ts';
import { isResolved } from '../messages/resolved-topics.ts';
import { FACT, type StoredMessage } from '../messages/types.ts';
import { postNotice } from '../notices/actions.ts';
import type { MovePlan } from './types.ts';

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
  const who = userMention(actor);
  if (outcome.resolving) {
    if (!outcome.send_notification_to_new_thread || withdrawResolveNotice(app, to, newTopic)) return;
    const state = isResolved(newTopic) ? markdown`resolved` : markdown`unresolved`;
    const notice = markdown`${who} has marked this topic as ${state}.`;
    const read_by = notReadingNotices(app, to, newTopic);
    postNotice(app, to, newTopic, notice, { read_by, is_resolve_notice: true });
    return;
  }
  const count = outcome.moved.length;
  const some = count === 1 ? markdown`A message was` : markdown`${count} messages were`;
  const what = outcome.emptied ? markdown`This topic was` : some;
  if (outcome.send_notification_to_new_thread)
    postNotice(
      app,
      to,
      newTopic,
      markdown`${what} moved here from ${placeName(app, { channel: from, topic: oldTopic, readIn: to })} by ${who}.`,
    );
  // Nobody can post in the old place any more, or only in other topics.
  if (outcome.send_notification_to_old_thread && !from.is_archived && isTopicAllowed(app, from, oldTopic))
    postNotice(
      app,
      from,
      oldTopic,
      markdown`${what} moved ${outcome.emptied ? markdown`` : markdown`from this topic `}to ${placeName(app, { channel: to, topic: newTopic, readIn: from })} by ${who}.`,
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
  return isKnownToReaders(app, channel, readIn) ? topicLink(channel, topic) : markdown`another channel`;
}

/** Whether every current and future reader of a channel can see another channel. */
function isKnownToReaders(app: App, channel: Channel, readIn: Channel): boolean {
  if (channel.id === readIn.id || channel.is_web_public) return true;
  if (channel.invite_only || readIn.is_web_public) return false;
  const readers = [...app.subscriptions.subscribersOf(readIn.id)].map((id) => app.users.byId(id)!);
  return readers.every((reader) => reader.role < ROLES.guest || canAccessMetadata(app, reader, channel));
}

/** The subscribers for whom notices about resolved topics are marked as read. */
function notReadingNotices(app: App, channel: Channel, topic: string): User[] {
  const subscribers = [...app.subscriptions.subscribersOf(channel.id)].map((id) => app.users.byId(id)!);
  return subscribers.filter(({ id, settings: { resolved_topic_notice_auto_read_policy: policy } }) => {
    const follows = () => app.userTopics.policy(id, channel.id, topic) === FOLLOWED;
    return policy === 'always' || (policy === 'except_followed' && !follows());
  });
}
const FOLLOWED = 3;
