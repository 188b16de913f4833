import { Argument, type Command } from 'commander';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { addSettings, count, listing } from '../options.ts';
import { printJson } from '../output.ts';

export function safety(klatch: Command): void {
  klatch.commandsGroup('Operate it:');
  listing(klatch, 'backup [file]', 'copy all of it into one file, while a server runs too; checked; prints where')
    .option('--to <dir>', 'a folder in which it is called by the time (default: backups in the data folder)')
    .option('--no-uploads', 'without the uploaded files')
    .option('--keep <n>', 'remove older ones in that folder, but so many', count)
    .action(async (file, given) => (await import('../backup/make.ts')).backup(file, given));
  listing(
    klatch,
    'restore <file>',
    'check a backup, then put it in the place of what is there, which is kept aside',
  ).action(async (file, given) => (await import('../backup/restore.ts')).restore(file, given));
  listing(
    klatch,
    'check [file]',
    'look for damage in the data folder, or in a backup or database file; exit code 8 if there is any',
  )
    .option('--repair', 'make anew what follows from the rest: the search index; remove files that belong to nothing')
    .action(async (file, given) => (await import('../backup/check.ts')).check(file, given));
}

export function configuration(klatch: Command): void {
  const config = klatch.command('config').description('look at and change the settings');
  const module = () => import('../config.ts');
  const show = listing(
    config,
    'show',
    'print every setting with its value and where that comes from; secrets are hidden',
  ).option('--running', 'as the server has them that runs on the folder');
  addSettings(show).action(async (given) => (await module()).show(given));
  listing(config, 'get <setting>', 'print one value').action(async (key, given) => (await module()).get(key, given));
  listing(config, 'set <setting> <value>', 'write a value into klatch.toml').action(async (key, value, given) =>
    (await module()).set(key, value, given),
  );
  listing(config, 'unset <setting>', 'take a value out of klatch.toml').action(async (key, given) =>
    (await module()).unset(key, given),
  );
  const validate = listing(
    config,
    'validate',
    'say everything that is wrong with flags, variables and file; exit code 2 if anything is',
  );
  addSettings(validate).action(async (given) => (await module()).validate(given));
}

export function inspection(klatch: Command): void {
  listing(klatch, 'sql [query]', 'print what a SELECT finds, read only; without a query, what can be asked')
    .option('--csv', 'print comma-separated values')
    .action(async (query, given) => (await import('../sql.ts')).sql(query, given));
  listing(klatch, 'doctor', 'print a report on this server and its machine that can be shown to others').action(
    async (given) => (await import('../doctor.ts')).doctor(given),
  );
  listing(klatch, 'healthcheck', 'ask the server of the data folder whether it is well; exit code 7 if not')
    .option('--url <url>', 'a server elsewhere')
    .option('--timeout <seconds>', 'how long to wait', count, 5)
    .action(async (given) => (await import('../healthcheck.ts')).healthcheck(given));
}

export function aboutItself(klatch: Command): void {
  klatch.commandsGroup('About it:');
  listing(klatch, 'openapi', 'print the description of the API, OpenAPI 3.1 as JSON').action(async () =>
    (await import('../openapi.ts')).printOpenapi(),
  );
  klatch
    .command('licenses')
    .description('print the licences of all that Klatch is made of')
    .action(async () => (await import('../licenses.ts')).printLicences());
  listing(klatch, 'version', 'print the version').action(({ json }) =>
    json
      ? printJson({ version: VERSION, zulip_feature_level: FEATURE_LEVEL, node: process.version })
      : console.log(VERSION),
  );
  klatch
    .command('completion')
    .description('print a script that has a shell complete commands and flags')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => (await import('../completion.ts')).completion(shell));
}
