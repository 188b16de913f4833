import { INDEXED_COLUMNS, type Indexed, searchRow } from '../chat/messages/messages/search-index-repository.ts';
import type { ReadConnection } from '../kernel/db/read-connection.ts';
import { SCHEMA_VERSION, schemaDifferences } from '../schema/upgrades.ts';

/** The keys of all files that rows refer to. Backups of earlier schemas have no exports of people's own data. */
export function keptFiles(look: Pick<ReadConnection, 'column'>): string[] {
  const own = look.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'data_export'");
  return look.column<string>(
    `SELECT file_key FROM attachment
     UNION SELECT file_key FROM realm_export WHERE file_key IS NOT NULL
     ${own.length > 0 ? 'UNION SELECT file_key FROM data_export WHERE file_key IS NOT NULL' : ''}
     UNION SELECT form.value ->> 'key' FROM picture, json_each(picture.files) form`,
  );
}

/** Beside the settings of the organization: where its files are; no row: in the data folder. */
export const FILES_LOCATION = 'files_location';

/** Where the files are; undefined: in the data folder. */
export const locationIn = (look: ReadConnection): string | undefined =>
  look.column<string>('SELECT value FROM realm_setting WHERE name = ?', FILES_LOCATION)[0];

/** Notes where the files are. The connection must be able to write. */
export function setLocationIn(look: ReadConnection, location: string | undefined): void {
  if (location === undefined) look.put('DELETE FROM realm_setting WHERE name = ?')(FILES_LOCATION);
  else look.put('INSERT OR REPLACE INTO realm_setting (name, value) VALUES (?, ?)')(FILES_LOCATION, location);
}

/** The UUID of the organization. */
export const organizationIn = (look: ReadConnection): string =>
  JSON.parse(look.value("SELECT value FROM realm_setting WHERE name = 'uuid'"));

/** Whether the server is one of several machines. */
export const isOfCluster = (look: ReadConnection): boolean =>
  look.column("SELECT 1 FROM sqlite_schema WHERE name = 'cluster'").length > 0 &&
  look.column('SELECT 1 FROM cluster').length > 0;

export interface Contents {
  schema: number;
  people: number;
  messages: number;
  newest_message_id: number | null;
}

export const countContents = (look: ReadConnection): Contents => ({
  schema: look.value('PRAGMA user_version'),
  people: look.value('SELECT count(*) FROM user WHERE bot_type IS NULL AND is_system = 0'),
  messages: look.value('SELECT count(*) FROM message'),
  newest_message_id: look.value('SELECT max(id) FROM message'),
});

/** The maximum number of findings of one kind. */
const MOST = 20;

/** The errors inside a database file, one line each. */
export function findDamage(look: ReadConnection): string[] {
  const problems = look.column<string>(`PRAGMA integrity_check(${MOST})`).filter((line) => line !== 'ok');
  if (problems.length > 0) return problems.map((line) => `the database is damaged: ${line}`);
  const differences = schemaDifferences(look).filter(({ kind }) => kind !== 'extra');
  // The queries below need the tables.
  if (differences.length > 0)
    return some(differences.map(({ text }) => `the database does not match its schema: ${text}`));
  const strays = look.all<{ table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check');
  return [
    ...some(
      strays.map(
        ({ table, rowid, parent }) =>
          `a row of ${table}${rowid === null ? '' : ` (${rowid})`} refers to a missing row of ${parent}`,
      ),
    ),
    ...findSearchDamage(look),
  ];
}

/** Notes about a database's schema that are no errors, one line each. */
export function describeSchema(look: ReadConnection): string[] {
  const version = look.value<number>('PRAGMA user_version');
  const extra = schemaDifferences(look).filter(({ kind }) => kind === 'extra');
  return [
    ...(version < SCHEMA_VERSION
      ? [`The database has schema ${version}; the next start upgrades it to ${SCHEMA_VERSION}.`]
      : []),
    ...some(extra.map(({ text }) => `The database contains something that Klatch did not create: ${text}.`)),
  ];
}

/** Messages that are missing in the search index, or should not be there. */
function findSearchDamage(look: ReadConnection): string[] {
  const missing = look.column<number>(
    `SELECT id FROM message WHERE id <= (SELECT indexed_to FROM search_progress)
     EXCEPT SELECT id FROM message_search_docsize`,
  );
  const orphans = look.column<number>('SELECT id FROM message_search_docsize EXCEPT SELECT id FROM message');
  const line = (ids: readonly number[], what: string) =>
    ids.length === 0
      ? []
      : [
          `the search index ${what} ${ids.length} ${ids.length === 1 ? 'message' : 'messages'}: ${ids.slice(0, MOST).join(', ')}${ids.length > MOST ? ' …' : ''}`,
        ];
  return [...line(missing, 'lacks'), ...line(orphans, 'contains words of deleted')];
}

/**
 * Words whose count in the search index differs from the messages: it is built again and compared, which takes as long
 * as building it.
 */
export function findWrongWords(look: ReadConnection): string[] {
  look.script(`BEGIN;
    CREATE VIRTUAL TABLE temp.search_again USING fts5 (
      marks, subject, content, content = '', contentless_delete = 1, tokenize = "porter unicode61 remove_diacritics 2"
    );
    CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'message_search', 'col');
    CREATE VIRTUAL TABLE temp.words_again USING fts5vocab('temp', 'search_again', 'col');`);
  const put = look.put('INSERT INTO temp.search_again (rowid, marks, subject, content) VALUES (?, ?, ?, ?)');
  const messages = look.each<Indexed>(
    `SELECT ${INDEXED_COLUMNS} FROM message
     WHERE id > ? AND id <= (SELECT indexed_to FROM search_progress) ORDER BY id LIMIT 1000`,
  );
  for (const message of messages) {
    const { marks, subject, content } = searchRow(message);
    put(message.id, marks, subject, content);
  }
  const wrong = look.column<string>(
    `SELECT DISTINCT term FROM (SELECT * FROM (SELECT term, col, doc, cnt FROM temp.words EXCEPT SELECT term, col, doc, cnt FROM temp.words_again)
       UNION ALL SELECT * FROM (SELECT term, col, doc, cnt FROM temp.words_again EXCEPT SELECT term, col, doc, cnt FROM temp.words))`,
  );
  look.script('ROLLBACK');
  if (wrong.length === 0) return [];
  return [
    `the search index differs from the messages in ${wrong.length} words: ${wrong.slice(0, MOST).join(', ')}${wrong.length > MOST ? ' …' : ''}`,
  ];
}

/** So that all messages are indexed again. */
export const FORGET_SEARCH = `
  INSERT INTO message_search (message_search) VALUES ('delete-all');
  UPDATE search_progress SET indexed_to = 0;`;

export const some = (lines: readonly string[]): string[] =>
  lines.length <= MOST ? [...lines] : [...lines.slice(0, MOST), `… and ${lines.length - MOST} more of this kind`];
