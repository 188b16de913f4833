import type { FetchedMessage, NarrowTerm } from '../server/types.ts';
import type { Channels } from './channels.ts';
import { type Conversation, getConversation, getKey, others } from './conversation.ts';
import { isMuted, type TopicPolicies } from './topics.ts';

export type Message = FetchedMessage;
/** A filter of messages as it is sent to the server. Terms are canonical: `channel` and `dm` contain IDs. */
export type Narrow = readonly NarrowTerm[];

export const narrowTo = (conversation: Conversation): Narrow =>
  conversation.kind === 'topic'
    ? [
        { operator: 'channel', operand: conversation.channel },
        { operator: 'topic', operand: conversation.topic },
      ]
    : [{ operator: 'dm', operand: [...conversation.people] }];

/** The combined feed: everything that is not muted. */
export const EVERYTHING: Narrow = [{ operator: 'in', operand: 'home' }];

/** A key that is the same for narrows with the same messages. */
export const narrowKey = (narrow: Narrow): string => {
  const conversation = conversationIn(narrow);
  return conversation
    ? getKey(conversation)
    : JSON.stringify(narrow.map(({ operator, operand, negated }) => [operator, operand, negated ?? false]));
};

/** Whether a narrow selects single messages out of conversations: by words, sender, content or flags. */
export const isSearch = (narrow: Narrow): boolean =>
  narrow.some(({ operator }) => /^(search|has|sender|dm-including|id|before|on|after)$/.test(operator));

/** Whether a narrow is a whole channel or everything, so that every new message in it matches. */
export const isWholeFeed = (narrow: Narrow): boolean =>
  narrow.length === 1 && /^(channel|in)$/.test(narrow[0]!.operator) && !narrow[0]!.negated;

/** The conversation of a narrow, if it selects exactly one. */
export function conversationIn(narrow: Narrow): Conversation | undefined {
  if (narrow.some(({ negated }) => negated)) return undefined;
  const [first, second] = narrow;
  if (narrow.length === 1 && first!.operator === 'dm') return { kind: 'direct', people: first!.operand as number[] };
  if (narrow.length === 2 && first!.operator === 'channel' && second!.operator === 'topic')
    return { kind: 'topic', channel: first!.operand as number, topic: String(second!.operand) };
  return undefined;
}

/** The channel of a narrow, if any. */
export const channelIn = (narrow: Narrow): number | undefined => {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated);
  return term && Number(term.operand);
};

/** The state that is needed to decide whether a message matches a narrow. */
interface MatchContext {
  me: number;
  channels: Channels;
  topicPolicies: TopicPolicies;
}

/** The fields of a message that decide which narrows it matches. */
export type Matchable = Pick<Message, 'type' | 'flags' | 'stream_id' | 'subject' | 'display_recipient' | 'sender_id'>;

/** Whether a message matches a narrow; undefined if only the server can tell. */
export function matchesNarrow(narrow: Narrow, message: Matchable, known: MatchContext): boolean | undefined {
  let unsure = false;
  for (const { operator, operand, negated = false } of narrow) {
    const holds = TERMS[operator]?.(message, operand, known);
    if (holds === undefined) unsure = true;
    else if (holds === negated) return false;
  }
  return unsure ? undefined : true;
}

type Term = (message: Matchable, operand: NarrowTerm['operand'], known: MatchContext) => boolean | undefined;

const listPeople = (message: Matchable, me: number): readonly number[] => {
  const conversation = getConversation(message, me);
  return conversation.kind === 'direct' ? conversation.people : [];
};

const TERMS: Record<string, Term> = {
  channel: ({ stream_id }, operand) => stream_id === Number(operand),
  topic: ({ subject, type }, operand) => type === 'stream' && subject.toLowerCase() === String(operand).toLowerCase(),
  dm: (message, operand, { me }) => {
    if (message.type !== 'private') return false;
    return others(operand as number[], me).join() === listPeople(message, me).join();
  },
  sender: ({ sender_id }, operand) => (typeof operand === 'number' ? sender_id === operand : undefined),
  in: (message, operand, known) => {
    if (operand !== 'home') return operand === 'all';
    if (message.type === 'private' || message.flags.includes('mentioned')) return true;
    return !isMuted(known.topicPolicies, known.channels, message.stream_id!, message.subject);
  },
  is: ({ type, flags }, operand) => {
    if (operand === 'dm') return type === 'private';
    if (operand === 'starred') return flags.includes('starred');
    if (operand === 'mentioned') return flags.some((flag) => flag.endsWith('mentioned'));
    if (operand === 'unread') return !flags.includes('read');
    return undefined;
  },
};
