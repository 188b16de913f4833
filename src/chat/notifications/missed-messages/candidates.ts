import type { App } from '../../../app.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { FACT, FLAG } from '../../messages/messages/types.ts';
import type { DeliveryMethod } from './delivery-methods.ts';
import type { MissedMessageFacts } from './repository.ts';

/**
 * The users whom a message may concern, by id, for this delivery method. Queries about one channel or topic run once.
 */
export function candidatesAmong(
  app: App,
  method: DeliveryMethod,
): (message: MissedMessageFacts) => ReadonlySet<number> {
  const generally = app.users.active().filter(({ settings, is_bot }) => !is_bot && settings[method.channels]);
  const ofChannel = new Map<number, readonly number[]>();
  const ofTopic = new Map<string, readonly number[]>();
  return (message) => {
    const channel = app.channels.byRecipient(message.recipient_id);
    if (!channel) return new Set(app.messages.people(message.recipient_id));
    const subscribers = app.subscriptions.subscribersOf(channel.id);
    const mentioned = app.messages
      .flagHolders(message.id)
      .filter(({ flags }) => flags & (FLAG.mentioned | FLAG.topicWildcard));
    return new Set([
      ...mentioned.map(({ user_id }) => user_id),
      ...(message.facts & FACT.mentionsChannel ? subscribers : []),
      ...known(ofTopic, `${channel.id} ${message.topic_id}`, () =>
        app.userTopics
          .ofTopic(channel.id, message.subject)
          .filter(({ visibility_policy }) => visibility_policy === POLICY.followed)
          .map(({ user_id }) => user_id),
      ),
      ...known(ofChannel, channel.id, () => [
        ...app.missedMessages.subscribersWho[method.own](channel.id),
        ...generally.filter(({ id }) => subscribers.has(id)).map(({ id }) => id),
      ]),
    ]);
  };
}

function known<K, V>(values: Map<K, V>, key: K, find: () => V): V {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = find()));
  return value;
}
