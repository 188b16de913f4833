import { ApiError } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { EMPTY_TOPIC_NAME } from '../../channels/topics/types.ts';
import type { NarrowTerm } from '../messages/types.ts';

/** The times from `from` until before `until`, in seconds. */
export interface Period {
  from: number;
  until: number;
}

/** All times: no message is older or newer. */
const ALWAYS: Period = { from: 0, until: Number.MAX_SAFE_INTEGER };
const DAY = 86_400;

/** The times that are before, on or after a day (YYYY-MM-DD) in a time zone; '' means UTC. */
export function makePeriod(operator: DateOperator, day: string, zone: string): Period {
  const start = startOfDay(day, zone);
  if (operator === 'before') return { ...ALWAYS, until: start };
  const next = startOfDay(new Date((Date.parse(day) / 1000 + DAY) * 1000).toISOString().slice(0, 10), zone);
  return operator === 'on' ? { from: start, until: next } : { ...ALWAYS, from: next };
}

/** The time at which a day begins in a time zone, in seconds. */
function startOfDay(day: string, zone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) / 1000;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone || 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  /** What clocks in the zone show at a time, as if it was UTC. */
  const showTime = (time: number): number => {
    const parts = clock.formatToParts(time * 1000);
    const part = (name: string) => Number(parts.find(({ type }) => type === name)!.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) / 1000;
  };
  const guess = wanted - (showTime(wanted) - wanted);
  // The clocks may have changed between the guess and the first one.
  return guess - (showTime(guess) - wanted);
}

const OPERANDS = {
  channels: ['public', 'web-public'],
  is: ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
} as const;
type Words<O extends keyof typeof OPERANDS> = { operator: O; operand: (typeof OPERANDS)[O][number] };

/** One condition of a narrow, under its canonical name. */
export type Term = { negated: boolean } & (
  | { operator: 'channel' | 'sender' | 'dm-including' | 'group-pm-with'; operand: string | number }
  | { operator: 'dm'; operand: string | readonly number[] }
  | { operator: 'topic' | 'search'; operand: string }
  /** A day as YYYY-MM-DD, in the viewer's time zone. */
  | { operator: DateOperator; operand: string }
  | { operator: 'id' | 'with'; operand: number }
  | { operator: 'near'; operand: string | number }
  | Words<'channels'>
  | Words<'is'>
  | Words<'has'>
  | Words<'in'>
);
type Operator = Term['operator'];
/** Sent before a day, on it, or after it. */
export type DateOperator = 'before' | 'on' | 'after';

const ALIASES: Record<string, Operator> = {
  stream: 'channel',
  streams: 'channels',
  'pm-with': 'dm',
  pm_with: 'dm',
  group_pm_with: 'group-pm-with',
};

/** The type an operand must have, and its name in errors. */
const KINDS: Record<Operator, 'text' | 'text or id' | 'text or ids'> = {
  channel: 'text or id',
  channels: 'text',
  topic: 'text',
  dm: 'text or ids',
  'dm-including': 'text or id',
  'group-pm-with': 'text or id',
  sender: 'text or id',
  is: 'text',
  has: 'text',
  in: 'text',
  search: 'text',
  id: 'text or id',
  near: 'text or id',
  with: 'text or id',
  before: 'text',
  on: 'text',
  after: 'text',
};
const KIND_NAMES = {
  text: 'a string',
  'text or id': 'a string or integer',
  'text or ids': 'a string or an integer list',
};

/** The error for a narrow that is invalid (BAD_NARROW). */
export const badNarrow = (desc: string): ApiError =>
  new ApiError(400, 'BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });

/**
 * Parses a narrow into canonical terms. Throws BAD_NARROW for unknown operators and operands, and for impossible
 * combinations.
 */
export function narrowTerms(wire: readonly NarrowTerm[]): Term[] {
  if (wire.length > LIMITS.narrow_terms) throw badNarrow(`more than ${LIMITS.narrow_terms} terms`);
  const terms = wire.map(term);
  requirePossible(terms);
  return terms;
}

function term(wire: NarrowTerm): Term {
  const { operator: name, operand, negated = false } = Array.isArray(wire) ? pair(wire) : wire;
  const operator = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : (name as Operator);
  if (!Object.hasOwn(KINDS, operator)) throw badNarrow(`unknown operator ${name}`);
  if (!fits(KINDS[operator], operand)) throw badNarrow(`operand of ${name} is not ${KIND_NAMES[KINDS[operator]]}`);
  if (operator === 'with' && negated) throw badNarrow("Invalid 'with' operator");
  return { operator, operand: canonical(operator, operand), negated } as Term;
}

const pair = ([operator, operand]: (string | number)[]) => ({
  operator: String(operator),
  operand: operand!,
  negated: false,
});

function fits(kind: 'text' | 'text or id' | 'text or ids', operand: unknown): boolean {
  return (
    typeof operand === 'string' ||
    (kind === 'text or id' && typeof operand === 'number') ||
    (kind === 'text or ids' && Array.isArray(operand))
  );
}

function canonical(operator: Operator, operand: string | number | number[]): Term['operand'] {
  if (operator === 'topic') return operand === EMPTY_TOPIC_NAME || operand === '(no topic)' ? '' : (operand as string);
  if (operator === 'id') return messageId(operand as string | number) ?? rejectTerm('Invalid message ID');
  if (operator === 'with') return messageId(operand as string | number) ?? rejectTerm("Invalid 'with' operator");
  if (isDateOperator(operator) && !isDay(String(operand))) throw badNarrow(`operand of ${operator} is not a date`);
  if (operator === 'search' && String(operand).trim() === '') throw badNarrow('operand of search cannot be blank');
  if (!Object.hasOwn(OPERANDS, operator)) return operand;
  const word = operator === 'is' && operand === 'private' ? 'dm' : operand;
  const words: readonly unknown[] = OPERANDS[operator as keyof typeof OPERANDS];
  if (words.includes(word)) return word;
  throw badNarrow(
    operator === 'channels' ? `unknown channels operand ${operand}` : `unknown '${operator}' operand ${operand}`,
  );
}

const isDateOperator = (operator: Operator): operator is DateOperator =>
  operator === 'before' || operator === 'on' || operator === 'after';

/** Whether a text is a day that exists. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function messageId(operand: string | number): number | undefined {
  const id = typeof operand === 'number' ? operand : /^\d+$/.test(operand) ? Number(operand) : undefined;
  return id !== undefined && id >= 0 && Number.isSafeInteger(id) ? id : undefined;
}

function rejectTerm(desc: string): never {
  throw badNarrow(desc);
}

/** Throws for terms that select channel messages and direct messages at once, and for two targets. */
function requirePossible(terms: readonly Term[]): void {
  if (terms.some(wantsChannel) && terms.some(wantsDirect))
    throw badNarrow('No message can be both a channel message and direct message');
  if (terms.filter(({ operator }) => operator === 'with').length < 2) return;
  const desc = "Duplicate 'with' operators.";
  throw new ApiError(400, 'BAD_NARROW', `Invalid narrow operator combination: ${desc}`, { desc });
}

/** A message that is not direct is in a channel. */
function wantsChannel({ operator, operand, negated }: Term): boolean {
  if (operator === 'is' && operand === 'dm') return negated;
  if (operator === 'is') return !negated && (operand === 'resolved' || operand === 'followed');
  return !negated && (operator === 'channel' || operator === 'channels' || operator === 'topic');
}

function wantsDirect({ operator, operand, negated }: Term): boolean {
  if (operator === 'is') return operand === 'dm' && !negated;
  return !negated && (operator === 'dm' || operator === 'dm-including' || operator === 'group-pm-with');
}

const FOR_VISITORS: readonly Operator[] = [
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
  'before',
  'on',
  'after',
];

/** Whether visitors may use a narrow: `channels:web-public` and nothing personal. */
export const isForVisitors = (terms: readonly Term[]): boolean =>
  terms.every(({ operator }) => FOR_VISITORS.includes(operator)) &&
  terms.some(({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated);
