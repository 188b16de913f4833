import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { incomingIn, makeIncoming } from '../../kernel/files/store.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { organizationOperations } from '../../operations/organization.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { runAnywhere } from '../connection/run-operation.ts';
import { work } from '../declaration/command.ts';

interface Options extends CommandOptions {
  name: string;
  picture: string;
  as?: string;
}

/**
 * Adds an image as a custom emoji. The process with the folder open gets a copy of it in the folder for incoming
 * uploads.
 */
export const addEmoji = work({
  result: organizationOperations['emoji-add'].result!,
  async run({ name, picture, as, ...options }: Options) {
    const dataDir = dataFolder(options.data);
    const folder = incomingIn(dataDir);
    const file = randomBytes(16).toString('hex');
    try {
      if (hasDatabase(dataDir)) {
        makeIncoming(dataDir);
        copyFileSync(picture, join(folder, file));
        giveToOwner(folder, join(folder, file));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new Failure(EXIT.notFound, `No such file: ${picture}`);
      throw new Failure(EXIT.failure, `${picture} cannot be read: ${getReason(error)}`);
    }
    try {
      return await runAnywhere(options, 'emoji-add', { name, file, as });
    } finally {
      rmSync(join(folder, file), { force: true });
    }
  },
  print: (_, { name }) => say(`Added the emoji :${name}:`),
});
