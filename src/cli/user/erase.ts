import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { keptAside } from '../../backup/swap.ts';
import { backupsElsewhere, backupsIn } from '../../kernel/backups/schedule.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { openCommandSession } from '../connection/command-session.ts';
import { work } from '../declaration/command.ts';

interface Erasure extends CommandOptions {
  user: string;
  messages: 'keep' | 'delete';
  backups: 'list' | 'delete';
}

/** Erases a user, and lists or deletes the copies that this server made and that still contain the user. */
export const eraseUser = work({
  result: Type.Object({
    user_id: Type.Integer(),
    messages: Type.String(),
    is_finished: Type.Boolean(),
    backups: Type.Array(Type.String()),
    backups_deleted: Type.Boolean(),
  }),
  async run({ user, messages, backups, ...options }: Erasure) {
    const session = await openCommandSession(options);
    try {
      const settings = await session.run('config-show', {});
      const erased = await session.run('user-erase', { user, messages });
      const backupTo = settings.find(({ setting }) => setting === 'backup-to')?.value ?? undefined;
      const copies = copiesIn(session.dataDir, backupTo);
      if (backups === 'delete') for (const path of copies) rmSync(path, { recursive: true, force: true });
      return { ...erased, backups: copies, backups_deleted: backups === 'delete' };
    } finally {
      await session.close();
    }
  },
  print({ user_id, is_finished, backups, backups_deleted }, { messages }) {
    console.log(`Erased user ${user_id}. ${MESSAGES[messages]}`);
    if (!is_finished) console.log('Remains are still in the database file. The server rewrites it at its next start.');
    if (backups.length === 0) return;
    console.log(backups_deleted ? 'Deleted these copies:' : COPIES);
    for (const path of backups) console.log(`  ${path}`);
    say('Copies in other places still contain the user. Delete them there.');
  },
});

const MESSAGES = {
  keep: 'Their messages are from “Deleted user” now.',
  delete: 'Their messages are deleted permanently.',
};

const COPIES =
  'These older copies still contain the user. To delete them, repeat with --backups delete, or remove them:';

/** Backups, copies of the database before upgrades, and data that restores replaced. */
function copiesIn(dataDir: string, backupTo: string | undefined): string[] {
  const backups = backupsIn(dataDir);
  const names = existsSync(backups) ? readdirSync(backups).sort() : [];
  return [
    ...names.map((name) => join(backups, name)),
    ...backupsElsewhere({ dataDir, backupTo }),
    ...keptAside(dataDir),
  ];
}
