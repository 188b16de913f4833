import { Argument, type Command } from 'commander';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { printJson } from '../../kernel/terminal/output.ts';
import { addSettings, count, listing } from '../options.ts';

export function safety(klatch: Command): void {
  klatch.commandsGroup('Operation:');
  listing(klatch, 'backup [file]', 'back up everything into one verified file, also while the server runs')
    .option('--to <dir>', 'folder for a file named by time (default: backups in the data folder)')
    .option('--no-uploads', 'leave out uploaded files')
    .option('--keep <n>', 'keep only this many backups in that folder', count)
    .action(async (file, options) => (await import('../backup/make.ts')).backup(file, options));
  listing(
    klatch,
    'restore <file>',
    'verify a backup, then replace the data folder with it; the old data is kept',
  ).action(async (file, options) => (await import('../backup/restore.ts')).restore(file, options));
  const files = klatch.command('files').description('move uploaded files between the data folder and other places');
  listing(files, 'move <place>', 'move all files to a folder, to s3://BUCKET/PREFIX or to the data folder').action(
    async (place, options) => (await import('../files/move-files.ts')).moveFiles(place, options),
  );
  listing(
    klatch,
    'check [file]',
    'check the data folder, a backup or a database file for damage; exit code 8 if damaged',
  )
    .option('--repair', 'rebuild the search index and remove orphaned files')
    .action(async (file, options) => (await import('../backup/check.ts')).check(file, options));
}

export function configuration(klatch: Command): void {
  const config = klatch.command('config').description('show and change settings');
  const module = () => import('../config/config.ts');
  const show = listing(config, 'show', 'print every setting, its value and its source; secrets are hidden').option(
    '--running',
    'print the settings of the running server',
  );
  addSettings(show).action(async (options) => (await module()).show(options));
  listing(config, 'get <setting>', 'print one setting').action(async (key, options) =>
    (await module()).get(key, options),
  );
  listing(config, 'set <setting> <value>', 'set a value in klatch.toml').action(async (key, value, options) =>
    (await module()).set(key, value, options),
  );
  listing(config, 'unset <setting>', 'remove a value from klatch.toml').action(async (key, options) =>
    (await module()).unset(key, options),
  );
  const validate = listing(config, 'validate', 'validate flags, variables and klatch.toml; exit code 2 if invalid');
  addSettings(validate).action(async (options) => (await module()).validate(options));
}

export function inspection(klatch: Command): void {
  listing(klatch, 'sql [query]', 'run a read-only SELECT; without a query, list the views')
    .option('--csv', 'print CSV')
    .action(async (query, options) => (await import('../sql/sql.ts')).sql(query, options));
  listing(klatch, 'doctor', 'print a report about this server and machine, without secrets').action(async (options) =>
    (await import('../doctor/doctor.ts')).doctor(options),
  );
  listing(klatch, 'healthcheck', 'check the health of the running server; exit code 7 if unhealthy')
    .option('--url <url>', 'URL of another server')
    .option('--timeout <seconds>', 'timeout in seconds', count, 5)
    .action(async (options) => (await import('../doctor/healthcheck.ts')).healthcheck(options));
}

export function aboutItself(klatch: Command): void {
  klatch.commandsGroup('About Klatch:');
  listing(klatch, 'openapi', 'print the OpenAPI 3.1 description of the API').action(async () =>
    (await import('../about/openapi.ts')).printOpenapi(),
  );
  klatch
    .command('licenses')
    .description('print the licenses of Klatch and everything in it')
    .action(async () => (await import('../about/licenses.ts')).printLicenses());
  listing(klatch, 'version', 'print the version').action(({ json }) =>
    json
      ? printJson({ version: VERSION, zulip_feature_level: FEATURE_LEVEL, node: process.version })
      : console.log(VERSION),
  );
  klatch
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => (await import('../about/completion.ts')).completion(klatch, shell));
}
