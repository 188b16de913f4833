import { keepRule } from '../../kernel/settings/kinds.ts';
import { type InputOf, localCommand } from '../declaration/command.ts';
import { argument, flag, negatedFlag, optionalArgument, settingFlag, textFlag } from '../declaration/parameters.ts';

const BACKUP = {
  arguments: { file: optionalArgument('path of the file') },
  flags: {
    to: textFlag('<dir>', 'folder for a file named by time (default: backups in the data folder)'),
    uploads: negatedFlag('leave out uploaded files'),
    keep: settingFlag(keepRule, 'keep only these backups there: a number, or a rule such as 7d,4w,6m'),
  },
};
export type BackupInput = InputOf<typeof BACKUP>;

export const backup = localCommand({
  about: 'back up everything into one verified file, also while the server runs',
  ...BACKUP,
  audit: 'reads',
  load: async () => (await import('./make.ts')).backup,
});

export const restore = localCommand({
  about: 'verify a backup, then replace the data folder with it; the old data is kept',
  arguments: { file: argument('path of the file') },
  audit: 'files',
  load: async () => (await import('./restore.ts')).restore,
});

export const check = localCommand({
  about: 'check the data folder, a backup or a database file for damage; exit code 8 if damaged',
  arguments: { file: optionalArgument('path of the file') },
  flags: { repair: flag('rebuild the search index and remove orphaned files') },
  audit: 'files',
  load: async () => (await import('./check.ts')).check,
});
