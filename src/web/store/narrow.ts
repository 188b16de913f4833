import type { FetchedMessage, NarrowTerm } from '../server/types.ts';
import type { Channels } from './channels.ts';
import { type Conversation, conversationOf, keyOf, others } from './conversation.ts';
import { isMuted, type TopicPolicies } from './topics.ts';

export type Message = FetchedMessage;
/** What is looked at, as the server is asked for it. Terms are canonical: `channel` and `dm` by ids. */
export type Narrow = readonly NarrowTerm[];

export const narrowTo = (conversation: Conversation): Narrow =>
  conversation.kind === 'topic'
    ? [
        { operator: 'channel', operand: conversation.channel },
        { operator: 'topic', operand: conversation.topic },
      ]
    : [{ operator: 'dm', operand: [...conversation.people] }];

/** The combined feed: all that is not muted. */
export const EVERYTHING: Narrow = [{ operator: 'in', operand: 'home' }];

/** One text for narrows that hold the same messages. */
export const narrowKey = (narrow: Narrow): string => {
  const conversation = conversationIn(narrow);
  return conversation
    ? keyOf(conversation)
    : JSON.stringify(narrow.map(({ operator, operand, negated }) => [operator, operand, negated ?? false]));
};

/** Whether a narrow picks messages out of their conversations: by their words, by whom they are, by what is in them. */
export const isSought = (narrow: Narrow): boolean =>
  narrow.some(({ operator }) => /^(search|has|sender|dm-including|id)$/.test(operator));

/** A whole channel, or everything: what is written there belongs here. */
export const isWhole = (narrow: Narrow): boolean =>
  narrow.length === 1 && /^(channel|in)$/.test(narrow[0]!.operator) && !narrow[0]!.negated;

/** The one conversation a narrow is of, if it is of one. */
export function conversationIn(narrow: Narrow): Conversation | undefined {
  if (narrow.some(({ negated }) => negated)) return undefined;
  const [first, second] = narrow;
  if (narrow.length === 1 && first!.operator === 'dm') return { kind: 'direct', people: first!.operand as number[] };
  if (narrow.length === 2 && first!.operator === 'channel' && second!.operator === 'topic')
    return { kind: 'topic', channel: first!.operand as number, topic: String(second!.operand) };
  return undefined;
}

/** The channel a narrow is within, if any. */
export const channelIn = (narrow: Narrow): number | undefined => {
  const term = narrow.find(({ operator, negated }) => operator === 'channel' && !negated);
  return term && Number(term.operand);
};

/** What the client must know to tell whether a message is in a narrow. */
interface Knowledge {
  me: number;
  channels: Channels;
  policies: TopicPolicies;
}

/** Whether a message is in a narrow; undefined: only the server can tell. */
export function isIn(narrow: Narrow, message: Message, known: Knowledge): boolean | undefined {
  let unsure = false;
  for (const { operator, operand, negated = false } of narrow) {
    const holds = TERMS[operator]?.(message, operand, known);
    if (holds === undefined) unsure = true;
    else if (holds === negated) return false;
  }
  return unsure ? undefined : true;
}

type Term = (message: Message, operand: NarrowTerm['operand'], known: Knowledge) => boolean | undefined;

const peopleOf = (message: Message, me: number): readonly number[] => {
  const conversation = conversationOf(message, me);
  return conversation.kind === 'direct' ? conversation.people : [];
};

const TERMS: Record<string, Term> = {
  channel: ({ stream_id }, operand) => stream_id === Number(operand),
  topic: ({ subject, type }, operand) => type === 'stream' && subject.toLowerCase() === String(operand).toLowerCase(),
  dm: (message, operand, { me }) => {
    if (message.type !== 'private') return false;
    return others(operand as number[], me).join() === peopleOf(message, me).join();
  },
  sender: ({ sender_id }, operand) => (typeof operand === 'number' ? sender_id === operand : undefined),
  in: (message, operand, known) => {
    if (operand !== 'home') return operand === 'all';
    if (message.type === 'private' || message.flags.includes('mentioned')) return true;
    return !isMuted(known.policies, known.channels, message.stream_id!, message.subject);
  },
  is: ({ type, flags }, operand) => {
    if (operand === 'dm') return type === 'private';
    if (operand === 'starred') return flags.includes('starred');
    if (operand === 'mentioned') return flags.some((flag) => flag.endsWith('mentioned'));
    if (operand === 'unread') return !flags.includes('read');
    return undefined;
  },
};
