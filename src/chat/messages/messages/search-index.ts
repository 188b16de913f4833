import { tokensOf } from '../../../markdown/highlight.ts';
import { FACT, type StoredMessage } from './types.ts';

export type Indexed = Pick<
  StoredMessage,
  'id' | 'recipient_id' | 'sender_id' | 'topic_id' | 'facts' | 'subject' | 'content'
>;

/** The columns of `Indexed` in the table `message`. To read its HTML would take as long as all of them. */
export const INDEXED_COLUMNS = 'id, recipient_id, sender_id, topic_id, facts, subject, content';

/**
 * What the search index stores of a message: its words, and marks to find it by conversation, topic, sender and content
 * type.
 */
export function searchRow(message: Indexed): { marks: string; subject: string; content: string } {
  const marks = [recipientMark(message.recipient_id), senderMark(message.sender_id)];
  if (message.topic_id !== null) marks.push(topicMark(message.topic_id));
  if (message.facts & FACT.link) marks.push(HAS_MARKS.link);
  if (message.facts & FACT.image) marks.push(HAS_MARKS.image);
  if (message.facts & FACT.attachment) marks.push(HAS_MARKS.attachment);
  if (message.facts & FACT.mentionsChannel) marks.push(CHANNEL_MENTIONED_MARK);
  return {
    marks: marks.join(' '),
    subject: wordsOf(message.subject),
    content: wordsOf(message.content),
  };
}

const ASCII = /^[\x00-\x7f]*$/;

/** The words of a text, separated for SQLite's tokenizer. In ASCII it finds the same words itself. */
const wordsOf = (text: string): string => (ASCII.test(text) ? text : tokensOf(text).join(' '));

// Words that no stemmer changes.
export const recipientMark = (id: number): string => `r${id}`;
export const senderMark = (id: number): string => `s${id}`;
export const topicMark = (id: number): string => `t${id}`;
export const HAS_MARKS = { link: 'haslink', image: 'hasimage', attachment: 'hasfile' } as const;
export const CHANNEL_MENTIONED_MARK = 'toall';
