import type { Static } from 'typebox';
import { topicShown } from '../../channels/topics/rules.ts';
import type { ScheduledMessage, StoredScheduledMessage } from './types.ts';

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
