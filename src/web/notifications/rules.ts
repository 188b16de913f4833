import { POLICY } from '../../shared/topic-policies.ts';
import type { UserSettings } from '../server/types.ts';
import type { Channels } from '../store/channels.ts';
import { topicKey } from '../store/conversation.ts';
import type { Message } from '../store/narrow.ts';
import type { TopicPolicies } from '../store/topics.ts';

/** How a message notifies the user. */
export interface Notice {
  desktop: boolean;
  sound: boolean;
}

interface RuleContext {
  me: { id: number };
  settings: UserSettings;
  channels: Channels;
  topicPolicies: TopicPolicies;
  mutedUsers: ReadonlySet<number>;
}

const NOT: Notice = { desktop: false, sound: false };
const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

/**
 * Decides whether a message notifies the user. It follows the server's rules for mail and push
 * (chat/notifications/missed-messages/rules.ts) with the settings for browsers.
 */
export function noticeFor(
  message: Message,
  { me, settings, channels, topicPolicies: policies, mutedUsers }: RuleContext,
): Notice {
  const { sender_id, flags, stream_id, subject } = message;
  if (sender_id === me.id || flags.includes('read') || mutedUsers.has(sender_id)) return NOT;
  const directly = { desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds };
  // Direct messages and personal mentions notify everywhere.
  if (stream_id === undefined || message.type === 'private' || flags.includes('mentioned')) return directly;
  const channel = channels.get(stream_id);
  if (!channel?.subscribed) return NOT;
  const policy = policies.get(topicKey(stream_id, subject)) ?? POLICY.none;
  const follows = policy === POLICY.followed;
  const listens = policy === POLICY.none ? !channel.is_muted : policy !== POLICY.muted;
  const wildcards =
    (listens && (channel.own.wildcard_mentions_notify ?? settings.wildcard_mentions_notify)) ||
    (follows && settings.enable_followed_topic_wildcard_mentions_notify);
  const called =
    (wildcards && WILDCARDS.some((flag) => flags.includes(flag))) || (listens && flags.includes('has_alert_word'));
  return {
    desktop:
      (called && directly.desktop) ||
      (follows && settings.enable_followed_topic_desktop_notifications) ||
      (listens && (channel.own.desktop_notifications ?? settings.enable_stream_desktop_notifications)),
    sound:
      (called && directly.sound) ||
      (follows && settings.enable_followed_topic_audible_notifications) ||
      (listens && (channel.own.audible_notifications ?? settings.enable_stream_audible_notifications)),
  };
}
