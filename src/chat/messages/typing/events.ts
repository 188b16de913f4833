import { Type } from 'typebox';
import type { ClientKind } from '../../../kernel/events/client.ts';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { topicShown } from '../../channels/topics/rules.ts';

const Person = Type.Object({ user_id: Type.Integer(), email: Type.String() });

/** A user is typing, to users or in a channel's topic. */
interface Writing {
  sender: { user_id: number; email: string };
  to: { recipients: { user_id: number; email: string }[] } | { stream_id: number; topic: string };
}

const fields = {
  message_type: OneOf('direct', 'stream'),
  sender: Person,
  recipients: Maybe(Type.Array(Person)),
  stream_id: Maybe(Type.Integer()),
  topic: Maybe(Type.String()),
};

/** Only clients that declare the capability receive typing in channels. */
function shape({ sender, to }: Writing, kind: ClientKind): object | undefined {
  if ('recipients' in to) return { message_type: 'direct', sender, recipients: to.recipients };
  if (!kind.stream_typing_notifications) return undefined;
  return {
    message_type: 'stream',
    sender,
    stream_id: to.stream_id,
    topic: topicShown(to.topic, kind.empty_topic_name),
  };
}

export const typingStarted = shapedEvent<Writing>()('typing', 'start', fields, { shape, canWait: true });
export const typingStopped = shapedEvent<Writing>()('typing', 'stop', fields, { shape, canWait: true });

/** A user is editing one of their messages. */
interface Editing {
  sender_id: number;
  message_id: number;
  to: { user_ids: readonly number[] } | { channel_id: number; topic: string };
}

const editingFields = {
  sender_id: Type.Integer(),
  message_id: Type.Integer(),
  recipient: Type.Object({
    type: OneOf('direct', 'channel'),
    user_ids: Maybe(Type.Array(Type.Integer())),
    channel_id: Maybe(Type.Integer()),
    topic: Maybe(Type.String()),
  }),
};

const editingShape = ({ sender_id, message_id, to }: Editing, kind: ClientKind): object => ({
  sender_id,
  message_id,
  recipient:
    'user_ids' in to
      ? { type: 'direct', user_ids: to.user_ids }
      : { type: 'channel', channel_id: to.channel_id, topic: topicShown(to.topic, kind.empty_topic_name) },
});

export const editingStarted = shapedEvent<Editing>()('typing_edit_message', 'start', editingFields, {
  shape: editingShape,
  canWait: true,
});
export const editingStopped = shapedEvent<Editing>()('typing_edit_message', 'stop', editingFields, {
  shape: editingShape,
  canWait: true,
});

/** The event for an op. */
export const typingEvent = (op: TypingOp) => (op === 'start' ? typingStarted : typingStopped);
export const editingEvent = (op: TypingOp) => (op === 'start' ? editingStarted : editingStopped);

/** A user starts or stops typing. */
export const TypingOp = OneOf('start', 'stop');
export type TypingOp = 'start' | 'stop';
