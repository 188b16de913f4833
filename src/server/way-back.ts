import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn } from '../kernel/backups/places.ts';
import { SCHEMA_VERSION } from '../schema/upgrades.ts';

/** How to use the newest copy of the database that this version can open; empty without one. */
export function wayBack(dataDir: string): string {
  const folder = backupsIn(dataDir);
  const copies = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(pre-.+|before-upgrade)\.db$/.test(name))
    : [];
  const usable = copies
    .map((name) => ({ path: join(folder, name), made: statSync(join(folder, name)).mtimeMs }))
    .filter(({ path }) => schemaIn(path) <= SCHEMA_VERSION)
    .sort((a, b) => b.made - a.made)[0];
  if (!usable) return '';
  return ` To go back, without what was written since ${new Date(usable.made).toISOString()}: delete klatch.db-wal and klatch.db-shm in ${dataDir}, and copy ${usable.path} over klatch.db there`;
}

/** SQLite stores `user_version` in the header of the file. */
function schemaIn(path: string): number {
  const header = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, 64, 0);
  } finally {
    closeSync(file);
  }
  return header.readUInt32BE(60);
}
