import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import type { Result } from '../../operations/operations.ts';
import { readText } from '../connection/read-text.ts';
import { localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  argument,
  choiceFlag,
  countArgument,
  flag,
  optionalArgument,
  ROLE_NAMES,
  required,
  textFlag,
} from '../declaration/parameters.ts';

export const mailNoun: Noun = {
  about: 'show queued and received mail, and mail all members',
  commands: {
    /** Without a mail server, this is how links reach users. */
    waiting: operationCommand({
      about: 'list queued mail (default)',
      isDefault: true,
      operation: 'mail-waiting',
      print(mails) {
        for (const { recipient, subject, body, created, reason, attempts } of mails) {
          const tried = reason === null ? '' : `Tried ${countWords(attempts, 'time')}. Last error: ${reason}\n`;
          console.log(
            harmless(`To: ${recipient}\nDate: ${formatTime(created)}\nSubject: ${subject}\n${tried}\n${body}\n`),
          );
        }
        if (mails.length === 0) say('No mail is queued.');
      },
    }),
    failed: operationCommand({
      about: 'list failed mail with the reasons',
      operation: 'mail-failed',
      print(mails) {
        if (mails.length === 0) return say('No mail has failed.');
        printTable(
          ['id', 'failed', 'kind', 'recipient', 'reason'],
          mails.map(({ id, kind, recipient, failed, reason }) => [id, formatTime(failed!), kind, recipient, reason]),
        );
      },
    }),
    retry: operationCommand({
      about: 'retry a failed mail',
      arguments: { id: countArgument('ID from mail failed') },
      operation: 'mail-retry',
      print: ({ recipient }) => say(`The mail to ${recipient} will be sent again.`),
    }),
    test: operationCommand({
      about: 'send a test mail and print the mail server’s answer',
      arguments: { email: argument('e-mail address') },
      operation: 'mail-test',
      print({ email, reason }) {
        if (reason === null) say(`The mail server accepted the test mail to ${email}.`);
      },
      fails: ({ reason }) =>
        reason === null ? undefined : new Failure(EXIT.unreachable, `The test mail failed: ${reason}`),
    }),
    status: operationCommand({
      about: 'show whether mail is received, and the last received mails with their results',
      operation: 'mail-status',
      print({ receives, smtp, mailbox, counts, mails }) {
        if (!receives) say('This server receives no mail. Set mail-listen or mail-imap-url; see docs/mail-in.md');
        if (smtp) sayListener(smtp);
        if (mailbox) sayMailbox(mailbox);
        if (counts.length > 0) say(counts.map(({ result, count }) => `${count} ${result}`).join(', '));
        if (mails.length === 0) return;
        printTable(
          ['received', 'result', 'sender', 'subject', 'reason'],
          mails.map(({ received, result, sender, subject, reason }) => [
            formatTime(received),
            result,
            sender,
            subject,
            reason,
          ]),
        );
      },
    }),
    simulate: localCommand({
      about: 'show what would be done with a received mail, and why; nothing is posted',
      arguments: { file: argument('the mail as a file (.eml)') },
      flags: {
        to: textFlag('<address>', 'address it was delivered to (default: those in its headers)'),
        proven: flag('as if the mail proved its sender'),
      },
      audit: 'parts',
      load: async () => (await import('./simulate.ts')).simulate,
    }),
    send: operationCommand({
      about: 'send an e-mail to all members, or to some of them',
      arguments: { text: optionalArgument('text in Markdown; - reads it from standard input') },
      flags: {
        as: AS,
        subject: required(textFlag('<subject>', 'subject')),
        everyone: flag('send it to all members', ['role', 'group', 'channel']),
        role: {
          ...choiceFlag('<role>', ROLE_NAMES, 'send it to members with this role'),
          conflicts: ['group', 'channel'],
        },
        group: textFlag('<group>', 'send it to the members of a user group', ['channel']),
        channel: textFlag('<channel>', 'send it to the subscribers of a channel'),
        dryRun: flag('only print the number of recipients', ['test']),
        test: flag('only send it to yourself: the user of --as'),
      },
      operation: 'mail-send',
      async prepare({ text, as, subject, everyone, role, group, channel, dryRun, test }) {
        if (!everyone && role === undefined && group === undefined && channel === undefined)
          throw new Failure(EXIT.usage, 'Specify the recipients with --everyone, --role, --group or --channel');
        const content = dryRun ? '' : await readText(text);
        return { as, subject, role, group, channel, content, dryRun, test };
      },
      /** The server delivers it in the background. */
      print(done) {
        if ('email' in done) return say(`The test e-mail to ${done.email} will be sent.`);
        const people = countWords(done.recipients, 'person', 'people');
        if (done.announcement_id === undefined) say(`${people} would receive this e-mail.`);
        else say(`The e-mail to ${people} will be sent while the server runs.`);
      },
    }),
  },
};

function sayListener({ port, failure }: NonNullable<Result<'mail-status'>['smtp']>): void {
  if (port !== null) say(`Receiving mail by SMTP on port ${port}.`);
  if (failure !== null) say(`Mail cannot be received by SMTP: ${failure}`);
}

function sayMailbox(mailbox: NonNullable<Result<'mail-status'>['mailbox']>): void {
  const { host, uses_oauth, last_success, failure, stuck, stuck_reason } = mailbox;
  if (failure !== null) say(`The mailbox cannot be read: ${failure}`);
  else if (last_success !== null) say(`Reading the mailbox at ${host}${uses_oauth ? ', with OAuth' : ''}.`);
  say(last_success === null ? 'It was not read since the start.' : `It was last read at ${formatTime(last_success)}.`);
  if (stuck > 0) say(`${countWords(stuck, 'mail')} in it could not be received: ${stuck_reason}`);
}

const formatTime = (seconds: number): string => new Date(seconds * 1000).toISOString();
