import { commandLine } from '../../kernel/own-command.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, printLine, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import { type CommandOptions, placeOf } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

interface Wanted extends CommandOptions {
  role: string;
  days?: number;
  never?: boolean;
  channel?: string[];
  as?: string;
}

/** Creates a reusable invitation link, or mails invitations to the given addresses. */
export async function create(emails: string[], options: Wanted): Promise<void> {
  const { role, channel: channels = [], as } = options;
  const days = options.never ? null : (options.days ?? 10);
  const made = await runCommandAnywhere(options, 'invite-create', { emails, role, days, channels, as });
  if (options.json) printJson(made);
  else if (made.link !== null) {
    say(`Anyone with this link can join as ${role}${days === null ? '' : ` for ${counted(days, 'day')}`}:`);
    console.log(made.link);
    await showCode(made.link);
  } else if (made.mailed.length > 0)
    say(
      `Invited: ${made.mailed.join(', ')}. Without a mail server, ${commandLine('mail', placeOf(options))} prints the invitations.`,
    );
  if (made.refused.length > 0)
    throw new Failure(EXIT.failure, made.refused.map(({ email, why }) => `${email}: ${why}`).join('\nklatch: '));
}

export async function list(options: CommandOptions & { as?: string }): Promise<void> {
  const { invitations } = await runCommandAnywhere(options, 'invite-list', { as: options.as });
  if (options.json) return printJson(invitations);
  printTable(
    ['id', 'role', 'for', 'expires', 'invited by', 'link'],
    invitations.map(({ id, role, email, expires, invited_by, link }) => [
      id,
      role,
      email ?? 'anybody',
      day(expires),
      invited_by,
      link,
    ]),
  );
}

export async function revoke(id: number, options: CommandOptions & { as?: string }): Promise<void> {
  await runCommandAnywhere(options, 'invite-revoke', { id, as: options.as });
  printLine(options, { id }, `Revoked invitation ${id}.`);
}

const day = (seconds: number | null): string =>
  seconds === null ? 'never' : new Date(seconds * 1000).toISOString().slice(0, 10);

/** On a terminal, the link is also a QR code. */
export async function showCode(link: string): Promise<void> {
  if (!process.stdout.isTTY) return;
  const { renderUnicodeCompact } = await import('uqr');
  console.log(`\n${renderUnicodeCompact(link, { border: 2 })}`);
}
