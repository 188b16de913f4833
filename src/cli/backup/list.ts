import { Type } from 'typebox';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { inWords } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { work } from '../declaration/command.ts';
import { findPlace } from './open-backup.ts';

interface Options extends CommandOptions {
  from: string | undefined;
}

/** Lists the backups in a place. */
export const listBackups = work({
  result: Type.Array(
    Type.Object({
      /** As `klatch restore` takes it. */
      file: Type.String(),
      made: Type.String(),
      size: Type.Integer(),
      uploads: Type.Boolean(),
      encrypted: Type.Boolean(),
    }),
  ),
  async run({ from, ...options }: Options) {
    const place = await findPlace(from, options);
    const found = await place.list();
    if (!options.json && found.length === 0) say(`There is no backup in ${place.locate()}.`);
    return found.map(({ name, made, size, kind, isEncrypted }) => ({
      file: place.locate(name),
      made: new Date(made * 1000).toISOString(),
      size,
      uploads: kind === 'full',
      encrypted: isEncrypted,
    }));
  },
  print(backups) {
    if (backups.length === 0) return;
    const rows = backups.map(({ file, size, uploads, encrypted }) => [
      file,
      inWords(size),
      uploads ? 'with uploads' : 'no uploads',
      encrypted ? 'encrypted' : '',
    ]);
    printTable(['file', 'size', 'content', ''], rows);
  },
});
