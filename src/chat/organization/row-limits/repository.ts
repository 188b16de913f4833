import type { Database } from '../../../kernel/db/database.ts';
import { type LimitedTable, ROW_LIMITS, type RowLimit, type StoredRows } from './types.ts';

export const rowLimitRepository = (db: Database) => {
  const statements = Object.fromEntries(
    Object.entries(ROW_LIMITS).map(([table, limit]) => [
      table,
      db.get<StoredRows, [] | [Record<string, unknown>]>(makeQuery(table, limit)),
    ]),
  ) as Record<LimitedTable, (...owner: [] | [Record<string, unknown>]) => StoredRows | undefined>;
  const totals = Object.fromEntries(
    Object.entries(ROW_LIMITS).flatMap(([table, { total }]: [string, RowLimit]) =>
      total ? [[table, db.value<number, []>(`SELECT count(*) FROM ${table} WHERE ${total.counted}`)]] : [],
    ),
  );
  return {
    /** The rows of all owners that count towards the limit on their total; 0 if there is none. */
    total: (table: LimitedTable): number => totals[table]?.() ?? 0,
    /** The rows of a table that count towards its limit. `owner`: the person, if each has a limit of their own. */
    readStored: (table: LimitedTable, owner?: number): StoredRows =>
      statements[table](...('owner' in ROW_LIMITS[table] ? [{ owner }] : []))!,
  };
};

function makeQuery(table: string, { owner, through, withBots, only, texts = [] }: RowLimit): string {
  const length = texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ') || '0';
  const belongs = `${owner} ${withBots ? 'IN (SELECT id FROM user WHERE id = @owner OR bot_owner_id = @owner)' : '= @owner'}`;
  const owned = through ? `${through.column} IN (SELECT id FROM ${through.table} WHERE ${belongs})` : belongs;
  const conditions = [owner && owned, only].filter(Boolean).join(' AND ') || '1';
  return `SELECT count(*) AS rows, coalesce(sum(${length}), 0) AS bytes FROM ${table} WHERE ${conditions}`;
}
