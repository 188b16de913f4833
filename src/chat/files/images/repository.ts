import type { Database } from '../../../kernel/db/database.ts';
import type { RowOf } from '../../../kernel/db/statements.ts';
import type { Picture, Slot } from './types.ts';

const picture = (row: RowOf<Picture, 'files'>): Picture => ({ ...row, files: JSON.parse(row.files) });

export const pictureRepository = (db: Database) => {
  const stored = db.get<Picture, [slot: string]>('SELECT id, name, files FROM picture WHERE slot = ?', picture);
  const known = db.cached(['picture'], (slot: string) => stored(slot));
  const put = db.run<[slot: string, name: string, files: string]>(
    'INSERT OR REPLACE INTO picture (slot, name, files) VALUES (?, ?, ?)',
  );
  const remove = db.run<[slot: string]>('DELETE FROM picture WHERE slot = ?');
  return {
    at: (slot: Slot): Picture | undefined => known.get(slot),
    named: db.get<Picture, [name: string]>('SELECT id, name, files FROM picture WHERE name = ?', picture),
    isKept: db.value<number, [key: string]>('SELECT 1 FROM picture WHERE instr(files, ?)'),
    put(slot: Slot, name: string, files: object): void {
      put(slot, name, JSON.stringify(files));
      known.forget(slot);
    },
    remove(slot: Slot): void {
      remove(slot);
      known.forget(slot);
    },
  };
};
