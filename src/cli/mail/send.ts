import { text as readText } from 'node:stream/consumers';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printLine } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

interface Options extends CommandOptions {
  as?: string;
  subject: string;
  everyone?: boolean;
  role?: string;
  group?: string;
  channel?: string;
  dryRun?: boolean;
  test?: boolean;
}

/** Sends a mail to many members. The server delivers it in the background. */
export async function sendMail(input: string | undefined, options: Options): Promise<void> {
  const { as, subject, everyone, role, group, channel } = options;
  if (!everyone && role === undefined && group === undefined && channel === undefined)
    throw new Failure(EXIT.usage, 'Specify the recipients with --everyone, --role, --group or --channel');
  const to = { as, role, group, channel };
  if (options.dryRun) {
    const found = await runCommandAnywhere(options, 'mail-recipients', to);
    return printLine(options, found, `${counted(found.recipients, 'person', 'people')} would receive this e-mail.`);
  }
  const content = await contentOf(input);
  if (options.test) {
    const sent = await runCommandAnywhere(options, 'mail-send-test', { ...to, subject, content });
    return printLine(options, sent, `The test e-mail to ${sent.email} will be sent.`);
  }
  const { announcement_id, recipients } = await runCommandAnywhere(options, 'mail-send', { ...to, subject, content });
  const words = `The e-mail to ${counted(recipients, 'person', 'people')} will be sent while the server runs.`;
  printLine(options, { announcement_id, recipients }, words);
}

async function contentOf(input: string | undefined): Promise<string> {
  if (input === undefined && process.stdin.isTTY)
    throw new Failure(EXIT.usage, 'Specify the text, or - to read it from standard input');
  return input === undefined || input === '-' ? readText(process.stdin) : input;
}
