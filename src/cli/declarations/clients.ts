import type { Command } from 'commander';
import { command, count, whole } from '../options.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];

/** Which server, and as whom. */
const client = (klatch: Command, form: string, about: string): Command =>
  command(klatch, form, about)
    .optionsGroup('Which server, and as whom:')
    .option('--site <url>', 'the server (ZULIP_SITE)')
    .option('--user <email>', 'the account (ZULIP_EMAIL)')
    .option('--api-key <key>', 'its API key (ZULIP_API_KEY)')
    .option('--config-file <zuliprc>', 'a file with all three (ZULIP_CONFIG; default: ~/.zuliprc)')
    .option('--as <user>', 'instead: somebody of the server that runs on the data folder')
    .optionsGroup('What:')
    .addHelpText(
      'after',
      '\nExit codes: 5 no such channel or person, 6 the server refuses, 7 the server cannot be reached.',
    );

export function clients(klatch: Command): void {
  klatch.commandsGroup('Talk, with any Zulip-compatible server:');
  client(klatch, 'send [text]', 'send a message; - reads it from standard input; prints its id')
    .option('--json', 'print JSON, for programs')
    .requiredOption(
      '--to <channel|email>',
      'a channel, or somebody’s e-mail address; may be repeated for several people',
      several,
    )
    .option('--topic <topic>', 'under which topic of the channel')
    .action(async (text, given) => (await import('../client/send.ts')).sendMessage(text, given));
  client(klatch, 'tail', 'print messages as they come')
    .option('--to <channel|email>', 'only those of a channel, or of the conversation with these people', several)
    .option('--topic <topic>', 'only those under this topic')
    .option('--sender <email>', 'only those somebody sent')
    .option('--mentions', 'only those that mention this account')
    .option('--last <n>', 'print so many that were sent before, too', whole, 0)
    .option('--json', 'print JSON, one message a line')
    .option('--count <n>', 'stop after so many', count)
    .action(async (given) => (await import('../client/tail.ts')).tail(given));
}
