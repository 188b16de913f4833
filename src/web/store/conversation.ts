import type { EventNamed, MessageView } from '../server/types.ts';

/**
 * The place of a message: a topic of a channel, or the participants of a direct conversation. Their IDs are sorted and
 * exclude the current user, except in the user's notes to self.
 */
export type Conversation =
  | { kind: 'topic'; channel: number; topic: string }
  | { kind: 'direct'; people: readonly number[] };

/** A key that is the same for all spellings of a topic. */
export const getKey = (conversation: Conversation): string =>
  conversation.kind === 'topic' ? topicKey(conversation.channel, conversation.topic) : directKey(conversation.people);

export const topicKey = (channel: number, topic: string): string => `${channel}/${topic.toLowerCase()}`;
export const directKey = (people: readonly number[]): string => `@${people.join(',')}`;

/**
 * The participants as all clients name a direct conversation: sorted, and without the current user unless nobody else
 * is there.
 */
export function others(ids: readonly number[], me: number): readonly number[] {
  const rest = [...new Set(ids)].filter((id) => id !== me).sort((a, b) => a - b);
  return rest.length === 0 ? [me] : rest;
}

type Located = Pick<MessageView, 'stream_id' | 'subject' | 'display_recipient'>;

export const getConversation = (message: Located, me: number): Conversation =>
  typeof message.display_recipient === 'string'
    ? { kind: 'topic', channel: message.stream_id!, topic: message.subject }
    : {
        kind: 'direct',
        people: others(
          message.display_recipient.map(({ id }) => id),
          me,
        ),
      };

/** The old and the new conversation of moved messages; undefined if the event moves none. */
export function conversationsOfMove({
  stream_id,
  new_stream_id,
  orig_subject,
  subject,
}: EventNamed<'update_message'>): [from: Conversation, to: Conversation] | undefined {
  if (stream_id === undefined || orig_subject === undefined) return undefined;
  return [
    { kind: 'topic', channel: stream_id, topic: orig_subject },
    { kind: 'topic', channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
  ];
}
