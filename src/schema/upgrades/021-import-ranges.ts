import type { Upgrade } from '../../kernel/db/migrate.ts';

/** The times of imported messages, which do not follow from their ids. */
export const upgrade: Upgrade = `CREATE TABLE import_range (
   from_id INTEGER PRIMARY KEY,
   until_id INTEGER NOT NULL,
   oldest INTEGER NOT NULL,
   newest INTEGER NOT NULL
 ) STRICT;
 INSERT INTO import_range
 SELECT min(id), max(id), min(date_sent), max(date_sent)
 FROM (SELECT id, date_sent, is_imported,
         row_number() OVER (ORDER BY id) - row_number() OVER (PARTITION BY is_imported ORDER BY id) AS block
       FROM (SELECT m.id, m.date_sent, c.name LIKE '% import' AS is_imported
             FROM message m JOIN client c ON c.id = m.client_id
             WHERE EXISTS (SELECT 1 FROM import_source)))
 WHERE is_imported
 GROUP BY block, id / 4096;`;
