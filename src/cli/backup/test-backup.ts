import { existsSync } from 'node:fs';
import { Type } from 'typebox';
import { BadBackup, unpack } from '../../backup/unpack.ts';
import { backupsIn } from '../../kernel/backups/places.ts';
import { FolderStorage } from '../../kernel/files/folder-storage.ts';
import { Nullable } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { countWords, inWords, Progress } from '../../kernel/terminal/progress.ts';
import { dataFolder } from '../../server/configuration.ts';
import { work } from '../declaration/command.ts';
import { checkFolder, temporaryFor } from './check.ts';
import type { BackupTestInput } from './commands.ts';
import { CONTENTS } from './contents.ts';
import { findNewest, findPlace, type OpenedBackup, openBackup } from './open-backup.ts';
import { checkUnpacked } from './restore.ts';

/** Restores the newest backup of a place into a temporary folder, and checks everything there. */
export const testBackup = work({
  result: Type.Object({
    file: Type.String(),
    size: Type.Integer(),
    /** What is in it; null: it is damaged. */
    found: Nullable(Type.Object({ made: Type.String(), ...CONTENTS, uploads: Type.Boolean(), files: Type.Integer() })),
    seconds: Type.Number(),
    wrong: Type.Array(Type.String()),
  }),
  async run({ from, identity, ...options }: BackupTestInput) {
    const place = await findPlace(from, options);
    const backup = await openBackup({ file: place.locate(await findNewest(place)), identity, ...options });
    const own = backupsIn(dataFolder(options.data));
    const began = performance.now();
    // What a bucket has may be large, so the folder for temporary files is the last choice.
    const folder = temporaryFor(
      place.folder === undefined && !existsSync(own) ? undefined : `${place.folder ?? own}/-`,
    );
    const tested = await test(backup, folder);
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    return { file: backup.label, size: backup.size, ...tested, seconds };
  },
  print({ file, size, found, seconds, wrong }) {
    for (const line of wrong) console.log(line);
    say(`Restored ${file} (${inWords(size)}) into a temporary folder in ${seconds} s.`);
    if (!found) return;
    const files = found.uploads ? countWords(found.files, 'file') : 'no files (the backup contains none)';
    const hours = Math.max(0, Math.round((Date.now() - Date.parse(found.made)) / 3_600_000));
    const content = `${countWords(found.messages, 'message')}, ${countWords(found.people, 'user')}, ${files}`;
    say(`It was made at ${found.made}, ${countWords(hours, 'hour')} ago: ${content}.`);
    if (wrong.length === 0) say('No problems found.');
  },
  fails: ({ wrong }) =>
    wrong.length === 0 ? undefined : new Failure(EXIT.damaged, `${countWords(wrong.length, 'problem')} found`),
});

async function test({ label, size, content }: OpenedBackup, folder: string) {
  const reading = new Progress('Restoring', size);
  try {
    const manifest = (await unpack(content, folder, { uploads: true, progress: reading.add }))!;
    const { made, uploads } = manifest;
    const files = Object.keys(manifest.files).filter((name) => name.startsWith('uploads/')).length;
    const found = { made, ...checkUnpacked(folder, { label, manifest }), uploads, files };
    // Without the uploads, each of them would be missing.
    const { wrong } = uploads ? await checkFolder(folder, new FolderStorage(folder), true) : { wrong: [] };
    return { found, wrong };
  } catch (error) {
    if (error instanceof BadBackup)
      return { found: null, wrong: [`the backup is incomplete or damaged: ${error.message}`] };
    if (error instanceof Failure && error.exit === EXIT.damaged) return { found: null, wrong: [error.message] };
    throw error;
  } finally {
    reading.end();
  }
}
