import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, printJson, printLine, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

/** Prints the waiting e-mails, oldest first: without a mail server, this is how links reach users. */
export async function waiting(options: CommandOptions): Promise<void> {
  const { mails } = await runCommandAnywhere(options, 'mail-waiting', {});
  if (options.json) return printJson(mails);
  for (const { recipient, subject, body, created, reason, attempts } of mails) {
    const tried = reason === null ? '' : `Tried ${counted(attempts, 'time')}. Last error: ${reason}\n`;
    console.log(harmless(`To: ${recipient}\nDate: ${dateOf(created)}\nSubject: ${subject}\n${tried}\n${body}\n`));
  }
  if (mails.length === 0) say('No mail is queued.');
}

/** Prints the mails that were given up, with the reasons. */
export async function failed(options: CommandOptions): Promise<void> {
  const { mails } = await runCommandAnywhere(options, 'mail-failed', {});
  if (options.json)
    return printJson(
      mails.map(({ id, kind, recipient, created, failed, reason }) => ({
        id,
        kind,
        recipient,
        created,
        failed,
        reason,
      })),
    );
  if (mails.length === 0) return say('No mail has failed.');
  printTable(
    ['id', 'failed', 'kind', 'recipient', 'reason'],
    mails.map(({ id, kind, recipient, failed, reason }) => [id, dateOf(failed!), kind, recipient, reason]),
  );
}

export async function retry(id: number, options: CommandOptions): Promise<void> {
  const { recipient } = await runCommandAnywhere(options, 'mail-retry', { id });
  printLine(options, { id, recipient }, `The mail to ${recipient} will be sent again.`);
}

/** Sends a test mail to an address, and prints the mail server's answer. */
export async function test(email: string, options: CommandOptions): Promise<void> {
  const { reason } = await runCommandAnywhere(options, 'mail-test', { email });
  if (reason !== null) throw new Failure(EXIT.unreachable, `The test mail failed: ${reason}`);
  printLine(options, { email }, `The mail server accepted the test mail to ${email}.`);
}

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
