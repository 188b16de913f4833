import type { App } from '../../../app.ts';
import { isSubscribed } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { setTopicPolicy } from '../../channels/user-topics/actions.ts';
import { hasRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';

const UNMUTED = 2;
const FOLLOWED = 3;
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
      setTopicPolicy(app, user, channel, subject, FOLLOWED);
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
  if (done(follow) && currentPolicy !== FOLLOWED) return set(FOLLOWED);
  return unmutes && currentPolicy < UNMUTED ? set(UNMUTED) : undefined;

  function set(policy: 2 | 3): 2 | 3 {
    setTopicPolicy(app, user, channel, subject, policy);
    return policy;
  }
}
