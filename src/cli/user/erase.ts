import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { keptAside } from '../../backup/swap.ts';
import { backupsIn, placesElsewhere } from '../../kernel/backups/places.ts';
import { backupLocation } from '../../kernel/settings/kinds.ts';
import { getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, readSettings } from '../../server/configuration.ts';
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
      const copies = [...copiesIn(session.dataDir), ...(await copiesElsewhere(session.dataDir, backupTo, options))];
      if (backups === 'delete') for (const { remove } of copies) await remove();
      return { ...erased, backups: copies.map(({ path }) => path), backups_deleted: backups === 'delete' };
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

interface Copy {
  path: string;
  remove(): Promise<void>;
}

/** Backups, copies of the database before upgrades, and data that restores replaced. */
function copiesIn(dataDir: string): Copy[] {
  const backups = backupsIn(dataDir);
  const names = existsSync(backups) ? readdirSync(backups).sort() : [];
  const paths = [...names.map((name) => join(backups, name)), ...keptAside(dataDir)];
  return paths.map((path) => ({ path, remove: () => rm(path, { recursive: true, force: true }) }));
}

/**
 * Automatic backups outside of the data folder. `backupTo`: the setting of the server, which this command may not have.
 */
async function copiesElsewhere(
  dataDir: string,
  backupTo: string | undefined,
  options: CommandOptions,
): Promise<Copy[]> {
  const { settings } = await readSettings(options);
  try {
    const place = backupTo === undefined ? undefined : backupLocation.read(backupTo);
    const copies: Copy[] = [];
    for (const each of placesElsewhere({ ...settings, dataDir, backupTo: place }))
      for (const { name } of await each.list())
        copies.push({ path: each.locate(name), remove: () => each.remove(name) });
    return copies;
  } catch (error) {
    say(`The backups elsewhere are not listed: ${getReason(error)}`);
    return [];
  }
}
