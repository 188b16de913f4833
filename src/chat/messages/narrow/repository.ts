import type { Database } from '../../../kernel/db/database.ts';
import { MESSAGE_COLUMNS } from '../messages/repository.ts';
import type { StoredMessage } from '../messages/types.ts';
import {
  type Condition,
  hasPhrase,
  joinConditions,
  jsonList,
  listValues,
  type PlannedQuery,
  type Span,
} from './types.ts';

/** The number of ids checked together when a list is read. */
const BATCH = 500;
/** The number of ids read first, before every conversation is queried separately. */
const WINDOW = 3000;

/** The messages from an id on (included), upwards or downwards, in that order. */
interface Page {
  up: boolean;
  from: number;
  limit: number;
}

/** A page that ends at an id (included). */
interface BoundedPage extends Page {
  to: number;
}

export const narrowRepository = (db: Database) => {
  db.define('has_phrase', (text: string, phrase: string) => (hasPhrase(text, phrase) ? 1 : 0));
  return { ...pageQueries(db), ...markQueries(db) };
};

const pageQueries = (db: Database) => {
  const newest = db.value<number, []>('SELECT max(id) FROM message');
  const newestId = (): number => newest() ?? 0;
  const alongIds = idQuery(db);
  const alongKeys = keyQuery(db, newestId);
  const alongIndex = indexQuery(db);
  const readPage = (query: PlannedQuery, page: BoundedPage): StoredMessage[] => {
    const { plan, rest } = query;
    if (plan.along === 'nothing') return [];
    if (plan.along === 'ids') return alongIds(plan.ids, rest, page);
    if (plan.along === 'recipients' || plan.along === 'topics') return alongKeys(plan.along, query, plan.keys, page);
    return plan.along === 'words' ? alongIndex('words', rest, page, [plan.match]) : alongIndex('reactions', rest, page);
  };
  return {
    /** One page of the messages of a narrow. */
    select(query: PlannedQuery, { up, from, limit }: Page): StoredMessage[] {
      const end = newestId() + 1;
      const all: readonly Span[] = (query.plan.along !== 'ids' && query.spans) || [[0, end]];
      const found: StoredMessage[] = [];
      for (const [lowest, highest] of up ? all : all.toReversed()) {
        if (found.length >= limit || (up ? highest < from : lowest > from)) continue;
        const start = up ? Math.min(Math.max(from, lowest), end) : Math.min(from, highest, end);
        found.push(...readPage(query, { up, from: start, to: up ? highest : lowest, limit: limit - found.length }));
      }
      return found;
    },
    /** The first message with this id or a higher one. */
    sentFrom: db.get<{ id: number; date_sent: number }, [id: number]>(
      'SELECT id, date_sent FROM message WHERE id >= ? ORDER BY id LIMIT 1',
    ),
    /** Those of the ids that match a narrow, by id. */
    among: ({ plan, whole }: PlannedQuery, ids: readonly number[]): StoredMessage[] =>
      plan.along === 'nothing' ? [] : among(db, ids, whole),
  };
};

/** The messages with these ids that meet the conditions, by id. */
function among(db: Database, ids: readonly number[], conditions: readonly Condition[]): StoredMessage[] {
  const sql = `SELECT ${MESSAGE_COLUMNS} FROM json_each(?) j CROSS JOIN message m ON m.id = j.value WHERE ${joinConditions(conditions)} ORDER BY m.id`;
  return db.prepareStatement(sql).all(jsonList(ids), ...listValues(conditions)) as StoredMessage[];
}

/** Checks a list of ids in batches. */
const idQuery =
  (db: Database) =>
  (ids: readonly number[], rest: readonly Condition[], { up, from, limit }: BoundedPage): StoredMessage[] => {
    const matching = up ? ids.filter((id) => id >= from) : ids.filter((id) => id <= from).reverse();
    const found: StoredMessage[] = [];
    for (let at = 0; at < matching.length && found.length < limit; at += BATCH) {
      const rows = among(db, matching.slice(at, at + BATCH), rest);
      found.push(...(up ? rows : rows.reverse()));
    }
    return found.slice(0, limit);
  };

interface Source {
  columns: string;
  /** The tables, and the first condition. */
  from: string;
  /** The column to read along. */
  id: string;
}

/** A query of one page. Its values: those of the source, the span of ids, those of the conditions, the limit. */
function makeStatement(db: Database, { columns, from, id }: Source, conditions: readonly Condition[], up: boolean) {
  const order = `${id} ${up ? 'ASC' : 'DESC'}`;
  const span = `${id} BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`;
  return db.prepareStatement(
    `SELECT ${columns} FROM ${from} AND ${span} AND ${joinConditions(conditions)} ORDER BY ${order} LIMIT ?`,
  );
}

/** The ids of a page, up to a bound if there is one. */
const getSpan = ({ up, from, to }: BoundedPage, bound = to): [number, number] =>
  up ? [from, Math.min(bound, to)] : [Math.max(bound, to), from];

const INDEXES: Record<'words' | 'reactions', Source> = {
  words: {
    columns: MESSAGE_COLUMNS,
    from: 'message_search CROSS JOIN message m ON m.id = message_search.rowid WHERE message_search MATCH ?',
    id: 'message_search.rowid',
  },
  reactions: {
    columns: MESSAGE_COLUMNS,
    from: '(SELECT DISTINCT message_id AS id FROM reaction) r CROSS JOIN message m ON m.id = r.id WHERE 1',
    id: 'r.id',
  },
};

/** Reads along the search index or the reactions. */
const indexQuery =
  (db: Database) =>
  (
    kind: keyof typeof INDEXES,
    rest: readonly Condition[],
    page: BoundedPage,
    values: string[] = [],
  ): StoredMessage[] => {
    const statement = makeStatement(db, INDEXES[kind], rest, page.up);
    return statement.all(...values, ...getSpan(page), ...listValues(rest), page.limit) as StoredMessage[];
  };

const KEYED = {
  recipients: 'message m INDEXED BY message_by_recipient WHERE m.recipient_id = ?',
  topics: 'message m INDEXED BY message_by_topic WHERE m.topic_id = ?',
};

/** Reads along one conversation or topic; of many, merges the first messages of each. */
const keyQuery = (db: Database, newestId: () => number) => {
  const byIds = db.all<StoredMessage, [ids: string]>(
    `SELECT ${MESSAGE_COLUMNS} FROM json_each(?) j CROSS JOIN message m ON m.id = j.value ORDER BY m.id`,
  );

  return (kind: keyof typeof KEYED, { rest, whole }: PlannedQuery, keys: readonly number[], page: BoundedPage) => {
    const { up } = page;
    if (keys.length === 1) return ofOneKey(kind, keys[0]!, rest, page);
    const near = kind === 'recipients' ? nearby(whole, page) : undefined;
    if (near) return near;
    const rows = byIds(jsonList(mergeKeys(kind, keys, rest, page)));
    return up ? rows : rows.reverse();
  };

  function ofOneKey(
    kind: keyof typeof KEYED,
    key: number,
    rest: readonly Condition[],
    page: BoundedPage,
  ): StoredMessage[] {
    const statement = makeStatement(db, { columns: MESSAGE_COLUMNS, from: KEYED[kind], id: 'm.id' }, rest, page.up);
    return statement.all(key, ...getSpan(page), ...listValues(rest), page.limit) as StoredMessage[];
  }

  /** The page, if the nearest messages of all conversations fill it. */
  function nearby(whole: readonly Condition[], page: BoundedPage): StoredMessage[] | undefined {
    const edge = page.up ? page.from + WINDOW : page.from - WINDOW;
    const source = { columns: MESSAGE_COLUMNS, from: 'message m NOT INDEXED WHERE 1', id: 'm.id' };
    const statement = makeStatement(db, source, whole, page.up);
    const rows = statement.all(...getSpan(page, edge), ...listValues(whole), page.limit) as StoredMessage[];
    const isWhole = page.up ? edge >= Math.min(page.to, newestId()) : edge <= Math.max(page.to, 0);
    return rows.length === page.limit || isWhole ? rows : undefined;
  }

  /** The ids of a page, from the first ids of each key. */
  function mergeKeys(
    kind: keyof typeof KEYED,
    keys: readonly number[],
    rest: readonly Condition[],
    page: BoundedPage,
  ): number[] {
    const { up, limit } = page;
    const statement = makeStatement(db, { columns: 'm.id', from: KEYED[kind], id: 'm.id' }, rest, up).pluck();
    let best: number[] = [];
    for (const key of keys) {
      const span = getSpan(page, best.length === limit ? best.at(-1) : undefined);
      const ids = statement.all(key, ...span, ...listValues(rest), limit) as number[];
      if (ids.length > 0) best = [...new Set([...best, ...ids])].sort((a, b) => (up ? a - b : b - a)).slice(0, limit);
    }
    return best;
  }
};

const markQueries = (db: Database) => ({
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
});
