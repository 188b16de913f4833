import { Database } from './database.ts';
import { compareStructures, parseTable, readStructure, type SchemaEntry, type Structure } from './structure.ts';

/** SQL expressions over the old columns, by table and column, for new columns. */
export type NewValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Changes an open database of any form to that of `schema` and keeps its rows: missing tables, columns and indexes are
 * created, and tables that differ are rebuilt. Tables that the schema does not have stay as they are. Call it inside a
 * transaction, with foreign keys off.
 */
export function reconcile(db: Database, schema: string, values: NewValues = {}): void {
  const model = new Database(':memory:');
  try {
    model.script(schema);
    const expected = readStructure(model);
    dropChanged(db, expected);
    const before = readStructure(db);
    for (const entry of expected.values()) {
      if (entry.type !== 'table') continue;
      const found = before.get(`table ${entry.name}`);
      if (!found) createTable(db, model, entry);
      else if (differs(found, entry)) replaceTable(db, model, entry, values[entry.name]);
    }
    // A rebuilt table has lost its indexes.
    const after = readStructure(db);
    for (const [key, entry] of expected) if (!after.has(key)) db.script(entry.sql);
  } finally {
    model.close();
  }
}

/** Indexes, triggers and views contain no data, so those that differ are created again. */
function dropChanged(db: Database, expected: Structure): void {
  for (const [key, entry] of readStructure(db)) {
    const same = expected.get(key);
    if (entry.type !== 'table' && (!same || differs(entry, same))) db.script(`DROP ${entry.type} ${quote(entry.name)}`);
  }
}

const differs = (found: SchemaEntry, expected: SchemaEntry): boolean =>
  compareStructures(new Map([['entry', found]]), new Map([['entry', expected]])).length > 0;

/** Some tables of a new database contain a row from the beginning. */
function createTable(db: Database, model: Database, { name, sql }: SchemaEntry): void {
  db.script(sql);
  if (!parseTable(sql)) return;
  const rows = model.all<Record<string, unknown>>(`SELECT * FROM ${quote(name)}`)();
  for (const row of rows) {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const insert = `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES (${places})`;
    db.prepareStatement(insert).run(...Object.values(row));
  }
}

function replaceTable(db: Database, model: Database, entry: SchemaEntry, values: NewValues[string] = {}): void {
  if (parseTable(entry.sql)) {
    rebuildTable(db, entry.sql, values);
    return;
  }
  // A full-text index is derived from other rows; the code that fills it starts again at the first.
  db.script(`DROP TABLE ${quote(entry.name)}`);
  createTable(db, model, entry);
}

/**
 * Replaces a table by one that `sql` (its CREATE TABLE statement) describes, and copies its rows. A column the old
 * table lacks gets its value from `values` (an SQL expression over the old columns), else its default, else NULL, 0 or
 * ''. Drops the table's indexes and triggers: create them again. Call it inside a transaction, with foreign keys off.
 */
export function rebuildTable(db: Database, sql: string, values: Readonly<Record<string, string>> = {}): void {
  const expected = parseTable(sql)!;
  const name = /^CREATE TABLE\s+"?(\w+)"?/i.exec(sql.trim())![1]!;
  const old = readStructure(db).get(`table ${name}`)!;
  const found = parseTable(old.sql)!;
  const copied: [column: string, expression: string][] = [];
  for (const [column, definition] of expected.columns) {
    const expression = values[column] ?? findCopy(column, definition, found.columns.get(column));
    if (expression !== undefined) copied.push([column, expression]);
  }
  const temporary = `${name}_rebuilt`;
  const isCounting = /\bAUTOINCREMENT\b/i.test(old.sql) && /\bAUTOINCREMENT\b/i.test(sql);
  const last = isCounting ? db.value<number>(`SELECT seq FROM sqlite_sequence WHERE name = '${name}'`)() : undefined;
  db.script(sql.trim().replace(/^CREATE TABLE\s+"?\w+"?/i, `CREATE TABLE ${temporary}`));
  db.script(`
    INSERT INTO ${temporary} (${copied.map(([column]) => quote(column)).join(', ')})
      SELECT ${copied.map(([, expression]) => expression).join(', ')} FROM ${quote(name)};
    DROP TABLE ${quote(name)};
    ALTER TABLE ${temporary} RENAME TO ${quote(name)};`);
  // Deleted ids are not used again.
  if (isCounting) db.script(`DELETE FROM sqlite_sequence WHERE name = '${name}'`);
  if (last !== undefined) db.script(`INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', ${last})`);
}

/** What a column is copied from; undefined: its default, or NULL. */
function findCopy(column: string, expected: string, found: string | undefined): string | undefined {
  const needsValue = / NOT NULL/i.test(expected) && !/\bPRIMARY KEY\b/i.test(expected);
  const empty = /^\S+ TEXT\b/i.test(expected) ? "''" : /^\S+ BLOB\b/i.test(expected) ? "x''" : '0';
  if (found === undefined) return needsValue && !/ DEFAULT /i.test(expected) ? empty : undefined;
  const type = (definition: string) => definition.split(' ')[1] ?? 'ANY';
  const same = type(found) === type(expected) || type(expected) === 'ANY';
  const value = same ? quote(column) : `CAST(${quote(column)} AS ${type(expected)})`;
  if (!needsValue || / NOT NULL/i.test(found)) return value;
  const otherwise = / DEFAULT ((?:'(?:[^']|'')*'|[^ ]+))/i.exec(expected)?.[1] ?? empty;
  return `coalesce(${value}, ${otherwise})`;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
