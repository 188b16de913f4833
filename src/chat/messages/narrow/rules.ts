import { badRequest } from '../../../kernel/errors.ts';
import type { NarrowTerm as QueueTerm } from '../../../kernel/events/queue.ts';
import { LIMITS } from '../../../limits.ts';
import { isResolved } from '../../../shared/resolved-topics.ts';
import { cleanTopic } from '../../channels/topics/rules.ts';
import type { NarrowTerm } from '../messages/types.ts';

/** What a queue's narrow checks for one message, from the point of view of the queue's owner. */
export interface NarrowFacts {
  /** undefined: a direct message. */
  channel: { id: number; name: string } | undefined;
  /** '' for the empty topic and for direct messages. */
  topic: string;
  /** With the addresses of the sender that the queue's owner can see. */
  sender: { id: number; emails: readonly string[] };
  /** The owner's flags of the message. */
  flags: readonly string[];
}

const IS: Record<string, (facts: NarrowFacts) => boolean> = {
  dm: ({ channel }) => channel === undefined,
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: ({ flags }) => flags.includes('mentioned'),
  resolved: ({ channel, topic }) => channel !== undefined && isResolved(topic),
};
// The API's name for `alerted`.
const IS_ALIASES: Record<string, string> = { private: 'dm', alerted: 'mentioned' };

/** The maximum length of an operand in characters: longer than any name or address. */
const LONGEST_OPERAND = 500;

/**
 * Parses a narrow of POST /register into the form the queue stores: canonical operators, lower-case operands, and
 * separate operators for ids. Throws BAD_REQUEST for anything but channel, topic, sender and is, for negation, and for
 * `is` operands that events cannot decide.
 */
export function queueNarrow(terms: readonly NarrowTerm[]): QueueTerm[] {
  if (terms.length > LIMITS.narrow_terms) throw badRequest(`Too many narrow terms (limit: ${LIMITS.narrow_terms})`);
  return terms.map((term) => {
    const { operator, operand, negated } = isPair(term)
      ? { operator: String(term[0]), operand: term[1], negated: false }
      : term;
    if (negated) throw badRequest('Negated narrow terms are not supported for event queues.');
    if (operand === undefined || typeof operand === 'object' || String(operand).length > LONGEST_OPERAND)
      throw badRequest(`Invalid operand of ${operator}.`);
    return queueTerm(operator, operand);
  });
}

function queueTerm(operator: string, operand: string | number): QueueTerm {
  const text = String(operand).toLowerCase();
  const byId = typeof operand === 'number';
  if (operator === 'channel' || operator === 'stream') return [byId ? 'channel_id' : 'channel', text];
  if (operator === 'sender') return [byId ? 'sender_id' : 'sender', text];
  if (operator === 'topic') return ['topic', cleanTopic(String(operand)).toLowerCase()];
  if (operator !== 'is') throw badRequest(`Operator ${operator} not supported.`);
  const name = IS_ALIASES[text] ?? text;
  if (!Object.hasOwn(IS, name)) throw badRequest(`Operand ${operand} not supported.`);
  return ['is', name];
}

/** Whether a message matches a queue's narrow. */
export const acceptsMessage = (narrow: readonly QueueTerm[], facts: NarrowFacts): boolean =>
  narrow.every(([operator, operand]) => {
    if (operator === 'channel') return facts.channel?.name.toLowerCase() === operand;
    if (operator === 'channel_id') return String(facts.channel?.id) === operand;
    if (operator === 'topic') return facts.channel !== undefined && facts.topic.toLowerCase() === operand;
    if (operator === 'sender') return facts.sender.emails.some((email) => email.toLowerCase() === operand);
    if (operator === 'sender_id') return String(facts.sender.id) === operand;
    return IS[operand]!(facts);
  });

const isPair = (term: NarrowTerm): term is readonly (string | number)[] & NarrowTerm => Array.isArray(term);
