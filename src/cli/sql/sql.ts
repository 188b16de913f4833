import { join } from 'node:path';
import { Type } from 'typebox';
import { openToRead } from '../../backup/reading.ts';
import { readAsset } from '../../kernel/assets.ts';
import { NewerDatabase } from '../../kernel/db/migrate.ts';
import { isDamage } from '../../kernel/db/open.ts';
import type { ReadConnection } from '../../kernel/db/read-connection.ts';
import { unpackNativeModules } from '../../kernel/native-modules.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { SCHEMA_VERSION } from '../../schema/upgrades.ts';
import { type CommandOptions, databasePath, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { selfPrintingWork } from '../declaration/command.ts';

interface Options extends CommandOptions {
  query: string | undefined;
  csv?: boolean;
}

/** Prints the result of a query; without one, the available views. */
export const sql = selfPrintingWork(
  ({ query, ...options }: Options): void => {
    const dataDir = dataFolder(options.data);
    if (!hasDatabase(dataDir)) throw new Failure(EXIT.notFound, `There is no database in ${dataDir}`);
    unpackNativeModules(join(dataDir, 'cache'));
    say(`Data folder ${dataDir}, read only`);
    const views = readAsset('src/schema/views.sql').toString();
    const look = openDatabase(databasePath(dataDir));
    try {
      requireCurrent(look);
      look.script(`${views}; PRAGMA query_only = ON`);
      const { columns, rows } = query === undefined ? listViews(look, views) : look.query(query);
      print(columns, rows, options);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(isDamage(error) ? EXIT.damaged : EXIT.usage, getReason(error));
    } finally {
      look.close();
    }
  },
  Type.Array(Type.Record(Type.String(), Type.Unknown())),
);

function openDatabase(path: string): ReadConnection {
  try {
    return openToRead(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(isDamage(error) ? EXIT.damaged : EXIT.failure, `${path} cannot be read: ${getReason(error)}`);
  }
}

/** The views need the tables of the current schema, and reading does not upgrade a database. */
function requireCurrent(look: ReadConnection): void {
  const schema = look.value<number>('PRAGMA user_version');
  if (schema > SCHEMA_VERSION) throw new Failure(EXIT.newerDatabase, new NewerDatabase(schema, SCHEMA_VERSION).message);
  if (schema < SCHEMA_VERSION)
    throw new Failure(
      EXIT.failure,
      `The database has schema ${schema}, made by an older Klatch. Start the server once to upgrade it to ${SCHEMA_VERSION}`,
    );
}

/** The views with their columns and descriptions. */
function listViews(look: ReadConnection, views: string): { columns: string[]; rows: string[][] } {
  const rows = [...views.matchAll(/^-- (\w+): (.*)$/gm)].map(([, name, about]) => {
    const columns = look.listColumns(name!);
    return [name!, columns.join(', '), about!];
  });
  return { columns: ['view', 'columns', 'about'], rows };
}

function print(
  columns: readonly string[],
  rows: Iterable<unknown[]>,
  { json, csv }: { json?: boolean; csv?: boolean },
): void {
  if (json) {
    const names = distinct(columns);
    const objects = [...rows].map((row) => Object.fromEntries(names.map((name, at) => [name, plain(row[at])])));
    console.log(JSON.stringify(objects, null, 2));
  } else if (csv) {
    console.log(columns.map(quoteValue).join(','));
    for (const row of rows) console.log(row.map((value) => quoteValue(plain(value))).join(','));
  } else
    printTable(
      columns,
      [...rows].map((row) => row.map(plain)),
    );
}

/** A join may have two columns with the same name, and JSON only one: `id`, `id:2`. */
const distinct = (columns: readonly string[]): string[] =>
  columns.map((name, at) => {
    const before = columns.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name}:${before + 1}`;
  });

/** Integers as numbers if JSON can represent them, bytes in hexadecimal. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

/** CSV as in RFC 4180. */
function quoteValue(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
