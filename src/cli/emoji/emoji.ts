import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { incomingIn, makeIncoming } from '../../kernel/files/store.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure, reasonOf } from '../../kernel/terminal/failure.ts';
import { printJson, printLine, printTable } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

/**
 * Adds an image as a custom emoji. The process with the folder open gets a copy of it in the folder for incoming
 * uploads.
 */
export async function add(name: string, picture: string, options: CommandOptions & { as?: string }): Promise<void> {
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
    throw new Failure(EXIT.failure, `${picture} cannot be read: ${reasonOf(error)}`);
  }
  try {
    const made = await runCommandAnywhere(options, 'emoji-add', { name, file, as: options.as });
    printLine(options, made, `Added the emoji :${made.name}:`);
  } finally {
    rmSync(join(folder, file), { force: true });
  }
}

export async function list(options: CommandOptions): Promise<void> {
  const { emoji } = await runCommandAnywhere(options, 'emoji-list', {});
  if (options.json) return printJson(emoji);
  printTable(
    ['id', 'name', 'author', 'picture'],
    emoji.map(({ id, name, author, url }) => [id, name, author, url]),
  );
}
