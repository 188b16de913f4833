import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptAside } from '../../backup/swap.ts';
import { backupsElsewhere, backupsIn } from '../../kernel/backups.ts';
import { printJson, say } from '../../kernel/terminal/output.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { openCommandSession } from '../connection/command-session.ts';

interface Wanted extends CommandOptions {
  messages: 'keep' | 'delete';
  backups: 'list' | 'delete';
}

/** Erases a user, and lists or deletes the copies that this server made and that still contain the user. */
export async function eraseUser(who: string, given: Wanted): Promise<void> {
  const session = await openCommandSession(given);
  let erased: { user_id: number; messages: string; is_finished: boolean };
  let copies: string[];
  try {
    const { settings } = await session.run('config-show', {});
    erased = await session.run('user-erase', { who, messages: given.messages });
    copies = copiesIn(session.dataDir, settings.find(({ setting }) => setting === 'backup-to')?.value ?? undefined);
  } finally {
    await session.close();
  }
  if (given.backups === 'delete') for (const path of copies) rmSync(path, { recursive: true, force: true });
  if (given.json) return printJson({ ...erased, backups: copies, backups_deleted: given.backups === 'delete' });
  console.log(`Erased user ${erased.user_id}. ${MESSAGES[given.messages]}`);
  if (!erased.is_finished)
    console.log('Remains are still in the database file. The server rewrites it at its next start.');
  if (copies.length === 0) return;
  console.log(given.backups === 'delete' ? 'Deleted these copies:' : COPIES);
  for (const path of copies) console.log(`  ${path}`);
  say('Copies in other places still contain the user. Delete them there.');
}

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
