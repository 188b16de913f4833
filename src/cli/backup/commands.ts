import { ageRecipient, keepRule } from '../../kernel/settings/kinds.ts';
import { type InputOf, localCommand, type Noun } from '../declaration/command.ts';
import {
  argument,
  flag,
  negatedFlag,
  optionalArgument,
  repeated,
  settingFlag,
  textFlag,
} from '../declaration/parameters.ts';

const PLACE = '<place>';
const IDENTITY = textFlag('<file>', 'file with the secret key of age that opens an encrypted backup');
const BACKUP_FILE = 'path of the file, or its URL, or the URL of a place for its newest backup';

const CREATE = {
  arguments: { file: optionalArgument('path of the file') },
  flags: {
    to: textFlag(PLACE, 'folder, s3://… or sftp://… for a file named by time (default: backups in the data folder)'),
    uploads: negatedFlag('leave out uploaded files'),
    keep: settingFlag(keepRule, 'keep only these backups there: a number, or a rule such as 7d,4w,6m'),
    recipient: repeated(settingFlag(ageRecipient, 'encrypt the backup for this public key of age')),
  },
};
export type BackupInput = InputOf<typeof CREATE>;

const FROM = textFlag(PLACE, 'folder, s3://… or sftp://… of the backups (default: that of --backup-to)');
const TEST = { flags: { from: FROM, identity: IDENTITY } };
export type BackupTestInput = InputOf<typeof TEST>;

export const backupNoun: Noun = {
  about: 'make, list and test backups',
  commands: {
    create: localCommand({
      about: 'back up everything into one verified file, also while the server runs',
      ...CREATE,
      isDefault: true,
      audit: 'reads',
      load: async () => (await import('./make.ts')).backup,
    }),
    list: localCommand({
      about: 'list the backups that are named by their time, oldest first',
      flags: { from: FROM },
      audit: 'reads',
      load: async () => (await import('./list.ts')).listBackups,
    }),
    test: localCommand({
      about: 'restore the newest backup into a temporary folder and check it; exit code 8 if it is damaged',
      ...TEST,
      audit: 'reads',
      load: async () => (await import('./test-backup.ts')).testBackup,
    }),
  },
};

export const restore = localCommand({
  about: 'verify a backup, then replace the data folder with it; the old data is kept',
  arguments: { file: argument(BACKUP_FILE) },
  flags: { identity: IDENTITY },
  audit: 'files',
  load: async () => (await import('./restore.ts')).restore,
});

export const check = localCommand({
  about: 'check the data folder, a backup or a database file for damage; exit code 8 if damaged',
  arguments: { file: optionalArgument(BACKUP_FILE) },
  flags: { repair: flag('rebuild the search index and remove orphaned files'), identity: IDENTITY },
  audit: 'files',
  load: async () => (await import('./check.ts')).check,
});
