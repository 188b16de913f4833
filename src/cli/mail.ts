import type { Given } from './configuration.ts';
import { perform } from './perform.ts';

/** Prints the e-mails that wait, oldest first: until there is somebody to deliver them, this is how links reach people. */
export async function waiting(given: Given): Promise<void> {
  const { mails } = await perform(given, 'mail-waiting', {});
  if (given.json) return console.log(JSON.stringify(mails, null, 2));
  for (const { recipient, subject, body, created } of mails)
    console.log(`To: ${recipient}\nDate: ${new Date(created * 1000).toISOString()}\nSubject: ${subject}\n\n${body}\n`);
}
