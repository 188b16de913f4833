import type { Database } from '../../../kernel/db/database.ts';
import type { ImportOrigin } from './types.ts';

/** The kinds of objects that an import remembers. */
export type OriginKind = 'user' | 'group' | 'emoji' | 'channel' | 'thread' | 'file' | 'message' | 'unread' | 'setting';

/** What became of an object of another server. */
export interface Imported {
  id: number;
  /** Of a message: what it contained; of a thread: its topic. */
  detail: string;
}

const CACHED_KINDS: ReadonlySet<OriginKind> = new Set(['user', 'group', 'emoji', 'channel', 'thread']);

/** Imported messages with consecutive ids, and their oldest and newest time in seconds. */
export type ImportRange = [from: number, until: number, oldest: number, newest: number];

/** The most ids in one range. */
const RANGE_LENGTH = 4096;

const rangeQueries = (db: Database) => {
  const all = db.rows<ImportRange, []>('SELECT from_id, until_id, oldest, newest FROM import_range ORDER BY from_id');
  const extend = db.run<[until: number, oldest: number, newest: number, from: number, first: number]>(
    `UPDATE import_range SET until_id = ?, oldest = min(oldest, ?), newest = max(newest, ?)
     WHERE until_id = ? AND from_id > ?`,
  );
  const add = db.run<ImportRange>('INSERT INTO import_range (from_id, until_id, oldest, newest) VALUES (?, ?, ?, ?)');
  const times = db.get<{ oldest: number; newest: number }, [from: number, until: number]>(
    'SELECT min(date_sent) AS oldest, max(date_sent) AS newest FROM message WHERE id BETWEEN ? AND ?',
  );
  return {
    /** All imported messages, in the order of their ids. */
    ranges: all,
    /** Remembers that the messages with these ids are imported. */
    addRange(from: number, until: number): void {
      const { oldest, newest } = times(from, until)!;
      const { changes } = extend(until, oldest, newest, from - 1, until - RANGE_LENGTH);
      if (changes === 0) add(from, until, oldest, newest);
    },
  };
};

const userQueries = (db: Database) => ({
  /** The users of a server after an origin, with the addresses that their accounts have here. */
  addressesAfter: db.all<{ origin: string; email: string }, [source: number, origin: string, most: number]>(
    `SELECT origin, email FROM import_origin JOIN user USING (id)
     WHERE source_id = ? AND kind = 'user' AND origin > ? ORDER BY origin LIMIT ?`,
  ),
});

export const importRepository = (db: Database) => {
  const stored = db.get<Imported, [source: number, kind: string, origin: string]>(
    'SELECT id, detail FROM import_origin WHERE source_id = ? AND kind = ? AND origin = ?',
  );
  const known = db.cached(
    ['import_origin'],
    (key: string) => {
      const [source, kind] = key.split(' ', 2) as [string, string];
      return stored(Number(source), kind, key.slice(source.length + kind.length + 2));
    },
    50_000,
  );
  const add = db.run<[source: number, kind: string, origin: string, id: number, detail: string]>(
    'INSERT INTO import_origin (source_id, kind, origin, id, detail) VALUES (?, ?, ?, ?, ?)',
  );
  const change = db.run<[id: number, detail: string, source: number, kind: string, origin: string]>(
    'UPDATE import_origin SET id = ?, detail = ? WHERE source_id = ? AND kind = ? AND origin = ?',
  );

  return {
    ...rangeQueries(db),
    ...userQueries(db),
    source: db.get<ImportOrigin, [name: string]>('SELECT id, name, from_id FROM import_source WHERE name = ?'),
    sourceById: db.get<ImportOrigin, [id: number]>('SELECT id, name, from_id FROM import_source WHERE id = ?'),
    addSource: db.run<[name: string, from: number]>('INSERT INTO import_source (name, from_id) VALUES (?, ?)'),

    /** What became of an object; undefined: it was not imported. */
    find: (source: number, kind: OriginKind, origin: string): Imported | undefined =>
      CACHED_KINDS.has(kind) ? known.get(`${source} ${kind} ${origin}`) : stored(source, kind, origin),
    add(source: number, kind: OriginKind, origin: string, id: number, detail = ''): void {
      add(source, kind, origin, id, detail);
    },
    change(source: number, kind: OriginKind, origin: string, { id, detail }: Imported): void {
      change(id, detail, source, kind, origin);
      known.forget(`${source} ${kind} ${origin}`);
    },
    /** Those of these origins (a JSON list) that were imported. */
    amongKnown: db.column<string, [source: number, kind: string, origins: string]>(
      `SELECT origin FROM import_origin WHERE source_id = ? AND kind = ? AND origin IN (SELECT value FROM json_each(?))`,
    ),
    /** A page of the objects of a kind, in the order of their origins: their number, and the last of them. */
    countAfter: db.get<
      { count: number; last: string | null },
      [source: number, kind: OriginKind, after: string, most: number]
    >(
      `SELECT count(*) AS count, max(origin) AS last FROM
         (SELECT origin FROM import_origin WHERE source_id = ? AND kind = ? AND origin > ? ORDER BY origin LIMIT ?)`,
    ),
    /** The servers from which an account was imported, with its ids there. */
    originsOfUser: db.all<{ server: string; id: string }, [user: number]>(
      `SELECT s.name AS server, o.origin AS id FROM import_source s
       JOIN import_origin o ON o.source_id = s.id AND o.kind = 'user' WHERE o.id = ? ORDER BY s.id, o.origin`,
    ),
    /** 1 if an object of this kind was imported. */
    hasAny: db.value<number, [source: number, kind: OriginKind]>(
      'SELECT 1 FROM import_origin WHERE source_id = ? AND kind = ? LIMIT 1',
    ),
    /** 1 if another object of this server became this one. */
    isTaken: db.value<number, [source: number, kind: string, id: number]>(
      'SELECT 1 FROM import_origin WHERE source_id = ? AND kind = ? AND id = ? LIMIT 1',
    ),

    /** Who sent what in a range of ids; for the read state. */
    messagesBetween: db.rows<[id: number, recipient: number, sender: number], [from: number, to: number]>(
      'SELECT id, coalesce(origin_id, recipient_id), sender_id FROM message WHERE id >= ? AND id <= ? ORDER BY id',
    ),
  };
};

/** A membership that an import gives when all messages are there. */
export interface PendingMember {
  recipient_id: number;
  user_id: number;
  /** The user received no message up to this one; null: all that are imported. */
  from_id: number | null;
}

export const importMemberRepository = (db: Database) => {
  const member = db.value<number>('SELECT 1 FROM import_member WHERE recipient_id = ? AND user_id = ?');
  const members = db.cached(
    ['import_member'],
    (key: string) => {
      const [recipient, user] = key.split(' ') as [string, string];
      return member(Number(recipient), Number(user));
    },
    50_000,
  );
  const addMember = db.run<[recipient: number, user: number]>(
    'INSERT OR IGNORE INTO import_member (recipient_id, user_id, is_pending) VALUES (?, ?, 1)',
  );

  return {
    /** Remembers a membership, which is given later. Does nothing if it was remembered before. */
    add(recipient: number, user: number): boolean {
      const isNew = addMember(recipient, user).changes > 0;
      if (isNew) members.forget(`${recipient} ${user}`);
      return isNew;
    },
    /** Whether an import gave, or will give, this membership. */
    isMember: (recipient: number, user: number): boolean => members.get(`${recipient} ${user}`) !== undefined,
    /** The memberships that wait, by user. */
    pending: db.all<PendingMember, [after: number, upTo: number]>(
      `SELECT recipient_id, user_id, from_id FROM import_member WHERE is_pending = 1 AND user_id > ? AND user_id <= ?
       ORDER BY user_id`,
    ),
    /** The last of the next users with memberships that wait; null: there are no more. */
    lastPendingUser: db.value<number | null, [after: number, most: number]>(
      `SELECT max(user_id) FROM (SELECT DISTINCT user_id FROM import_member WHERE is_pending = 1 AND user_id > ?
       ORDER BY user_id LIMIT ?)`,
    ),
    /** The first conversation with memberships that wait. */
    nextPendingRecipient: db.value<number, []>(
      'SELECT recipient_id FROM import_member WHERE is_pending = 1 ORDER BY recipient_id LIMIT 1',
    ),
    pendingIn: db.all<PendingMember, [recipient: number]>(
      `SELECT recipient_id, user_id, from_id FROM import_member WHERE recipient_id = ? AND is_pending = 1
       ORDER BY user_id`,
    ),
    /** A membership that waits begins after a message. */
    setStart: db.run<[from: number, recipient: number, user: number]>(
      'UPDATE import_member SET from_id = ? WHERE recipient_id = ? AND user_id = ? AND is_pending = 1',
    ),
    /** Removes a flag of a user from the messages of a conversation up to one, which the user did not receive. */
    removeFlag: db.run<[bit: number, user: number, upTo: number, recipient: number]>(
      `UPDATE message_flag SET flags = flags & ~? WHERE user_id = ? AND message_id <= ?
       AND EXISTS (SELECT 1 FROM message m WHERE m.id = message_flag.message_id AND m.recipient_id = ?)`,
    ),
    setGiven: db.run<[recipient: number]>(
      'UPDATE import_member SET is_pending = 0 WHERE recipient_id = ? AND is_pending = 1',
    ),
  };
};
