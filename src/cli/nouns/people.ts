import { Argument, type Command, Option } from 'commander';
import { command, listing } from '../options.ts';

/** Named here again, since help should come without loading the chat. */
const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;

export function people(klatch: Command): void {
  klatch.commandsGroup('People and channels, beside a running server too:');
  const user = klatch.command('user').description('make and change accounts');
  const module = () => import('../user.ts');
  listing(user, 'create <email>', 'make an account; prints its API key')
    .requiredOption('--name <name>', 'the full name')
    .option('--owner', 'the same as --role owner')
    .addOption(new Option('--role <role>', 'what they may do (default: member)').choices(ROLES))
    .option('--password <password>', 'to sign in with; - reads it from standard input')
    .action(async (email, given) => (await module()).create(email, given));
  listing(user, 'list', 'print all accounts').action(async (given) => (await module()).list(given));
  listing(user, 'api-key <user>', 'print someone’s API key')
    .option('--new', 'replace it first: clients that use the old one are signed out')
    .action(async (who, given) => (await module()).apiKey(who, given));
  command(user, 'passwd <user>', 'set someone’s password')
    .option('--password <password>', 'the new one; - reads it from standard input')
    .action(async (who, given) => (await module()).passwd(who, given));
  command(user, 'role <user>', 'make someone an owner, administrator, moderator, member or guest')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action(async (who, role, given) => (await module()).role(who, role, given));
  command(user, 'deactivate <user>', 'take someone’s access away; their messages stay').action(async (who, given) =>
    (await module()).deactivate(who, given),
  );
  command(user, 'reactivate <user>', 'give a deactivated person their access back').action(async (who, given) =>
    (await module()).reactivate(who, given),
  );
  command(user, 'allow-email-changes <user>', 'let an owner give others another e-mail address')
    .option('--revoke', 'take that right back')
    .action(async (who, given) => (await module()).allowEmailChanges(who, given));
}

export function organization(klatch: Command): void {
  listing(klatch, 'mail', 'print the e-mails that wait to be delivered, with the links in them').action(async (given) =>
    (await import('../mail.ts')).waiting(given),
  );
  const organization = klatch.command('organization').description('the organisation as a whole');
  command(organization, 'reactivate', 'take a deactivated organisation into use again').action(async (given) =>
    (await import('../organization.ts')).reactivate(given),
  );
  command(klatch, 'reload-clients', 'have web clients load their page anew, once nobody is in the middle of something')
    .option('--immediate', 'at once')
    .action(async (given) => (await import('../reload-clients.ts')).reloadClients(given));
}
