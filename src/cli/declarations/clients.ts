import type { Command } from 'commander';
import { command, count, whole } from '../options.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];

/** The server and the account. */
const client = (klatch: Command, form: string, about: string): Command =>
  command(klatch, form, about)
    .optionsGroup('Server and account:')
    .option('--site <url>', 'server URL (ZULIP_SITE)')
    .option('--user <email>', 'account e-mail address (ZULIP_EMAIL)')
    .option('--api-key <key>', 'API key (ZULIP_API_KEY)')
    .option('--config-file <zuliprc>', 'file with URL, address and key (ZULIP_CONFIG; default: ~/.zuliprc)')
    .option('--as <user>', 'act as this user of the local server')
    .optionsGroup('Options:')
    .addHelpText('after', '\nExit codes: 5 channel or user not found, 6 not allowed, 7 server unreachable.');

export function clients(klatch: Command): void {
  klatch.commandsGroup('Messages, with any Zulip-compatible server:');
  client(klatch, 'send [text]', 'send a message and print its ID; - reads it from standard input')
    .option('--json', 'print JSON')
    .requiredOption('--to <channel|email>', 'channel, or e-mail address; repeat for a group conversation', several)
    .option('--topic <topic>', 'topic in the channel')
    .action(async (text, options) => (await import('../client/send.ts')).sendMessage(text, options));
  client(klatch, 'tail', 'print messages as they arrive')
    .option('--to <channel|email>', 'only this channel or this direct conversation', several)
    .option('--topic <topic>', 'only this topic')
    .option('--sender <email>', 'only messages from this sender')
    .option('--mentions', 'only messages that mention this account')
    .option('--last <n>', 'first print this many earlier messages', whole, 0)
    .option('--json', 'print one JSON object per message')
    .option('--count <n>', 'stop after this many messages', count)
    .action(async (options) => (await import('../client/tail.ts')).tail(options));
}
