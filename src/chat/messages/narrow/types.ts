import { stemmer } from 'stemmer';
import { highlightHtml, highlightText, isBoundary, splitTokens } from '../../../markdown/highlight.ts';
import { plainLetters, removeInvisible } from '../../../shared/plain-letters.ts';
import { FACT, FLAG, type Match } from '../messages/types.ts';
import type { Period } from './terms.ts';

/** The values of an expression's parameters, in order. */
type SqlValues = readonly (string | number)[];

/** An SQL expression about one message `m`, true or false and never NULL, with its values. */
export interface Condition {
  sql: string;
  values: SqlValues;
  /** The conditions that a query plan can guarantee by itself. */
  by?: 'recipients' | 'topics' | 'words' | 'marks' | 'reactions' | 'ids';
}

/** The index along which the messages of a narrow are read, by id. */
export type QueryPlan =
  | { along: 'nothing' }
  | { along: 'ids'; ids: readonly number[] }
  | { along: 'recipients' | 'topics'; keys: readonly number[] }
  /** The search index, with an expression for it. */
  | { along: 'words'; match: string }
  | { along: 'reactions' };

/** Where the messages of a narrow are found, and the conditions they all meet. */
export interface PlannedQuery {
  plan: QueryPlan;
  /** The conditions that `plan` does not guarantee. */
  rest: readonly Condition[];
  /** All conditions. */
  whole: readonly Condition[];
  /** The ids that can match; undefined: all. */
  spans?: readonly Span[] | undefined;
}

/** Ids from the lowest to the highest (included). Several are ascending, and do not overlap. */
export type Span = readonly [lowest: number, highest: number];

/** A list of ids as SQL reads it. */
export const jsonList = (ids: Iterable<number>): string => JSON.stringify([...ids]);
// The plus sign before the column keeps SQLite from walking along the list: it is only for lookups.
const IN_LIST = 'IN (SELECT value FROM json_each(?))';
const RECEIVED = `EXISTS (SELECT 1 FROM membership p WHERE p.user_id = ? AND p.recipient_id = ifnull(m.origin_id, m.recipient_id) AND p.from_id < m.id
  AND (p.until_id IS NULL OR p.until_id >= m.id))`;
const FLAGGED =
  'EXISTS (SELECT 1 FROM message_flag f WHERE f.user_id = ? AND f.message_id = m.id AND f.flags & ? != 0)';
const TOPIC = 'ifnull(m.topic_id, 0)';

/** The conditions that narrows consist of. */
export const conditions = {
  not: ({ sql, values }: Condition): Condition => ({ sql: `NOT (${sql})`, values }),
  all: (parts: readonly Condition[]): Condition => ({ sql: joinConditions(parts), values: listValues(parts) }),
  inRecipients: (ids: readonly number[]): Condition =>
    ids.length === 1
      ? { sql: 'm.recipient_id = ?', values: [ids[0]!], by: 'recipients' }
      : { sql: `+m.recipient_id ${IN_LIST}`, values: [jsonList(ids)], by: 'recipients' },
  inTopics: (ids: Iterable<number>): Condition => ({
    sql: `${TOPIC} ${IN_LIST}`,
    values: [jsonList(ids)],
    by: 'topics',
  }),
  resolved: { sql: `m.topic_id IS NOT NULL AND substr(m.subject, 1, 2) = '✔ '`, values: [] } as Condition,
  amongIds: (ids: Iterable<number>): Condition => ({ sql: `+m.id ${IN_LIST}`, values: [jsonList(ids)], by: 'ids' }),
  /** Received, or one of the ids. */
  own: (user: number, copies: readonly number[]): Condition =>
    copies.length === 0
      ? { sql: RECEIVED, values: [user] }
      : { sql: `${RECEIVED} OR +m.id ${IN_LIST}`, values: [user, jsonList(copies)] },
  sentIn: ({ from, until }: Period): Condition => ({
    sql: 'm.date_sent >= ? AND m.date_sent < ?',
    values: [from, until],
  }),
  sentBy: (user: number): Condition => ({ sql: 'm.sender_id = ?', values: [user], by: 'marks' }),
  has: (fact: 'link' | 'image' | 'attachment'): Condition => ({
    sql: 'm.facts & ? != 0',
    values: [FACT[fact]],
    by: 'marks',
  }),
  hasReaction: {
    sql: 'EXISTS (SELECT 1 FROM reaction r WHERE r.message_id = m.id)',
    values: [],
    by: 'reactions',
  } as Condition,
  flagged: (user: number, bits: number): Condition => ({ sql: FLAGGED, values: [user, bits] }),
  /** Mentions of the user, their group or their topic; or of the whole channel, if they received it. */
  mentions: (user: number): Condition => ({
    sql: `${FLAGGED} OR (m.facts & ${FACT.mentionsChannel} != 0 AND ${RECEIVED})`,
    values: [user, FLAG.mentioned | FLAG.topicWildcard, user],
  }),
  /** In a muted topic, or in a muted channel and not in an unmuted or followed topic. */
  muted: (topics: readonly number[], recipients: readonly number[], unmuted: readonly number[]): Condition => ({
    sql: `${TOPIC} ${IN_LIST} OR (m.recipient_id ${IN_LIST} AND NOT ${TOPIC} ${IN_LIST})`,
    values: [jsonList(topics), jsonList(recipients), jsonList(unmuted)],
  }),
  /** Found by an expression for the search index. */
  found: (match: string): Condition => ({
    sql: 'EXISTS (SELECT 1 FROM message_search WHERE message_search MATCH ? AND rowid = m.id)',
    values: [match],
    by: 'words',
  }),
  hasPhrase: (phrase: string): Condition => ({
    sql: 'has_phrase(m.content, ?) OR has_phrase(m.subject, ?)',
    values: [phrase, phrase],
  }),
};

/** One expression that is true if all conditions are. */
export const joinConditions = (conditions: readonly Condition[]): string =>
  conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1';

/** The values of these conditions, in order. */
export const listValues = (conditions: readonly Condition[]): SqlValues => conditions.flatMap(({ values }) => values);

/** A parsed search. */
export interface SearchWords {
  /** For the search index: each word and phrase in quotes, joined by AND; undefined: it can find nothing. */
  match: string | undefined;
  /** Words as the index stems them. */
  stems: ReadonlySet<string>;
  /** Adjacent words. */
  phrases: readonly (readonly string[])[];
  /** The quoted phrases in the form of `plainLetters`. They match exactly, including what is between the words. */
  literal: readonly string[];
  /** The total number of words. */
  count: number;
}

/** Quotation marks of any language. Single ones are apostrophes, too. */
const MARKS = '"＂“”„‟«»‹›「」『』｢｣〝〞〟';
/** A phrase in quotation marks, or a word. */
const PART = new RegExp(`[${MARKS}]([^${MARKS}]*)[${MARKS}]|[^\\s${MARKS}]+`, 'g');
const ASCII = /^[\x00-\x7f]+$/;

/**
 * Parses the text of a search box: words (all must occur), "quoted phrases", and runs that the index stores as several
 * adjacent words (text of scripts without blanks, `half-life`). Returns undefined above `most` words.
 */
export function searchWords(operand: string, most: number): SearchWords | undefined {
  const stems = new Set<string>();
  const phrases: string[][] = [];
  const literal: string[] = [];
  const parts: string[] = [];
  let count = 0;
  for (const [part, quoted] of removeInvisible(operand).matchAll(PART)) {
    const tokens = splitTokens(quoted ?? part);
    if (tokens.length === 0) continue;
    count += tokens.length;
    if (count > most) return undefined;
    parts.push(quotedForIndex(tokens));
    if (quoted !== undefined) literal.push(plainLetters(quoted.trim()));
    if (quoted !== undefined || tokens.length > 1) phrases.push(tokens);
    const word = quoted === undefined && (tokens.length === 1 || tokens.every((token) => ASCII.test(token)));
    if (word) for (const token of tokens) stems.add(stem(token));
  }
  return { match: parts.length === 0 ? undefined : parts.join(' AND '), stems, phrases, literal, count };
}

/** Puts every word in quotes, so that the index reads nothing of it as its own syntax. */
const quotedForIndex = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`;

/** The form of a word in the index: its Porter stem. Words of one or two letters and very long ones stay unchanged. */
const stem = (word: string): string => (word.length < 3 || word.length > 64 ? word : stemmer(word));

/**
 * Whether a text contains a phrase exactly, and not within longer words. As in Zulip, the text is the Markdown source,
 * so a phrase does not match across formatting: `"one two"` is not in `one **two**`.
 */
export function hasPhrase(text: string, phrase: string): boolean {
  const source = plainLetters(text);
  for (let at = source.indexOf(phrase); at !== -1; at = source.indexOf(phrase, at + 1))
    if (isBoundary(source, at) && isBoundary(source, at + phrase.length)) return true;
  return false;
}

/**
 * Makes the function that marks the matches of several searches in messages. Most words of a page occur several times,
 * and finding a stem takes as long as reading a row. So each word is compared once, if its stem can match at all: a
 * stem begins as its word does.
 */
export function marker(searches: readonly SearchWords[]): (html: string, topic: string) => Required<Match> {
  const stems = new Set(searches.flatMap((search) => [...search.stems]));
  const initials = new Set([...stems].map((each) => each[0]));
  const phrases = searches.flatMap((search) => search.phrases);
  const known = new Map<string, boolean>();
  const isFound = (word: string): boolean => {
    if (!initials.has(word[0])) return false;
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = stems.has(stem(word))));
    return found;
  };
  return (html, topic) => ({
    match_content: highlightHtml(html, isFound, phrases),
    match_subject: highlightText(topic, isFound, phrases),
  });
}
