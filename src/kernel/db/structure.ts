import { Database } from './database.ts';

/** A row of SQLite's schema table. */
export interface SchemaEntry {
  type: 'table' | 'index' | 'trigger' | 'view';
  name: string;
  table: string;
  sql: string;
}

/**
 * Everything but what SQLite creates itself, indexes of constraints and the tables behind a full-text index, and the
 * tables of Litestream, which the documentation recommends.
 */
export const SCHEMA_ENTRIES = `
  SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND tbl_name NOT LIKE '\\_litestream\\_%' ESCAPE '\\'
    AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')`;

/** The structure of a database, by `<type> <name>`. */
export type Structure = ReadonlyMap<string, SchemaEntry>;

export interface Difference {
  /** `extra`: the database has something that its schema does not have. The server works with it. */
  kind: 'missing' | 'different' | 'extra';
  text: string;
}

/** The structure of an open database. */
export const readStructure = (db: Database): Structure => toStructure(db.all<SchemaEntry>(SCHEMA_ENTRIES)());

export const toStructure = (entries: readonly SchemaEntry[]): Structure =>
  new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));

/** The structure that a schema creates in an empty database. */
export function structureOfSchema(schema: string): Structure {
  const db = new Database(':memory:');
  try {
    db.script(schema);
    return readStructure(db);
  } finally {
    db.close();
  }
}

/**
 * The differences between a database and its schema. Creating the schema again for comparison takes some hundredths of
 * a second. It is skipped if each statement in the database is in the schema literally, as in every new database.
 */
export function differencesFrom(schema: string, db: Database): Difference[] {
  const actual = readStructure(db);
  const isVerbatim = [...actual.values()].every(({ sql }) => schema.includes(`${sql};`));
  if (isVerbatim && actual.size === schema.match(/^CREATE /gm)?.length) return [];
  return compareStructures(actual, structureOfSchema(schema));
}

/** A CREATE TABLE statement in its parts, each in normal form. */
export interface TableDefinition {
  /** By name, in their order. */
  columns: ReadonlyMap<string, string>;
  constraints: readonly string[];
  /** STRICT, WITHOUT ROWID. */
  options: string;
}

/** Returns undefined for a virtual table. */
export function parseTable(sql: string): TableDefinition | undefined {
  const text = normalize(sql);
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (!text.startsWith('CREATE TABLE ') || open === -1) return undefined;
  const parts = splitAtCommas(text.slice(open + 1, close));
  const isConstraint = (part: string) => /^(PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY|CONSTRAINT)\b/i.test(part);
  return {
    columns: new Map(parts.filter((part) => !isConstraint(part)).map((part) => [part.split(' ', 1)[0]!, part])),
    constraints: parts.filter(isConstraint),
    options: text.slice(close + 1).trim(),
  };
}

/** Removes comments, line breaks and the quotation marks that ALTER TABLE adds, but leaves text values as they are. */
function normalize(sql: string): string {
  const tokens = sql.match(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\s+|[(),]|[^\s'"(),]+/g) ?? [];
  let text = '';
  for (const token of tokens) {
    if (/^(--|\/\*|\s)/.test(token)) text += ' ';
    else if (/^"\w+"$/.test(token)) text += token.slice(1, -1);
    else text += token;
  }
  return text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const token of text.match(/'(?:[^']|'')*'|[\s\S]/g) ?? []) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += token;
  }
  return [...parts, part.trim()];
}

/** The differences between a database and its expected structure, one line each; empty if there are none. */
export function compareStructures(actual: Structure, expected: Structure): Difference[] {
  const differences: Difference[] = [];
  for (const [key, target] of expected) {
    const found = actual.get(key);
    if (!found) differences.push({ kind: 'missing', text: `${key} is missing` });
    else differences.push(...compareEntries(key, found, target));
  }
  for (const key of actual.keys())
    if (!expected.has(key)) differences.push({ kind: 'extra', text: `${key} is not part of the schema` });
  return differences;
}

function compareEntries(key: string, found: SchemaEntry, expected: SchemaEntry): Difference[] {
  const was = parseTable(found.sql);
  const table = parseTable(expected.sql);
  if (was && table) return compareTables(key, was, table);
  return isSame(key, normalize(found.sql), normalize(expected.sql));
}

function compareTables(key: string, found: TableDefinition, expected: TableDefinition): Difference[] {
  const differences: Difference[] = [];
  for (const [name, column] of expected.columns) {
    const there = found.columns.get(name);
    if (there === undefined) differences.push({ kind: 'missing', text: `column ${name} of ${key} is missing` });
    else differences.push(...isSame(`column ${name} of ${key}`, there, column));
  }
  for (const [name, column] of found.columns) {
    if (expected.columns.has(name)) continue;
    // A column that requires a value, which no statement sets, would make every INSERT fail.
    const kind = / NOT NULL/i.test(column) && !/ DEFAULT /i.test(column) ? 'different' : 'extra';
    differences.push({ kind, text: `column ${name} of ${key} is not part of the schema` });
  }
  const order = (table: TableDefinition, other: TableDefinition) =>
    [...table.columns.keys()].filter((name) => other.columns.has(name)).join();
  if (order(found, expected) !== order(expected, found))
    differences.push({ kind: 'different', text: `the columns of ${key} are in another order` });
  const rest = ({ constraints, options }: TableDefinition) => [...constraints].sort().concat(options).join(', ');
  return [...differences, ...isSame(`the end of ${key}`, rest(found), rest(expected))];
}

function isSame(what: string, found: string, expected: string): Difference[] {
  if (found === expected) return [];
  return [{ kind: 'different', text: `${what} is "${found}" instead of "${expected}"` }];
}
