import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { missingTopic, notInFuture, notOneChannel } from '../../errors.ts';
import { requireChannelMessage, requireDirectMessage } from '../../messages/send/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { MessageContent, RecipientType, StoredScheduledMessage } from './types.ts';

/**
 * Returns one of the user's own scheduled messages. Unknown ones, those already sent and those of others throw the same
 * error.
 */
export function requireOwn(app: App, user: User, id: number): StoredScheduledMessage {
  const message = app.scheduledMessages.byId(id, user.id);
  if (!message) throw notFound('Scheduled message does not exist');
  return message;
}

/** Throws for a time in the past, or a missing time where one is needed. */
export function requireFuture(app: App, timestamp: number | undefined): void {
  if (timestamp === undefined || timestamp <= seconds(app.clock)) throw notInFuture();
}

export const isChannels = (type: RecipientType): boolean => type === 'stream' || type === 'channel';

interface RequestedMessage {
  type: RecipientType;
  to: number | readonly number[];
  /** Required for channels. */
  topic?: string | undefined;
  content: string;
}

/** Checks a message as if it were sent now, and returns what to send. Throws whatever a send would throw. */
export function requireValidMessage(
  app: App,
  sender: User,
  { type, to, topic, content }: RequestedMessage,
): MessageContent {
  const ids = typeof to === 'number' ? [to] : to;
  if (isChannels(type)) {
    if (ids.length !== 1) throw notOneChannel();
    if (topic === undefined) throw missingTopic();
    const { channel, subject, source, rendered } = requireChannelMessage(app, sender, ids[0]!, topic, content);
    return { channel_id: channel.id, user_ids: null, topic: subject, content: source, rendered_content: rendered.html };
  }
  const { people, source, rendered } = requireDirectMessage(app, sender, ids, content);
  const others = people.filter((id) => id !== sender.id);
  const user_ids = others.length > 0 ? others : [sender.id];
  return { channel_id: null, user_ids, topic: '', content: source, rendered_content: rendered.html };
}

/** A message to its own sender is unread when it is sent; all others are read for their sender. */
export const readByDefault = (sender: User, { user_ids }: MessageContent): boolean => user_ids?.[0] !== sender.id;
