import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from '../messages/repository.ts';
import { FACT, FLAG, type StoredMessage } from '../messages/types.ts';
import { hasPhrase } from './search.ts';

type Given = readonly (string | number)[];

/** An SQL expression about one message `m`, true or false and never NULL, with its values. */
export interface Condition {
  sql: string;
  given: Given;
  /** The conditions that a walk can guarantee by itself. */
  by?: 'recipients' | 'topics' | 'words' | 'marks' | 'reactions' | 'ids';
}

/** The index along which the messages of a narrow are walked, by id. */
export type QueryPlan =
  | { along: 'nothing' }
  | { along: 'ids'; ids: readonly number[] }
  | { along: 'recipients' | 'topics'; keys: readonly number[] }
  /** The search index, with an expression for it. */
  | { along: 'words'; match: string }
  | { along: 'reactions' };

/** Where the messages of a narrow are found, and the conditions they all meet. */
export interface PlannedQuery {
  walk: QueryPlan;
  /** The conditions that `walk` does not guarantee. */
  rest: readonly Condition[];
  /** All conditions. */
  whole: readonly Condition[];
}

const list = (ids: Iterable<number>): string => JSON.stringify([...ids]);
// The plus sign before the column keeps SQLite from walking along the list: it is only for lookups.
const IN_LIST = 'IN (SELECT value FROM json_each(?))';
const RECEIVED = `EXISTS (SELECT 1 FROM membership p WHERE p.user_id = ? AND p.recipient_id = ifnull(m.origin_id, m.recipient_id) AND p.from_id < m.id
  AND (p.until_id IS NULL OR p.until_id >= m.id))`;
const FLAGGED =
  'EXISTS (SELECT 1 FROM message_flag f WHERE f.user_id = ? AND f.message_id = m.id AND f.flags & ? != 0)';
const TOPIC = 'ifnull(m.topic_id, 0)';

/** The conditions that narrows consist of. */
export const conditions = {
  not: ({ sql, given }: Condition): Condition => ({ sql: `NOT (${sql})`, given }),
  all: (parts: readonly Condition[]): Condition => ({ sql: all(parts), given: given(parts) }),
  inRecipients: (ids: readonly number[]): Condition =>
    ids.length === 1
      ? { sql: 'm.recipient_id = ?', given: [ids[0]!], by: 'recipients' }
      : { sql: `+m.recipient_id ${IN_LIST}`, given: [list(ids)], by: 'recipients' },
  inTopics: (ids: Iterable<number>): Condition => ({ sql: `${TOPIC} ${IN_LIST}`, given: [list(ids)], by: 'topics' }),
  resolved: { sql: `m.topic_id IS NOT NULL AND substr(m.subject, 1, 2) = '✔ '`, given: [] } as Condition,
  amongIds: (ids: Iterable<number>): Condition => ({ sql: `+m.id ${IN_LIST}`, given: [list(ids)], by: 'ids' }),
  /** Received, or one of the ids. */
  own: (user: number, copies: readonly number[]): Condition =>
    copies.length === 0
      ? { sql: RECEIVED, given: [user] }
      : { sql: `${RECEIVED} OR +m.id ${IN_LIST}`, given: [user, list(copies)] },
  sentBy: (user: number): Condition => ({ sql: 'm.sender_id = ?', given: [user], by: 'marks' }),
  has: (fact: 'link' | 'image' | 'attachment'): Condition => ({
    sql: 'm.facts & ? != 0',
    given: [FACT[fact]],
    by: 'marks',
  }),
  hasReaction: {
    sql: 'EXISTS (SELECT 1 FROM reaction r WHERE r.message_id = m.id)',
    given: [],
    by: 'reactions',
  } as Condition,
  flagged: (user: number, bits: number): Condition => ({ sql: FLAGGED, given: [user, bits] }),
  /** Mentions of the user, their group or their topic; or of the whole channel, if they received it. */
  mentions: (user: number): Condition => ({
    sql: `${FLAGGED} OR (m.facts & ${FACT.mentionsChannel} != 0 AND ${RECEIVED})`,
    given: [user, FLAG.mentioned | FLAG.topicWildcard, user],
  }),
  /** In a muted topic, or in a muted channel and not in an unmuted or followed topic. */
  muted: (topics: readonly number[], recipients: readonly number[], wanted: readonly number[]): Condition => ({
    sql: `${TOPIC} ${IN_LIST} OR (m.recipient_id ${IN_LIST} AND NOT ${TOPIC} ${IN_LIST})`,
    given: [list(topics), list(recipients), list(wanted)],
  }),
  /** Found by an expression for the search index. */
  found: (match: string): Condition => ({
    sql: 'EXISTS (SELECT 1 FROM message_search WHERE message_search MATCH ? AND rowid = m.id)',
    given: [match],
    by: 'words',
  }),
  hasPhrase: (phrase: string): Condition => ({
    sql: 'has_phrase(m.content, ?) OR has_phrase(m.subject, ?)',
    given: [phrase, phrase],
  }),
};

/** The number of ids checked together when a list is walked. */
const BATCH = 500;
/** The number of ids walked first, before every conversation is queried separately. */
const WINDOW = 3000;

export const narrowRepository = (db: Database) => {
  db.define('has_phrase', (text: string, phrase: string) => (hasPhrase(text, phrase) ? 1 : 0));
  const newest = db.value<number, []>('SELECT max(id) FROM message');
  const byIds = db.all<StoredMessage, [ids: string]>(
    `SELECT ${MESSAGE_COLUMNS} FROM json_each(?) j CROSS JOIN message m ON m.id = j.value ORDER BY m.id`,
  );

  /** The messages with these ids that meet the conditions, by id. */
  function among(ids: readonly number[], conditions: readonly Condition[]): StoredMessage[] {
    const sql = `SELECT ${MESSAGE_COLUMNS} FROM json_each(?) j CROSS JOIN message m ON m.id = j.value WHERE ${all(conditions)} ORDER BY m.id`;
    return db.prepared(sql).all(list(ids), ...given(conditions)) as StoredMessage[];
  }

  function alongIds(
    ids: readonly number[],
    rest: readonly Condition[],
    up: boolean,
    from: number,
    limit: number,
  ): StoredMessage[] {
    const wanted = up ? ids.filter((id) => id >= from) : ids.filter((id) => id <= from).reverse();
    const found: StoredMessage[] = [];
    for (let at = 0; at < wanted.length && found.length < limit; at += BATCH) {
      const rows = among(wanted.slice(at, at + BATCH), rest);
      found.push(...(up ? rows : rows.reverse()));
    }
    return found.slice(0, limit);
  }

  function select(columns: string, source: string, id: string, rest: readonly Condition[], up: boolean) {
    const order = `${id} ${up ? 'ASC' : 'DESC'}`;
    const span = `${id} BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`;
    return db.prepared(`SELECT ${columns} FROM ${source} AND ${span} AND ${all(rest)} ORDER BY ${order} LIMIT ?`);
  }

  const KEYED = {
    recipients: 'message m INDEXED BY message_by_recipient WHERE m.recipient_id = ?',
    topics: 'message m INDEXED BY message_by_topic WHERE m.topic_id = ?',
  };

  /** Walks one conversation or topic; of many, merges the first messages of each. */
  function alongKeys(
    kind: 'recipients' | 'topics',
    plan: PlannedQuery,
    keys: readonly number[],
    up: boolean,
    from: number,
    limit: number,
  ) {
    const { rest, whole } = plan;
    const span = (bound: number | undefined) => (up ? [from, bound ?? Number.MAX_SAFE_INTEGER] : [bound ?? 0, from]);
    if (keys.length === 1) {
      const statement = select(MESSAGE_COLUMNS, KEYED[kind], 'm.id', rest, up);
      return statement.all(keys[0]!, ...span(undefined), ...given(rest), limit) as StoredMessage[];
    }
    if (kind === 'recipients') {
      const edge = up ? from + WINDOW : from - WINDOW;
      const near = select(MESSAGE_COLUMNS, 'message m NOT INDEXED WHERE 1', 'm.id', whole, up);
      const rows = near.all(...span(edge), ...given(whole), limit) as StoredMessage[];
      if (rows.length === limit || edge <= 0 || edge >= (newest() ?? 0)) return rows;
    }
    const statement = select('m.id', KEYED[kind], 'm.id', rest, up).pluck();
    let best: number[] = [];
    for (const key of keys) {
      const ids = statement.all(
        key,
        ...span(best.length === limit ? best.at(-1) : undefined),
        ...given(rest),
        limit,
      ) as number[];
      if (ids.length > 0) best = [...new Set([...best, ...ids])].sort((a, b) => (up ? a - b : b - a)).slice(0, limit);
    }
    const rows = byIds(list(best));
    return up ? rows : rows.reverse();
  }

  const WORDS = 'message_search CROSS JOIN message m ON m.id = message_search.rowid WHERE message_search MATCH ?';
  const REACTIONS = '(SELECT DISTINCT message_id AS id FROM reaction) r CROSS JOIN message m ON m.id = r.id WHERE 1';

  return {
    /** The messages of a narrow from an id on (included), upwards or downwards, in that order. */
    walk(plan: PlannedQuery, up: boolean, from: number, limit: number): StoredMessage[] {
      const { walk, rest } = plan;
      if (limit <= 0 || walk.along === 'nothing') return [];
      const start = Math.min(Math.max(from, 0), (newest() ?? 0) + 1);
      if (walk.along === 'ids') return alongIds(walk.ids, rest, up, start, limit);
      if (walk.along === 'recipients' || walk.along === 'topics')
        return alongKeys(walk.along, plan, walk.keys, up, start, limit);
      const span = up ? [start, Number.MAX_SAFE_INTEGER] : [0, start];
      if (walk.along === 'words') {
        const statement = select(MESSAGE_COLUMNS, WORDS, 'message_search.rowid', rest, up);
        return statement.all(walk.match, ...span, ...given(rest), limit) as StoredMessage[];
      }
      return select(MESSAGE_COLUMNS, REACTIONS, 'r.id', rest, up).all(
        ...span,
        ...given(rest),
        limit,
      ) as StoredMessage[];
    },
    /** Those of the ids that match a narrow, by id. */
    among: (plan: PlannedQuery, ids: readonly number[]): StoredMessage[] =>
      plan.walk.along === 'nothing' ? [] : among(ids, plan.whole),
    /** The topics with this name in several conversations. */
    topicsNamed: db.column<number, [recipients: string, key: string]>(
      'SELECT t.id FROM json_each(?) r CROSS JOIN topic t ON t.recipient_id = r.value AND t.name_key = ?',
    ),
    resolvedTopics: db.column<number, [recipients: string]>(
      `SELECT t.id FROM json_each(?) r CROSS JOIN topic t ON t.recipient_id = r.value AND t.name_key >= '✔ ' AND t.name_key < '✔!'`,
    ),
    /** The conversations into which any message was moved. */
    movedInto: db.column<number, []>(
      'SELECT DISTINCT recipient_id FROM message INDEXED BY message_moved WHERE origin_id IS NOT NULL',
    ),
    /** All messages with a mark in the search index. */
    marked: db.column<number, [match: string]>(
      'SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid',
    ),
  };
};

const all = (conditions: readonly Condition[]): string => conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
const given = (conditions: readonly Condition[]): Given => conditions.flatMap((condition) => condition.given);
