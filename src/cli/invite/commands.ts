import { commandLine } from '../../kernel/own-command.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { getPlace } from '../../server/configuration.ts';
import { type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  choiceFlag,
  count,
  countArgument,
  flag,
  parsedFlag,
  ROLE_NAMES,
  repeatedFlag,
  restArguments,
  withDefault,
} from '../declaration/parameters.ts';

export const inviteNoun: Noun = {
  about: 'manage invitations',
  commands: {
    create: operationCommand({
      about: 'print an invitation link, or e-mail invitations to these addresses',
      arguments: { emails: restArguments('e-mail addresses; without any, the invitation is a link') },
      flags: {
        as: AS,
        role: withDefault(choiceFlag('<role>', ROLE_NAMES, 'role of invited users'), 'member'),
        days: parsedFlag('<n>', 'validity in days (default: 10)', count),
        never: flag('never expire', ['days']),
        channel: repeatedFlag('<channel>', 'channel to join besides the default channels; can be repeated'),
      },
      operation: 'invite-create',
      prepare: ({ emails, role, channel, as, never, days = 10 }) => ({
        emails,
        role,
        channel,
        as,
        days: never ? null : days,
      }),
      async print({ link, mailed }, { role, never, days = 10, ...options }) {
        if (link !== null) {
          say(`Anyone with this link can join as ${role}${never ? '' : ` for ${countWords(days, 'day')}`}:`);
          console.log(link);
          await printCode(link);
        } else if (mailed.length > 0)
          say(
            `Invited: ${mailed.join(', ')}. Without a mail server, ${commandLine('mail', getPlace(options))} prints the invitations.`,
          );
      },
      fails: ({ refused }) =>
        refused.length === 0
          ? undefined
          : new Failure(EXIT.failure, refused.map(({ email, why }) => `${email}: ${why}`).join('\nklatch: ')),
    }),
    list: operationCommand({
      about: 'list open invitations',
      flags: { as: AS },
      operation: 'invite-list',
      print: (invitations) =>
        printTable(
          ['id', 'role', 'for', 'expires', 'invited by', 'link'],
          invitations.map(({ id, role, email, expires, invited_by, link }) => [
            id,
            role,
            email ?? 'anybody',
            expires === null ? 'never' : new Date(expires * 1000).toISOString().slice(0, 10),
            invited_by,
            link,
          ]),
        ),
    }),
    revoke: operationCommand({
      about: 'revoke an invitation',
      arguments: { id: countArgument('ID from invite list') },
      flags: { as: AS },
      operation: 'invite-revoke',
      print: ({ id }) => say(`Revoked invitation ${id}.`),
    }),
  },
};

/** On a terminal, the link is also a QR code. */
async function printCode(link: string): Promise<void> {
  if (!process.stdout.isTTY) return;
  const { renderUnicodeCompact } = await import('uqr');
  console.log(`\n${renderUnicodeCompact(link, { border: 2 })}`);
}
