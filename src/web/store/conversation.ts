import type { MessageView } from '../server/types.ts';

/** Where messages are: a topic of a channel, or people (sorted ids, without oneself; oneself alone: notes to oneself). */
export type Conversation =
  | { kind: 'topic'; channel: number; topic: string }
  | { kind: 'direct'; people: readonly number[] };

/** One text for all spellings of a topic. */
export const keyOf = (conversation: Conversation): string =>
  conversation.kind === 'topic' ? topicKey(conversation.channel, conversation.topic) : directKey(conversation.people);

export const topicKey = (channel: number, topic: string): string => `${channel}/${topic.toLowerCase()}`;
export const directKey = (people: readonly number[]): string => `@${people.join(',')}`;

/** People of a direct conversation as all clients name it: sorted, and without oneself unless nobody else is there. */
export function others(ids: readonly number[], me: number): readonly number[] {
  const rest = [...new Set(ids)].filter((id) => id !== me).sort((a, b) => a - b);
  return rest.length === 0 ? [me] : rest;
}

type Located = Pick<MessageView, 'stream_id' | 'subject' | 'display_recipient'>;

export const conversationOf = (message: Located, me: number): Conversation =>
  typeof message.display_recipient === 'string'
    ? { kind: 'topic', channel: message.stream_id!, topic: message.subject }
    : {
        kind: 'direct',
        people: others(
          message.display_recipient.map(({ id }) => id),
          me,
        ),
      };
