import { Argument, type Command, Option } from 'commander';
import { command, count, listing, serverUrl, time } from '../options.ts';

/** Repeated here, so that help does not load the chat code. */
const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;

export function people(klatch: Command): void {
  klatch.commandsGroup('Users and channels (also while the server runs):');
  const user = klatch.command('user').description('create and change accounts');
  const module = () => import('../user/user.ts');
  listing(user, 'create <email>', 'create an account and print its API key')
    .option('--name <name>', 'full name (default: the part before the @)')
    .option('--owner', 'same as --role owner')
    .addOption(new Option('--role <role>', 'role (default: member)').choices(ROLES))
    .option('--password <password>', 'password; - reads it from standard input')
    .action(async (email, options) => (await module()).create(email, options));
  listing(user, 'list', 'list all accounts').action(async (options) => (await module()).list(options));
  listing(user, 'api-key <user>', 'print a user’s API key')
    .option('--new', 'create a new key first; the old one stops working')
    .action(async (who, options) => (await module()).apiKey(who, options));
  listing(user, 'login-link <user>', 'print a one-time sign-in link for a user')
    .option('--minutes <n>', 'validity in minutes', count, 60)
    .action(async (who, options) => (await module()).loginLink(who, options));
  listing(user, 'claim', 'give an imported account without an address to somebody, and print their sign-in link')
    .addArgument(new Argument('<user>', 'ID of the account'))
    .addArgument(new Argument('<email>', 'the address of the person'))
    .option('--minutes <n>', 'validity of the link in minutes', count, 1440)
    .action(async (who, email, options) => (await module()).claim(who, email, options));
  listing(user, 'passwd <user>', 'set a user’s password')
    .option('--password <password>', 'new password; - reads it from standard input')
    .action(async (who, options) => (await module()).passwd(who, options));
  listing(user, 'unlink <user>', 'unlink a user from identity providers; the next sign-in links them again').action(
    async (who, options) => (await module()).unlink(who, options),
  );
  listing(user, 'reset-second-factor <user>', 'remove a user’s authenticator app, passkeys and recovery codes').action(
    async (who, options) => (await module()).resetSecondFactor(who, options),
  );
  listing(user, 'sign-out [user]', 'end the sessions of a user')
    .option('--everyone', 'end the sessions of everybody')
    .option('--api-keys', 'also replace the API keys of people, so that apps have to sign in again; bots keep theirs')
    .action(async (who, options) => (await module()).signOut(who, options));
  listing(user, 'role <user>', 'change a user’s role')
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .action(async (who, role, options) => (await module()).role(who, role, options));
  listing(user, 'deactivate <user>', 'deactivate a user; their messages are kept').action(async (who, options) =>
    (await module()).deactivate(who, options),
  );
  listing(user, 'reactivate <user>', 'reactivate a user').action(async (who, options) =>
    (await module()).reactivate(who, options),
  );
  listing(user, 'allow-email-changes <user>', 'allow an owner to change other users’ e-mail addresses')
    .option('--revoke', 'withdraw the permission')
    .action(async (who, options) => (await module()).allowEmailChanges(who, options));
  personalDataCommands(user);
  directoryCommands(klatch);
}

function directoryCommands(klatch: Command): void {
  const ldap = klatch.command('ldap').description('check the LDAP directory, and update accounts from it');
  const module = () => import('../ldap/ldap.ts');
  listing(ldap, 'check', 'look for a login name in the directory, and print what a sign-in would do')
    .addArgument(new Argument('<name>', 'what somebody enters to sign in'))
    .option('--password [password]', 'also check this password; without it or with -: from standard input')
    .action(async (name, options) => (await module()).check(name, options));
  listing(ldap, 'sync', 'update names, roles and groups of all accounts now, and deactivate those without an entry')
    .option('--dry-run', 'only print what would change')
    .action(async (options) => (await module()).synchronize(options));
}

/** Import, export and erasure of users. */
function personalDataCommands(user: Command): void {
  as(listing(user, 'import', 'create an account for each line of a CSV file, which has the names of its columns first'))
    .addArgument(new Argument('<file>', 'columns: email, and optionally name, role, channels, groups'))
    .option('--invite', 'send invitations by e-mail instead')
    .option('--dry-run', 'only check the file and print what would happen')
    .action(async (file, options) => (await import('../user/user-import.ts')).importUsers(file, options));
  listing(user, 'export', 'export everything that is stored about a user, to give it to them')
    .addArgument(new Argument('<user>', 'e-mail address or ID'))
    .addArgument(new Argument('<file>', 'the archive to write: a .zip file'))
    .action(async (who, file, options) => (await import('../export/export.ts')).exportUser(who, file, options));
  listing(user, 'erase <user>', 'erase a user’s personal data permanently')
    .addOption(
      new Option('--messages <choice>', 'keep: show them as from "Deleted user"')
        .choices(['keep', 'delete'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--backups <choice>', 'what to do with backups that contain the user')
        .choices(['list', 'delete'])
        .default('list'),
    )
    .action(async (who, options) => (await import('../user/erase.ts')).eraseUser(who, options));
}

/** The user on whose behalf, and with whose permissions, a command runs. */
const as = (to: Command): Command => to.option('--as <user>', 'user to act as (default: the first owner)');
/** For flags that can be given several times. */
const several = (value: string, before: string[] = []): string[] => [...before, value];

/** The same for numbers. */
const counts = (value: string, before: number[] = []): number[] => [...before, count(value)];

export function channels(klatch: Command): void {
  invitationCommands(klatch);
  channelCommands(klatch);
  messageCommands(klatch);
  auditCommand(klatch);
  statisticsCommand(klatch);
  groupCommands(klatch);
  emojiCommands(klatch);
  botCommands(klatch);
}

function invitationCommands(klatch: Command): void {
  const invite = klatch.command('invite').description('manage invitations');
  const module = () => import('../invite/invite.ts');
  as(listing(invite, 'create [emails...]', 'print an invitation link, or e-mail invitations to these addresses'))
    .addOption(new Option('--role <role>', 'role of invited users').choices(ROLES).default('member'))
    .option('--days <n>', 'validity in days (default: 10)', count)
    .addOption(new Option('--never', 'never expire').conflicts('days'))
    .option('--channel <channel>', 'channel to join besides the default channels; can be repeated', several)
    .action(async (emails, options) => (await module()).create(emails, options));
  as(listing(invite, 'list', 'list open invitations')).action(async (options) => (await module()).list(options));
  as(listing(invite, 'revoke', 'revoke an invitation'))
    .addArgument(new Argument('<id>', 'ID from invite list').argParser(count))
    .action(async (id, options) => (await module()).revoke(id, options));
}

function channelCommands(klatch: Command): void {
  const channel = klatch.command('channel').description('create and archive channels');
  const module = () => import('../channel/channel.ts');
  listing(channel, 'list', 'list channels')
    .option('--archived', 'include archived channels')
    .action(async (options) => (await module()).list(options));
  as(listing(channel, 'create <name>', 'create a channel and print its ID'))
    .option('--description <text>', 'description', '')
    .addOption(
      new Option('--privacy <kind>', 'who can read the channel')
        .choices(['public', 'private', 'web-public'])
        .default('public'),
    )
    .option('--default', 'subscribe new users automatically')
    .option('--subscribe <user>', 'user to subscribe: address, ID or everyone; can be repeated', several)
    .option('--announce', 'announce the channel')
    .action(async (name, options) => (await module()).create(name, options));
  as(listing(channel, 'archive <channel>', 'archive a channel; its messages are kept')).action(async (name, options) =>
    (await module()).archive(name, options),
  );
  as(
    listing(
      channel,
      'merge <channel>',
      'move all topics and subscribers of a channel into another one, and archive it',
    ),
  )
    .addArgument(new Argument('<into>', 'the channel that receives them'))
    .action(async (name, into, options) => (await module()).merge(name, into, options));
  as(listing(channel, 'restore <channel>', 'restore an archived channel with its subscribers')).action(
    async (name, options) => (await module()).restore(name, options),
  );
}

function messageCommands(klatch: Command): void {
  const message = klatch.command('message').description('list and restore deleted messages');
  const module = () => import('../message/message.ts');
  as(listing(message, 'deleted', 'list deleted messages that can be restored, latest deletions first'))
    .option('--limit <n>', 'maximum number of messages', count, 50)
    .action(async (options) => (await module()).deleted(options));
  as(listing(message, 'restore', 'restore deleted messages'))
    .addArgument(new Argument('<ids...>', 'IDs from message deleted').argParser(counts))
    .action(async (ids, options) => (await module()).restore(ids, options));
}

function auditCommand(klatch: Command): void {
  listing(klatch, 'audit', 'print the audit log, latest entries first; --json: as JSON Lines')
    .option('--user <user>', 'only what this user did, or what was done to them')
    .option('--by <user>', 'only what this user did')
    .option('--to <user>', 'only what was done to this user')
    .option('--address <address>', 'only from this IP address, or from those that begin with it')
    .option('--kind <kind>', 'only this kind of action, such as role_change')
    .option('--since <time>', 'only from this time on, such as 2026-01-30 or 1d for the last day', seconds)
    .option('--until <time>', 'only before this time', seconds)
    .option('--limit <n>', 'maximum number of entries', count, 50)
    .option('--follow', 'print the oldest first, and then new entries as they come')
    .action(async (options) => (await import('../audit/audit.ts')).audit(options));
}

function statisticsCommand(klatch: Command): void {
  listing(klatch, 'stats', 'print statistics: messages, active users, storage, e-mails and notifications')
    .addOption(new Option('--period <period>', 'count by day or by week').choices(['day', 'week']).default('day'))
    .option('--num <n>', 'number of days or weeks, at most 104', count, 14)
    .action(async (options) => (await import('../statistics/statistics.ts')).statistics(options));
}

/** A time in ISO 8601, or a time ago such as `1d`, as s since 1970. */
const seconds = (input: string): number => {
  const ago = /^\d{1,5}[smhdw]$/.test(input) ? Number.parseInt(input, 10) * UNITS[input.at(-1)!]! : undefined;
  return Math.floor((ago === undefined ? time(input) : Date.now() - ago * 1000) / 1000);
};

/** Seconds. */
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

function groupCommands(klatch: Command): void {
  const module = () => import('../channel/channel.ts');
  const group = klatch.command('group').description('create user groups');
  listing(group, 'list', 'list user groups').action(async (options) => (await module()).listGroups(options));
  as(listing(group, 'create <name>', 'create a user group and print its ID'))
    .option('--description <text>', 'description', '')
    .option('--member <user>', 'member: address or ID; can be repeated', several)
    .action(async (name, options) => (await module()).createGroup(name, options));
}

function emojiCommands(klatch: Command): void {
  const emoji = klatch.command('emoji').description('manage custom emoji');
  as(listing(emoji, 'add <name> <picture>', 'add a custom emoji from an image file')).action(
    async (name, file, options) => (await import('../emoji/emoji.ts')).add(name, file, options),
  );
  listing(emoji, 'list', 'list custom emoji').action(async (options) =>
    (await import('../emoji/emoji.ts')).list(options),
  );
}

function botCommands(klatch: Command): void {
  const bot = klatch.command('bot').description('manage bots');
  const module = () => import('../bot/bot.ts');
  as(listing(bot, 'create <short-name>', 'create a bot and print its API key'))
    .option('--name <name>', 'full name (default: the short name)')
    .addOption(
      new Option('--type <type>', 'incoming: receives webhooks; outgoing: posts messages to --url')
        .choices(['generic', 'incoming', 'outgoing'])
        .default('generic'),
    )
    .option('--url <url>', 'URL that an outgoing webhook posts to')
    .action(async (name, options) => (await module()).create(name, options));
  listing(bot, 'list', 'list bots').action(async (options) => (await module()).list(options));
  listing(bot, 'token <bot>', 'print a bot’s API key')
    .option('--new', 'create a new key first')
    .action(async (who, options) => (await module()).token(who, options));
  listing(
    klatch.command('webhook').description('connect other services'),
    'url <service>',
    'print the webhook URL for a service',
  )
    .requiredOption('--bot <bot>', 'incoming webhook bot')
    .option('--channel <channel>', 'channel for messages (default: direct messages to the bot’s owner)')
    .option('--topic <topic>', 'topic for messages (default: chosen by the service)')
    .action(async (service, options) => (await module()).webhookUrl(service, options));
}

/** Repeated here, so that help does not load the code of imports. */
const PRODUCTS = ['slack', 'zulip', 'mattermost', 'rocketchat', 'discord'] as const;

function imports(klatch: Command): void {
  listing(klatch, 'import', 'import the history of another chat product; repeat it to add only what is new')
    .addArgument(new Argument('<product>', 'the product that the archive comes from').choices(PRODUCTS))
    .addArgument(new Argument('<file>', 'the archive, or the folder into which it was unpacked'))
    .option('--dry-run', 'print what would be imported; write nothing')
    .option('--as-of <time>', 'leave out messages sent after this time, such as 2026-01-30T12:00:00Z', time)
    .option('--map <file>', 'CSV file with e-mail addresses of users in the archive: ID or user name, address')
    .option('--public-channels', 'make channels public if the archive does not say who may read them (Discord)')
    .option('--settings', 'also replace the organization’s settings, if people have accounts here already')
    .option('--roles', 'keep the roles of the archive, if the organization has an owner already')
    .option('--download', 'fetch files that are not in the archive from the product’s own servers')
    .option('--token <token>', 'fetch them with this token (Slack)')
    .option('--server <name>', 'the server of the archive, if you import from several (Mattermost)')
    .option('--report <file>', 'file that lists what is left out, and why (default: one here, named by time)')
    .action(async (product, file, options) =>
      (await import('../import/import.ts')).importArchive(product, file, options),
    );
}

function exports(klatch: Command): void {
  listing(klatch, 'export', 'export the organization, for another server or for other programs')
    .addArgument(new Argument('<file>', 'the archive to write: a .zip file'))
    .addOption(
      new Option('--format <format>', 'zulip: what Zulip’s importer reads; json: JSON lines')
        .choices(['zulip', 'json'])
        .default('zulip'),
    )
    .addOption(new Option('--public', 'only public channels').conflicts(['withConsent', 'full']))
    .addOption(new Option('--with-consent', 'also the private data of users who consent (default)').conflicts(['full']))
    .option('--full', 'everything, also private data without consent')
    .action(async (file, options) => (await import('../export/export.ts')).exportOrganization(file, options));
}

export function organization(klatch: Command): void {
  imports(klatch);
  exports(klatch);
  const mail = klatch.command('mail').description('show queued mail and its links, and mail all members');
  const module = () => import('../mail/mail.ts');
  command(mail, 'waiting', 'list queued mail (default)', { isDefault: true })
    .option('--json', 'print JSON')
    .action(async (options) => (await module()).waiting(options));
  listing(mail, 'failed', 'list failed mail with the reasons').action(async (options) =>
    (await module()).failed(options),
  );
  listing(mail, 'retry', 'retry a failed mail')
    .addArgument(new Argument('<id>', 'ID from mail failed').argParser(count))
    .action(async (id, options) => (await module()).retry(id, options));
  listing(mail, 'test <email>', 'send a test mail and print the mail server’s answer').action(async (email, options) =>
    (await module()).test(email, options),
  );
  announcementCommand(mail);
  const organization = klatch.command('organization').description('manage the organization');
  organizationSettings(organization);
  manyOrganizations(organization);
  listing(organization, 'reactivate', 'reactivate a deactivated organization').action(async (options) =>
    (await import('../organization/organization.ts')).reactivate(options),
  );
  listing(klatch, 'reload-clients', 'make web clients reload, when idle or when the user agrees')
    .option('--immediate', 'reload immediately')
    .action(async (options) => (await import('../client/reload-clients.ts')).reloadClients(options));
}

/** The settings that administrators also change in the web client. */
function organizationSettings(organization: Command): void {
  const module = () => import('../organization/organization.ts');
  const setting = () => new Argument('<setting>', 'name of the setting, such as name or description');
  listing(organization, 'show', 'print the settings of the organization').action(async (options) =>
    (await module()).show(options),
  );
  listing(organization, 'get', 'print one setting of the organization')
    .addArgument(setting())
    .action(async (name, options) => (await module()).get(name, options));
  as(listing(organization, 'set', 'change a setting of the organization'))
    .addArgument(setting())
    .addArgument(new Argument('<value>', 'a text, a number, on, off or none'))
    .action(async (name, value, options) => (await module()).set(name, value, options));
}

/** Commands for the organizations of a server with --organizations. */
function manyOrganizations(organization: Command): void {
  const module = () => import('../organizations/commands.ts');
  const withName = (form: string, about: string) =>
    listing(organization, form, about).addArgument(new Argument('<name>', 'name of the organization, such as bakery'));
  withName('create', 'create an organization in the folder of --organizations')
    .requiredOption('--host <host>', 'its host name, such as chat.example.com, or its URL')
    .option('--owner <email>', 'create an account for its owner, and print a sign-in link')
    .option('--max-users <n>', 'maximum number of active users, without bots', count)
    .option('--upload-quota-mib <mib>', 'maximum total size of uploaded files, MiB', count)
    .option('--requests-per-minute <n>', 'maximum number of requests per minute of all users together', count)
    .action(async (name, options) => (await module()).create(name, options));
  listing(organization, 'list', 'list the organizations in the folder').action(async (options) =>
    (await module()).list(options),
  );
  withName('suspend', 'answer nobody in an organization; its data is kept')
    .option('--moving', 'tell its clients to try again, since it is moved to another machine')
    .action(async (name, options) => (await module()).suspend(name, options));
  withName('resume', 'end the suspension of an organization').action(async (name, options) =>
    (await module()).resume(name, options),
  );
  moves(withName);
  withName('remove', 'delete a suspended organization with all its data')
    .option('--yes', 'do not ask for confirmation')
    .action(async (name, options) => (await module()).remove(name, options));
}

type WithName = (form: string, about: string) => Command;

function moves(withName: WithName): void {
  const module = () => import('../organizations/move/commands.ts');
  withName('move', 'move an organization to another machine or folder, with a silence of a second or two')
    .requiredOption('--to <place>', 'folder of organizations: HOST:/srv/klatch over SSH, or a path on this machine')
    .option('--forward <url>', 'afterwards, forward its requests to the server at this URL', serverUrl)
    .option('--ssh <command>', 'how to reach the other machine', 'ssh')
    .option('--remote-program <path>', 'Klatch on the other machine', 'klatch')
    .action(async (name, options) => (await module()).move(name, options));
  withName('receive', 'used by move: take an organization from standard input').action(async (name, options) =>
    (await module()).receive(name, options),
  );
}

/** Mail to all members. */
function announcementCommand(mail: Command): void {
  as(listing(mail, 'send', 'send an e-mail to all members, or to some of them'))
    .addArgument(new Argument('[text]', 'text in Markdown; - reads it from standard input'))
    .requiredOption('--subject <subject>', 'subject')
    .addOption(new Option('--everyone', 'send it to all members').conflicts(['role', 'group', 'channel']))
    .addOption(
      new Option('--role <role>', 'send it to members with this role').choices(ROLES).conflicts(['group', 'channel']),
    )
    .addOption(new Option('--group <group>', 'send it to the members of a user group').conflicts('channel'))
    .option('--channel <channel>', 'send it to the subscribers of a channel')
    .addOption(new Option('--dry-run', 'only print the number of recipients').conflicts('test'))
    .option('--test', 'only send it to yourself: the user of --as')
    .action(async (text, options) => (await import('../mail/send.ts')).sendMail(text, options));
}
