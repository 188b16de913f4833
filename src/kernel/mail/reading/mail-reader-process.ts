import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { readMail } from './read-mail.ts';
import type { ReadingAnswer, ReadingTask } from './types.ts';

/** The main function of the process that reads mails. A mail that needs more memory ends it, and is rejected. */
setFlagsFromString('--max-old-space-size=128');

process.on('message', async ({ path, ...task }: ReadingTask) => {
  process.send!(
    await readMail(await readFile(path), task).catch(
      (error: Error): ReadingAnswer => ({ rejected: `The mail cannot be read: ${error.message}` }),
    ),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl+C and systemd send the signal to this process, too. The server may still need it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
