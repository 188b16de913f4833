import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event, shapedEvent } from '../../../kernel/events/event.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { state } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import type { UserTopic } from './repository.ts';
import { topicShown } from './rules.ts';
import { EMPTY_TOPIC_NAME } from './types.ts';

/** The muted topics of channels the user can see, as `[channel name, topic, when]`. */
export function mutedTopics(app: App, user: User): (string | number)[][] {
  return app.userTopics
    .ofUser(user.id)
    .filter(
      ({ channel_id, visibility_policy }) =>
        visibility_policy === POLICY.muted && canAccessMetadata(app, user, app.channels.byId(channel_id)!),
    )
    .map(({ channel_id, topic_name, last_updated }) => [
      app.channels.byId(channel_id)!.name,
      topic_name || EMPTY_TOPIC_NAME,
      last_updated,
    ]);
}

const fields = {
  stream_id: Type.Integer(),
  topic_name: Type.String(),
  last_updated: Type.Integer(),
  visibility_policy: Type.Integer(),
};
type Policy = Omit<UserTopic, 'user_id'>;

const view = ({ channel_id, topic_name, last_updated, visibility_policy }: Policy, knowsEmpty: boolean) => ({
  stream_id: channel_id,
  topic_name: topicShown(topic_name, knowsEmpty),
  last_updated,
  visibility_policy,
});

/** A user changed their policy for a topic: 0 none, 1 muted, 2 unmuted, 3 followed. Only they receive it. */
export const userTopicChanged = shapedEvent<Policy>()('user_topic', undefined, fields, {
  shape: (policy, { empty_topic_name }) => view(policy, empty_topic_name),
});

/** `[channel name, topic, when]` for each muted topic. */
const Muted = Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()])));

/** All muted topics, for clients that do not request `user_topic` by name and may know only muting. */
export const mutedTopicsChanged = event(
  'muted_topics',
  undefined,
  { muted_topics: Muted },
  { accepts: (_, listener) => !listener.names('user_topic') },
);

/**
 * Includes channels the user cannot see now, with nothing but the user's own policy. It applies again when access comes
 * back.
 */
export const userTopics = state(
  'user_topic',
  { user_topics: Type.Array(Type.Object(fields)) },
  ({ app, user, kind }) => ({
    user_topics: (user ? app.userTopics.ofUser(user.id) : []).map((policy) => view(policy, kind.empty_topic_name)),
  }),
);

export const mutedTopicList = state('muted_topics', { muted_topics: Type.Optional(Muted) }, ({ app, user, names }) =>
  names('user_topic') ? {} : { muted_topics: user ? mutedTopics(app, user) : [] },
);
