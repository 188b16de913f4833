import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { incomingIn, makeIncoming } from '../../kernel/files/store.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { harmless } from '../../kernel/terminal/output.ts';
import type { Result } from '../../operations/operations.ts';
import { receivedMailOperations } from '../../operations/received-mail.ts';
import { type CommandOptions, dataFolder, hasDatabase } from '../../server/configuration.ts';
import { runAnywhere } from '../connection/run-operation.ts';
import { work } from '../declaration/command.ts';

interface Options extends CommandOptions {
  file: string;
  to?: string;
  proven?: boolean;
}

/** Shows what would be done with a mail. The process with the folder open reads a copy of it. */
export const simulate = work({
  result: receivedMailOperations['mail-simulate'].result!,
  async run({ file, to, proven, ...options }: Options) {
    const dataDir = dataFolder(options.data);
    const folder = incomingIn(dataDir);
    const copy = randomBytes(16).toString('hex');
    try {
      if (hasDatabase(dataDir)) {
        makeIncoming(dataDir);
        copyFileSync(file, join(folder, copy));
        giveToOwner(folder, join(folder, copy));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Failure(EXIT.notFound, `No such file: ${file}`);
      throw new Failure(EXIT.failure, `${file} cannot be read: ${getReason(error)}`);
    }
    try {
      return await runAnywhere(options, 'mail-simulate', { file: copy, to, proven });
    } finally {
      rmSync(join(folder, copy), { force: true });
    }
  },
  print(decisions: Result<'mail-simulate'>) {
    for (const { result, reason, address, author, place, content } of decisions) {
      const to = address === '' ? '' : `To: ${address}\n`;
      const posted = author === null ? '' : `Author: ${author}\nPlace: ${place}\n\n${content}\n`;
      console.log(harmless(`${to}Result: ${result}\nReason: ${reason}\n${posted}`));
    }
  },
});
