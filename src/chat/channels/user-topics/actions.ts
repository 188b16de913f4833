import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel } from '../channels/types.ts';
import { mutedTopicsChanged, userTopicChanged } from './events.ts';
import { mutedTopics } from './views.ts';

/**
 * Sets a user's visibility policy for a topic (in its stored form): 0 none, 1 muted, 2 unmuted, 3 followed. Publishes
 * only changes. `last_updated` is in seconds.
 */
export function setTopicPolicy(
  app: App,
  user: User,
  channel: Channel,
  topic: string,
  policy: number,
  last_updated = seconds(app.clock),
): void {
  const before = app.userTopics.policy(user.id, channel.id, topic);
  if (before === policy) return;
  app.db.write(() => {
    app.userTopics.set(user.id, channel.id, topic, policy, last_updated);
    if ((before === MUTED || policy === MUTED) && app.queues.isListening(user.id))
      app.events.publish(mutedTopicsChanged({ muted_topics: mutedTopics(app, user) }), [user.id]);
    app.events.publish(
      userTopicChanged({ channel_id: channel.id, topic_name: topic, last_updated, visibility_policy: policy }),
      [user.id],
    );
  });
}

/** Sets the policy that a user chose. Throws if they have too many. */
export function chooseTopicPolicy(app: App, user: User, channel: Channel, topic: string, policy: number): void {
  if (policy !== 0 && app.userTopics.policy(user.id, channel.id, topic) === 0)
    requireRoom(app, 'user_topic', ONE_ROW, user.id);
  setTopicPolicy(app, user, channel, topic, policy);
}

/** Mutes a topic, or unmutes it and keeps any other policy. */
export function muteTopic(app: App, user: User, channel: Channel, topic: string, muted: boolean): void {
  if (muted) chooseTopicPolicy(app, user, channel, topic, MUTED);
  else if (app.userTopics.policy(user.id, channel.id, topic) === MUTED) setTopicPolicy(app, user, channel, topic, 0);
}

const MUTED = 1;
