import { Argument, Command, CommanderError, Option } from 'commander';
import { VERSION } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import { EXIT, Failure } from './failure.ts';
import { count, dataOption, listenOption, logLevelOption, serveOptions, whole } from './options.ts';

/** Finds the command in the arguments and runs it; what only one command needs is loaded by it alone. */
export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may have enough of it: `klatch openapi | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    await program().parseAsync(argv);
  } catch (error) {
    // What commander refuses it has already explained.
    if (error instanceof CommanderError) {
      if (error.code === 'commander.invalidArgument' && !error.message.startsWith('error:')) console.error(`klatch: ${error.message}`);
      process.exit(error.exitCode === 0 ? 0 : EXIT.usage);
    }
    if (!(error instanceof Failure || error instanceof ApiError)) throw error;
    console.error(`klatch: ${error.message}`);
    process.exit(error instanceof Failure ? error.exit : EXIT.failure);
  }
}

function program(): Command {
  const klatch = new Command('klatch')
    .description('Team chat, spoken to by Zulip’s own clients. Without a command: serve.')
    .exitOverride()
    .version(VERSION);

  const serve = klatch.command('serve', { isDefault: true }).description('run the server').allowExcessArguments();
  for (const option of serveOptions()) serve.addOption(option);
  serve.action(async (given, { args: [unknown] }: Command) => {
    if (unknown !== undefined) throw new Failure(EXIT.usage, `There is no command '${unknown}'; see klatch help.`);
    await (await import('./serve.ts')).serve(given);
  });

  klatch
    .command('dev')
    .description('run a throw-away server with people and messages in it, for developing against')
    .addOption(listenOption())
    .option('--seed <n>', 'another number makes other people, messages and keys', whole, 1)
    .option('--users <n>', 'how many people', count, 12)
    .option('--messages <n>', 'how many messages', count, 400)
    .option('--exec <command>', 'run this command with ZULIP_SITE, ZULIP_EMAIL and ZULIP_API_KEY set, then stop with its exit code')
    .option('--keep', 'keep the data folder and say where it is')
    .addOption(logLevelOption().default('warn'))
    .action(async (given) => (await import('./dev.ts')).dev(given));

  users(klatch.command('user').description('make and change accounts, beside a running server too'));

  klatch
    .command('mail')
    .description('print the e-mails that wait to be delivered, with the links in them')
    .option('--json', 'for programs')
    .addOption(dataOption())
    .action(async (given) => (await import('./mail.ts')).waiting(given));

  klatch
    .command('organization')
    .description('the organisation as a whole, beside a running server too')
    .command('reactivate')
    .description('take a deactivated organisation into use again')
    .addOption(dataOption())
    .action(async (given) => (await import('./organization.ts')).reactivate(given));

  klatch
    .command('reload-clients')
    .description('have the web clients of a running server load their page anew, once nobody is in the middle of something')
    .option('--immediate', 'at once')
    .addOption(dataOption())
    .action(async (given) => (await import('./reload-clients.ts')).reloadClients(given));

  klatch
    .command('openapi')
    .description('print the description of the API, OpenAPI 3.1 as JSON')
    .action(async () => (await import('./openapi.ts')).printOpenapi());
  klatch
    .command('version')
    .description('print the version')
    .action(() => console.log(VERSION));
  return klatch;
}

/** Named here again, since help should come without loading the chat. */
const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;

function users(user: Command): void {
  const command = (form: string, description: string) => user.command(form).description(description).addOption(dataOption());
  const module = () => import('./user.ts');
  command('create <email>', 'make an account; prints its API key')
    .requiredOption('--name <name>', 'the full name')
    .option('--owner', 'the same as --role owner')
    .addOption(new Option('--role <role>', 'what they may do (default: member)').choices(ROLES))
    .option('--password <password>', 'to sign in with; - reads it from standard input')
    .option('--json', 'print all of it')
    .action(async (email, given) => (await module()).create(email, given));
  command('list', 'print all accounts')
    .option('--json', 'print more, for programs')
    .action(async (given) => (await module()).list(given));
  command('api-key <user>', 'print someone’s API key')
    .option('--new', 'replace it first: clients that use the old one are signed out')
    .option('--json', 'for programs')
    .action(async (who, given) => (await module()).apiKey(who, given));
  command('passwd <user>', 'set someone’s password')
    .option('--password <password>', 'the new one; - reads it from standard input')
    .action(async (who, given) => (await module()).passwd(who, given));
  command('role <user>', 'make someone an owner, administrator, moderator, member or guest')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action(async (who, role, given) => (await module()).role(who, role, given));
  command('deactivate <user>', 'take someone’s access away; their messages stay').action(async (who, given) =>
    (await module()).deactivate(who, given),
  );
  command('reactivate <user>', 'give a deactivated person their access back').action(async (who, given) =>
    (await module()).reactivate(who, given),
  );
  command('allow-email-changes <user>', 'let an owner give others another e-mail address')
    .option('--revoke', 'take that right back')
    .action(async (who, given) => (await module()).allowEmailChanges(who, given));
}
