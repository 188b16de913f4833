import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { User } from '../../people/users/types.ts';
import { findInvalidCharacter, readAccess, requireReadableChannel } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { EMPTY_TOPIC_NAME } from './types.ts';

const NAMES_OF_THE_EMPTY_TOPIC = ['(no topic)', EMPTY_TOPIC_NAME];

/**
 * Returns a topic as it is stored: trimmed, in Unicode's composed form, cut to 60 characters, and '' for the names of
 * the empty topic. Throws for control characters.
 */
export function cleanTopic(name: string): string {
  const topic = name.trim().normalize('NFC');
  const at = findInvalidCharacter(topic);
  if (at !== undefined) throw badRequest(`Invalid character in topic, at position ${at}!`);
  if (NAMES_OF_THE_EMPTY_TOPIC.includes(topic)) return '';
  return cutShort(topic);
}

/** The topic in the form for a kind of client; `knowsEmpty`: it understands ''. */
export const topicShown = (topic: string, knowsEmpty: boolean): string =>
  topic === '' && !knowsEmpty ? EMPTY_TOPIC_NAME : topic;

/** Whether a channel allows this topic, by its own policy or the organization's. */
export function isTopicAllowed(app: App, channel: Channel, topic: string): boolean {
  const policy = channel.topics_policy === 'inherit' ? app.realm.get('topics_policy') : channel.topics_policy;
  return topic === '' ? policy !== 'disable_empty_topic' : policy !== 'empty_topic_only';
}

/** Throws for the empty topic, or for any other, if the channel does not allow it. */
export function requireTopicAllowed(app: App, channel: Channel, topic: string): void {
  if (isTopicAllowed(app, channel, topic)) return;
  const refusal =
    topic === ''
      ? `Sending messages to the ${EMPTY_TOPIC_NAME} is not allowed in this channel.`
      : `Only the ${EMPTY_TOPIC_NAME} topic is allowed in this channel.`;
  throw badRequest(refusal, { empty_topic_display_name: EMPTY_TOPIC_NAME });
}

function cutShort(topic: string): string {
  const characters = [...topic];
  return characters.length <= LIMITS.topic_length
    ? topic
    : `${characters.slice(0, LIMITS.topic_length - 3).join('')}...`;
}

/**
 * Returns the channel with this id or name; both together are not allowed. Throws the same error for unknown and
 * invisible channels.
 */
export function requireOneChannel(
  app: App,
  user: User,
  { stream_id, stream }: { stream_id?: number; stream?: string },
): Channel {
  if (stream_id !== undefined && stream !== undefined) throw badRequest("Please choose one: 'stream' or 'stream_id'.");
  if (stream_id !== undefined) return requireReadableChannel(app, user, stream_id);
  if (stream === undefined) throw badRequest("Please supply 'stream'.");
  const channel = app.channels.named(stream.trim());
  if (!channel || readAccess(app, user, channel) === 'none') throw badRequest(`Invalid channel name '${stream}'`);
  return channel;
}
