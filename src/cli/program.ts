import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { VERSION } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import { unpackNativeModules } from '../kernel/native-modules.ts';
import { mapToSources } from '../kernel/source-maps.ts';
import { fatalLine } from '../kernel/systemd.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { detail, harmless, setVerbosity } from '../kernel/terminal/output.ts';
import { dataFolder } from '../server/configuration.ts';
import { findOwnProcess } from '../server/process-main.ts';
import { nearest } from '../settings/find.ts';
import { completion, licenses, openapi, version } from './about/commands.ts';
import { auditCommand } from './audit/commands.ts';
import { backupNoun, check, restore } from './backup/commands.ts';
import { botNoun, feedNoun, slashCommandNoun, webhookNoun, webhookTemplateNoun } from './bot/commands.ts';
import { channelNoun, groupNoun } from './channel/commands.ts';
import { mcp, reloadClients, send, tail } from './client/commands.ts';
import { clusterNoun } from './cluster/commands.ts';
import { configNoun } from './config/commands.ts';
import { takeEverywhere, takeOrganization, takeServiceFolder } from './connection/choose-folder.ts';
import { bypassProxyHere } from './connection/proxy.ts';
import { addCommands, addEverywhere, DeclaredProgram } from './declaration/build.ts';
import type { Command as DeclaredCommand, Noun } from './declaration/command.ts';
import { runDeclared } from './declaration/run.ts';
import { dev } from './dev/commands.ts';
import { doctor, healthcheck } from './doctor/commands.ts';
import { emojiNoun } from './emoji/commands.ts';
import { exportCommand } from './export/commands.ts';
import { filesNoun } from './files/commands.ts';
import { importCommand } from './import/commands.ts';
import { install, uninstall } from './install/commands.ts';
import { inviteNoun } from './invite/commands.ts';
import { ldapNoun } from './ldap/commands.ts';
import { mailNoun } from './mail/commands.ts';
import { messageNoun } from './message/commands.ts';
import { organizationNoun } from './organization/commands.ts';
import { pushNoun } from './push/commands.ts';
import { serve } from './serve/commands.ts';
import { sql } from './sql/commands.ts';
import { stats } from './statistics/commands.ts';
import { upgrade } from './upgrade/commands.ts';
import { userNoun } from './user/commands.ts';

/** All commands, by the headings of help. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, DeclaredCommand | Noun>>>> = {
  'Server:': { serve, dev },
  'Users and channels (also while the server runs):': {
    user: userNoun,
    ldap: ldapNoun,
    invite: inviteNoun,
    channel: channelNoun,
    message: messageNoun,
    audit: auditCommand,
    stats,
    group: groupNoun,
    emoji: emojiNoun,
    bot: botNoun,
    webhook: webhookNoun,
    'webhook-template': webhookTemplateNoun,
    'slash-command': slashCommandNoun,
    feed: feedNoun,
    import: importCommand,
    export: exportCommand,
    mail: mailNoun,
    push: pushNoun,
    organization: organizationNoun,
    'reload-clients': reloadClients,
  },
  'Messages, with any Zulip-compatible server:': { send, tail, mcp },
  'Operation:': {
    backup: backupNoun,
    restore,
    files: filesNoun,
    check,
    cluster: clusterNoun,
    sql,
    doctor,
    healthcheck,
    config: configNoun,
    upgrade,
    install,
    uninstall,
  },
  'About Klatch:': { openapi, licenses, version, completion },
};

/** Finds the command in the arguments and runs it. Each command loads only what it needs. */
export async function main(argv: readonly string[]): Promise<void> {
  process.title = 'klatch';
  bypassProxyHere();
  // The reader of our output may close it: `klatch openapi | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') console.error(`klatch: The output cannot be written: ${error.message}`);
    process.exit(error.code === 'EPIPE' ? 0 : EXIT.failure);
  });
  try {
    requireFolder();
    const ownProcess = findOwnProcess(argv[2]);
    if (ownProcess) return await ownProcess(argv.slice(3));
    await program().parseAsync(argv);
  } catch (error) {
    // Commander has already explained its errors.
    if (error instanceof CommanderError) {
      if (error.code === 'commander.invalidArgument' && !error.message.startsWith('error:'))
        console.error(`klatch: ${error.message}`);
      process.exit(error.exitCode === 0 ? 0 : EXIT.usage);
    }
    console.error(fatalLine(isExplained(error) ? `klatch: ${harmless(error.message)}` : formatTrace(error)));
    if (isSystemError(error)) detail(formatTrace(error));
    process.exit(error instanceof Failure ? error.exit : EXIT.failure);
  }
}

/** System errors, such as a folder where a file is needed, are clear and need no stack trace. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;
const isExplained = (error: unknown): error is Error =>
  error instanceof Failure || error instanceof ApiError || isSystemError(error);
const formatTrace = (error: unknown): string => mapToSources((error as Error).stack ?? String(error));

/** The shell's current folder may be deleted. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new Failure(EXIT.failure, 'The current folder was deleted. Change to another folder');
  }
}

const EXAMPLES = `
Examples:
  klatch                                         run the server; its data is in ./klatch-data
  klatch serve chat.example.com                  run the server on a domain, over HTTPS
  klatch user create --owner ada@example.com     create an owner and print the API key
  klatch user login-link ada@example.com         print a link that signs her in
  klatch backup --to /mnt/nas --keep 7d,4w,6m    make a backup, and keep some of the older ones
  klatch dev                                     try it with sample data

Run "klatch COMMAND --help" for the flags of a command. Every server has the user guide at /help.`;

/** All declared commands; each loads its code when it is called. */
export function program(): Command {
  const klatch = new DeclaredProgram('klatch');
  klatch
    .description('Team chat server in one executable, compatible with Zulip’s clients. Without a command: serve.')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'klatch: ')) })
    .helpCommand(false)
    .hook('preSubcommand', requireKnown)
    .hook('preAction', (_, action) => {
      const { place = 'organization' } = (action as DeclaredProgram).declaration ?? { place: 'none' };
      takeEverywhere(action);
      takeOrganization(action, place);
      setVerbosity(action.opts());
      takeServiceFolder(action, place);
      unpackNativeModules(join(dataFolder(action.opts().data), 'cache'));
    })
    .version(VERSION);
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    klatch.commandsGroup(heading);
    addCommands(klatch, commands, (declared, input) => runDeclared(declared, input, klatch));
  }
  klatch
    .command('help')
    .description('show help for a command')
    .argument('[command...]', 'the command to explain')
    .action((words: string[]) => findCommand(klatch, words).help());
  for (const group of klatch.commands) group.hook('preSubcommand', requireKnown);
  addEverywhere(klatch);
  klatch.addHelpText('after', EXAMPLES);
  return klatch;
}

/** Finds the command that these words lead to. Throws Failure. */
function findCommand(klatch: Command, words: readonly string[]): Command {
  let found = klatch;
  for (const [at, word] of words.entries()) {
    const next = found.commands.find((one) => one.name() === word);
    if (!next) throw unknownCommand(found, words.slice(0, at + 1).join(' '));
    found = next;
  }
  return found;
}

/**
 * Throws for words that are no command, and that the default command would take for its own, unless they look like a
 * domain or a path.
 */
function requireKnown(group: Command, chosen: Command): void {
  const [word = ''] = group.args;
  if (chosen.name() === word) return;
  if (/^[^-./\\][^./\\]*$/.test(word)) throw unknownCommand(group, word);
  const [flag = ''] = word.split('=', 1);
  const flags = [...group.options, ...chosen.options].flatMap(({ long }) => long ?? []);
  if (flag.startsWith('--') && !flags.includes(flag))
    throw new Failure(EXIT.usage, `unknown option '${flag}'${nearest(flag, flags)}. See klatch --help`);
}

/** `of`: the command that has no such command. */
function unknownCommand(of: Command, name: string): Failure {
  const similar = nearest(
    name.split(' ').at(-1)!,
    of.commands.map((one) => one.name()),
  );
  return new Failure(EXIT.usage, `No such command: ${name}${similar}. See klatch help.`);
}
