import { type Static, Type } from 'typebox';
import { event, shapedEvent } from '../../../kernel/events/event.ts';
import { topicShown } from '../../channels/topics/rules.ts';
import { state } from '../../declare.ts';
import { ScheduledMessage, type StoredScheduledMessage } from './types.ts';

/** A scheduled message as its sender sees it; `knowsEmpty`: the client understands the empty topic. */
export function scheduledView(message: StoredScheduledMessage, knowsEmpty: boolean): Static<typeof ScheduledMessage> {
  const { id, channel_id, user_ids, topic, content, rendered_content, deliver_at, failed } = message;
  return {
    scheduled_message_id: id,
    ...(channel_id === null
      ? { type: 'private', to: user_ids! }
      : { type: 'stream', to: channel_id, topic: topicShown(topic, knowsEmpty) }),
    content,
    rendered_content,
    scheduled_delivery_timestamp: deliver_at,
    failed,
  };
}

/** Only their sender receives these. */
export const messageScheduled = shapedEvent<StoredScheduledMessage>()(
  'scheduled_messages',
  'add',
  { scheduled_messages: Type.Array(ScheduledMessage) },
  { shape: (message, kind) => ({ scheduled_messages: [scheduledView(message, kind.empty_topic_name)] }) },
);

/** It was changed, or sending failed. */
export const scheduledMessageUpdated = shapedEvent<StoredScheduledMessage>()(
  'scheduled_messages',
  'update',
  { scheduled_message: ScheduledMessage },
  { shape: (message, kind) => ({ scheduled_message: scheduledView(message, kind.empty_topic_name) }) },
);

/** It was sent or deleted. */
export const scheduledMessageRemoved = event('scheduled_messages', 'remove', { scheduled_message_id: Type.Integer() });

export const scheduledMessages = state(
  'scheduled_messages',
  { scheduled_messages: Type.Array(ScheduledMessage) },
  ({ app, user, kind }) => ({
    scheduled_messages: (user ? app.scheduledMessages.ofUser(user.id) : []).map((message) =>
      scheduledView(message, kind.empty_topic_name),
    ),
  }),
);
