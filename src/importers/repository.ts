import type { ImportRecord, RecordKind, RichText } from '../chat/organization/imports/types.ts';
import { Database } from '../kernel/db/database.ts';
import type { PlanLine } from './plan.ts';

const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA mmap_size = 0;
  PRAGMA cache_size = -8000;
  PRAGMA temp_store = FILE;
  CREATE TABLE record (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, origin TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL);
  CREATE TABLE kept (key TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE TABLE known_message (origin TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE thread (origin TEXT PRIMARY KEY, text TEXT NOT NULL, place REAL NOT NULL) WITHOUT ROWID;
`;

export interface StagedRecord {
  id: number;
  kind: RecordKind;
  origin: string;
  at: number;
  body: string;
}

/**
 * Records between a reader and the writer, in a temporary file. Readers find messages in the order of the archive, and
 * the writer needs them in the order of time. So neither has to keep them in memory.
 */
export function openStaging(path: string) {
  const db = new Database(path);
  db.script(SCHEMA);
  const add = db.run<[kind: string, origin: string, at: number, body: string]>(
    'INSERT INTO record (kind, origin, at, body) VALUES (?, ?, ?, ?)',
  );
  const offerTitle = db.run<[origin: string, text: string, place: number]>(
    `INSERT INTO thread VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, place = excluded.place
     WHERE excluded.place < place`,
  );
  const keep = db.run<[key: string, id: number, body: string]>('INSERT INTO kept VALUES (?, ?, ?)');
  const remove = db.run<[kind: string]>('DELETE FROM record WHERE kind = ?');
  const markKnown = db.run<[origins: string]>('INSERT OR IGNORE INTO known_message SELECT value FROM json_each(?)');
  return {
    /** Keeps a value for `kept`. */
    keep: (key: string, id: number, value: unknown): void => void db.write(() => keep(key, id, JSON.stringify(value))),
    kept: db.column<string, [key: string]>('SELECT body FROM kept WHERE key = ? ORDER BY id'),
    /** `at`: the time by which records of a kind are sorted, in any unit. */
    add: (record: ImportRecord, at: number): void =>
      void db.write(() => add(record.kind, record.origin, at, JSON.stringify(record))),
    /** The text of a message of a thread. The one with the first place names the thread. */
    offerTitle: (thread: string, text: RichText, place: number): void =>
      void db.write(() => offerTitle(thread, JSON.stringify(text), place)),
    titleText: db.value<string, [thread: string]>('SELECT text FROM thread WHERE origin = ?'),
    /** Call it when everything is read. */
    sort(): void {
      db.commit();
      db.script(
        'CREATE INDEX record_by_time ON record (kind, at, id); CREATE INDEX record_by_origin ON record (kind, origin)',
      );
    },
    /** Forgets all records of a kind. */
    leaveOut: (kind: RecordKind): void => void db.write(() => remove(kind)),
    count: db.value<number, [kind: string]>('SELECT count(*) FROM record WHERE kind = ?'),
    /** Remembers messages that were imported before, for `topics` and `reactions`. */
    markKnown: (origins: readonly string[]): void => void db.write(() => markKnown(JSON.stringify(origins))),
    isKnownMessage: db.value<1, [origin: string]>('SELECT 1 FROM known_message WHERE origin = ?'),
    /** The topics of messages; those are new of which no message was imported before. */
    topics: db.get<PlanLine, []>(
      `SELECT count(*) AS total, coalesce(sum(is_new), 0) AS new FROM
         (SELECT min(known_message.origin IS NULL) AS is_new
          FROM record LEFT JOIN known_message USING (origin)
          WHERE kind = 'message' AND body -> '$.to.channel' IS NOT NULL
          GROUP BY body ->> '$.to.channel', body ->> '$.to.thread.origin', lower(body ->> '$.to.topic'))`,
    ),
    /** The reactions to messages; those to messages that were not imported before are new. */
    reactions: db.get<PlanLine, []>(
      `SELECT coalesce(sum(reactions), 0) AS total, coalesce(sum(reactions) FILTER (WHERE is_new), 0) AS new FROM
         (SELECT known_message.origin IS NULL AS is_new,
            (SELECT sum(json_array_length(value, '$.users')) FROM json_each(body, '$.reactions')) AS reactions
          FROM record LEFT JOIN known_message USING (origin) WHERE kind = 'message')`,
    ),
    byOrigin: db.value<string, [kind: string, origin: string]>(
      'SELECT body FROM record WHERE kind = ? AND origin = ? LIMIT 1',
    ),
    /** The next records of a kind in the order of time. */
    after: db.all<StagedRecord, [kind: string, at: number, at: number, id: number, most: number]>(
      `SELECT id, kind, origin, at, body FROM record WHERE kind = ? AND at >= ? AND (at > ? OR id > ?)
       ORDER BY at, id LIMIT ?`,
    ),
    /** The time of the oldest and of the newest message. */
    span: db.get<{ oldest: number | null; newest: number | null }, []>(
      `SELECT min(body ->> '$.sent') AS oldest, max(body ->> '$.sent') AS newest FROM record WHERE kind = 'message'`,
    ),
    commit: (): void => db.commit(),
    close: (): void => db.close(),
  };
}

export type Staging = ReturnType<typeof openStaging>;

/** All records of a kind, in the order of time. */
export function* stagedRecords(staging: Staging, kind: RecordKind): Generator<StagedRecord> {
  let at = Number.MIN_SAFE_INTEGER;
  let id = 0;
  for (;;) {
    const page = staging.after(kind, at, at, id, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    ({ at, id } = last);
  }
}
const PAGE = 500;
