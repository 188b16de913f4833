import type { App } from '../../../app.ts';
import { readAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import type { User } from '../../people/users/types.ts';
import { type Edited, messageEdited } from '../edit/events.ts';
import { flagsOfListeners } from '../edit/rewrite.ts';
import { setRead } from '../flags/read-state.ts';
import { topicLinks } from '../messages/content.ts';
import { flagsAdded, messagesDeleted } from '../messages/events.ts';
import type { RecipientGroup } from '../messages/recipients-of-messages.ts';
import { FLAG, type StoredMessage } from '../messages/types.ts';
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
  app.messages.removeFlagsOfMany(FLAG.starred, JSON.stringify(people), idsOf(lost));
  for (const userId of people) setRead(app, app.users.byId(userId)!, lost, true);
  app.events.publish(publishGone(from, topic, lost), people);
}

const publishGone = ({ id }: Channel, topic: string, lost: readonly StoredMessage[]) =>
  messagesDeleted({ ids: lost.map((message) => message.id), channel_id: id, topic });

/** Messages in channels without a subscription do not count as unread. */
function readElsewhere(app: App, to: Channel, keeping: readonly Holding[]): void {
  const subscribers = app.subscriptions.subscribersOf(to.id);
  for (const { people, messages } of keeping)
    for (const userId of people) {
      if (subscribers.has(userId)) continue;
      const read = setRead(app, app.users.byId(userId)!, messages, true);
      if (read.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages: read }), [userId]);
    }
}

const idsOf = (messages: readonly StoredMessage[]): string => JSON.stringify(messages.map(({ id }) => id));

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
