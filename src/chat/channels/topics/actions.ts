import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { hasRoom, ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { isSubscribed } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { mutedTopics, mutedTopicsChanged, userTopicChanged } from './events.ts';

interface PolicyChange {
  channel: Channel;
  /** In its stored form. */
  topic: string;
  /** 0 none, 1 muted, 2 unmuted, 3 followed. */
  policy: number;
  /** In UNIX seconds; the default is now. */
  last_updated?: number | undefined;
}

/** Sets a user's visibility policy for a topic. Publishes only changes. */
export function setTopicPolicy(
  app: App,
  user: User,
  { channel, topic, policy, last_updated = seconds(app.clock) }: PolicyChange,
): void {
  const before = app.userTopics.policy(user.id, channel.id, topic);
  if (before === policy) return;
  app.db.write(() => {
    app.userTopics.set(user.id, channel.id, topic, policy, last_updated);
    if ((before === POLICY.muted || policy === POLICY.muted) && app.queues.isListening(user.id))
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
  setTopicPolicy(app, user, { channel, topic, policy });
}

/** Mutes a topic, or unmutes it and keeps any other policy. */
export function muteTopic(app: App, user: User, channel: Channel, topic: string, muted: boolean): void {
  if (muted) chooseTopicPolicy(app, user, channel, topic, POLICY.muted);
  else if (app.userTopics.policy(user.id, channel.id, topic) === POLICY.muted)
    setTopicPolicy(app, user, { channel, topic, policy: 0 });
}

/** The values of the two automatic policies: which action triggers them. */
const WHEN = { participates: 1, sends: 2, starts: 3 } as const;

interface Sent {
  sender: User;
  channel: Channel;
  subject: string;
  isNewTopic: boolean;
  /** The ids of users mentioned by name or through a group. */
  mentioned: readonly number[];
}

/**
 * Applies users' automatic topic policies: they follow or unmute topics in which they send or are mentioned. Returns
 * the sender's new policy, if it changed. Call it inside `db.write`.
 */
export function followAutomatically(
  app: App,
  { sender, channel, subject, isNewTopic, mentioned }: Sent,
): 2 | 3 | undefined {
  for (const id of mentioned) {
    const user = app.users.byId(id)!;
    if (
      id === sender.id ||
      user.is_bot ||
      !user.settings.automatically_follow_topics_where_mentioned ||
      !isSubscribed(app, user, channel)
    )
      continue;
    if (app.userTopics.policy(id, channel.id, subject) === 0 && hasRoom(app, 'user_topic', id))
      setTopicPolicy(app, user, { channel, topic: subject, policy: POLICY.followed });
  }
  return advance(
    app,
    sender,
    channel,
    subject,
    (policy) => policy === WHEN.participates || policy === WHEN.sends || (policy === WHEN.starts && isNewTopic),
  );
}

/** The same for a user who reacts to a message, which counts as participating. Call it inside `db.write`. */
export function followAfterReacting(app: App, user: User, channel: Channel, subject: string): void {
  advance(app, user, channel, subject, (policy) => policy === WHEN.participates);
}

/** Follows or unmutes a topic for a user, as their policies say; `done`: whether the action of a policy happened. */
function advance(
  app: App,
  user: User,
  channel: Channel,
  subject: string,
  done: (policy: number) => boolean,
): 2 | 3 | undefined {
  if (user.is_bot || !isSubscribed(app, user, channel)) return undefined;
  const { automatically_follow_topics_policy: follow, automatically_unmute_topics_in_muted_streams_policy: unmute } =
    user.settings;
  const unmutes = done(unmute) && app.subscriptions.mutedBy(user.id).has(channel.id);
  if (!done(follow) && !unmutes) return undefined;
  const currentPolicy = app.userTopics.policy(user.id, channel.id, subject);
  if (currentPolicy === 0 && !hasRoom(app, 'user_topic', user.id)) return undefined;
  if (done(follow) && currentPolicy !== POLICY.followed) return set(POLICY.followed);
  return unmutes && currentPolicy < POLICY.unmuted ? set(POLICY.unmuted) : undefined;

  function set(policy: 2 | 3): 2 | 3 {
    setTopicPolicy(app, user, { channel, topic: subject, policy });
    return policy;
  }
}
