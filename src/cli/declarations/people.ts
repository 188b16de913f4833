import { Argument, type Command, Option } from 'commander';
import { command, count, listing } from '../options.ts';

/** Named here again, since help should come without loading the chat. */
const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;

export function people(klatch: Command): void {
  klatch.commandsGroup('People and channels, beside a running server too:');
  const user = klatch.command('user').description('make and change accounts');
  const module = () => import('../user.ts');
  listing(user, 'create <email>', 'make an account; prints its API key')
    .option('--name <name>', 'the full name (default: what is before the @)')
    .option('--owner', 'the same as --role owner')
    .addOption(new Option('--role <role>', 'what they may do (default: member)').choices(ROLES))
    .option('--password <password>', 'to sign in with; - reads it from standard input')
    .action(async (email, given) => (await module()).create(email, given));
  listing(user, 'list', 'print all accounts').action(async (given) => (await module()).list(given));
  listing(user, 'api-key <user>', 'print someone’s API key')
    .option('--new', 'replace it first: clients that use the old one are signed out')
    .action(async (who, given) => (await module()).apiKey(who, given));
  listing(user, 'login-link <user>', 'print a link that signs someone in once, without a password')
    .option('--minutes <n>', 'how long it holds', count, 60)
    .action(async (who, given) => (await module()).loginLink(who, given));
  listing(user, 'passwd <user>', 'set someone’s password')
    .option('--password <password>', 'the new one; - reads it from standard input')
    .action(async (who, given) => (await module()).passwd(who, given));
  listing(user, 'role <user>', 'make someone an owner, administrator, moderator, member or guest')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action(async (who, role, given) => (await module()).role(who, role, given));
  listing(user, 'deactivate <user>', 'take someone’s access away; their messages stay').action(async (who, given) =>
    (await module()).deactivate(who, given),
  );
  listing(user, 'reactivate <user>', 'give a deactivated person their access back').action(async (who, given) =>
    (await module()).reactivate(who, given),
  );
  listing(user, 'allow-email-changes <user>', 'let an owner give others another e-mail address')
    .option('--revoke', 'take that right back')
    .action(async (who, given) => (await module()).allowEmailChanges(who, given));
}

/** On whose behalf, and so with whose permissions. */
const as = (to: Command): Command => to.option('--as <user>', 'on whose behalf (default: the first owner)');
/** For flags that may be given several times. */
const several = (value: string, before: string[] = []): string[] => [...before, value];

export function channels(klatch: Command): void {
  const invite = klatch.command('invite').description('let people in');
  const invitations = () => import('../invite.ts');
  as(
    listing(
      invite,
      'create [emails...]',
      'print a link with which anybody may join, or mail invitations to these addresses',
    ),
  )
    .addOption(new Option('--role <role>', 'as what they join').choices(ROLES).default('member'))
    .option('--days <n>', 'how long it holds (default: 10)', count)
    .addOption(new Option('--never', 'it never expires').conflicts('days'))
    .option('--channel <channel>', 'a channel they join besides the default ones; may be repeated', several)
    .action(async (emails, given) => (await invitations()).create(emails, given));
  as(listing(invite, 'list', 'print the invitations that are open')).action(async (given) =>
    (await invitations()).list(given),
  );
  as(listing(invite, 'revoke', 'take an invitation back'))
    .addArgument(new Argument('<id>', 'as invite list prints it').argParser(count))
    .action(async (id, given) => (await invitations()).revoke(id, given));

  const channel = klatch.command('channel').description('make and archive channels');
  const channels = () => import('../channel.ts');
  listing(channel, 'list', 'print the channels')
    .option('--archived', 'the archived ones too')
    .action(async (given) => (await channels()).list(given));
  as(listing(channel, 'create <name>', 'make a channel; prints its id'))
    .option('--description <text>', 'what it is for', '')
    .addOption(
      new Option('--privacy <kind>', 'who may read it').choices(['public', 'private', 'web-public']).default('public'),
    )
    .option('--default', 'new people are subscribed')
    .option(
      '--subscribe <user>',
      'who is in it from the start: an address or id, or everyone; may be repeated',
      several,
    )
    .option('--announce', 'tell everybody of it')
    .action(async (name, given) => (await channels()).create(name, given));
  as(listing(channel, 'archive <channel>', 'lay a channel to rest; what was said stays')).action(async (name, given) =>
    (await channels()).archive(name, given),
  );

  const group = klatch.command('group').description('make groups of people');
  listing(group, 'list', 'print the groups').action(async (given) => (await channels()).listGroups(given));
  as(listing(group, 'create <name>', 'make a group; prints its id'))
    .option('--description <text>', 'what it is for', '')
    .option('--member <user>', 'who is in it: an address or id; may be repeated', several)
    .action(async (name, given) => (await channels()).createGroup(name, given));

  const emoji = klatch.command('emoji').description('the organization’s own emoji');
  as(listing(emoji, 'add <name> <picture>', 'make a picture an emoji')).action(async (name, file, given) =>
    (await import('../emoji.ts')).add(name, file, given),
  );
  listing(emoji, 'list', 'print the organization’s own emoji').action(async (given) =>
    (await import('../emoji.ts')).list(given),
  );

  const bot = klatch.command('bot').description('programs that have accounts');
  const bots = () => import('../bot.ts');
  as(listing(bot, 'create <short-name>', 'make a bot; prints its API key'))
    .option('--name <name>', 'what it is called (default: the short name)')
    .addOption(
      new Option('--type <type>', 'incoming: brings messages in; outgoing: is told of messages at --url')
        .choices(['generic', 'incoming', 'outgoing'])
        .default('generic'),
    )
    .option('--url <url>', 'where an outgoing one is told')
    .action(async (name, given) => (await bots()).create(name, given));
  listing(bot, 'list', 'print the bots').action(async (given) => (await bots()).list(given));
  listing(bot, 'token <bot>', 'print a bot’s API key')
    .option('--new', 'replace it first')
    .action(async (who, given) => (await bots()).token(who, given));
  listing(
    klatch.command('webhook').description('let other programs send messages'),
    'url <service>',
    'print the address to give to a service',
  )
    .requiredOption('--bot <bot>', 'the bot that brings them in, of type incoming')
    .option('--channel <channel>', 'where they go (default: to the bot’s owner)')
    .option('--topic <topic>', 'under which topic (default: the service’s own choice)')
    .action(async (service, given) => (await bots()).webhookUrl(service, given));
}

export function organization(klatch: Command): void {
  const mail = klatch.command('mail').description('e-mails that wait to be delivered, with the links in them');
  const mails = () => import('../mail.ts');
  command(mail, 'waiting', 'print the mails that are not sent yet (the default)', { isDefault: true })
    .option('--json', 'print JSON, for programs')
    .action(async (given) => (await mails()).waiting(given));
  listing(mail, 'failed', 'print those that could not be delivered, and why').action(async (given) =>
    (await mails()).failed(given),
  );
  listing(mail, 'retry', 'try one of them once more')
    .addArgument(new Argument('<id>', 'as mail failed prints it').argParser(count))
    .action(async (id, given) => (await mails()).retry(id, given));
  listing(mail, 'test <email>', 'send a mail there now, and tell what the mail server says').action(
    async (email, given) => (await mails()).test(email, given),
  );
  const organization = klatch.command('organization').description('the organization as a whole');
  listing(organization, 'reactivate', 'take a deactivated organization into use again').action(async (given) =>
    (await import('../organization.ts')).reactivate(given),
  );
  listing(
    klatch,
    'reload-clients',
    'have web clients load their page anew, when nobody looks at it or who does wants it',
  )
    .option('--immediate', 'at once')
    .action(async (given) => (await import('../reload-clients.ts')).reloadClients(given));
}
