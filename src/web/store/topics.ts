import { POLICY } from '../../shared/topic-policies.ts';
import type { Channels } from './channels.ts';
import { topicKey } from './conversation.ts';
import { resource, withEntry } from './resource.ts';

/** The user's visibility policies by topic, as values of POLICY. */
export type TopicPolicies = ReadonlyMap<string, number>;

export const topicPolicies = resource<TopicPolicies>(
  ({ user_topics }) =>
    new Map(
      user_topics.map(({ stream_id, topic_name, visibility_policy }) => [
        topicKey(stream_id, topic_name),
        visibility_policy,
      ]),
    ),
  {
    user_topic: (all, { stream_id, topic_name, visibility_policy }) =>
      withEntry(all, topicKey(stream_id, topic_name), visibility_policy || undefined),
  },
);

/** Whether a topic is muted: by its own policy, or by its channel if the topic has no policy. */
export function isMuted(policies: TopicPolicies, channels: Channels, channel: number, topic: string): boolean {
  return isMutedAt(policies, channels, channel, topicKey(channel, topic));
}

/** The same for a topic whose key is known. */
export function isMutedAt(policies: TopicPolicies, channels: Channels, channel: number, key: string): boolean {
  const policy = policies.get(key) ?? POLICY.none;
  if (policy === POLICY.muted) return true;
  return (channels.get(channel)?.is_muted ?? false) && policy === POLICY.none;
}
