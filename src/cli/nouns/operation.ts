import type { Command } from 'commander';
import { VERSION } from '../../kernel/config.ts';
import { addSettings, command, listing } from '../options.ts';

export function configuration(klatch: Command): void {
  klatch.commandsGroup('Operate it:');
  const config = klatch.command('config').description('look at and change the settings');
  const module = () => import('../config.ts');
  const show = listing(config, 'show', 'print every setting with its value and where that comes from; secrets are hidden');
  addSettings(show).action(async (given) => (await module()).show(given));
  listing(config, 'get <setting>', 'print one value').action(async (key, given) => (await module()).get(key, given));
  command(config, 'set <setting> <value>', 'write a value into klatch.toml').action(async (key, value, given) =>
    (await module()).set(key, value, given),
  );
  command(config, 'unset <setting>', 'take a value out of klatch.toml').action(async (key, given) => (await module()).unset(key, given));
  const validate = listing(config, 'validate', 'say everything that is wrong with flags, variables and file; exit code 2 if anything is');
  addSettings(validate).action(async (given) => (await module()).validate(given));
}

export function aboutItself(klatch: Command): void {
  klatch.commandsGroup('About it:');
  command(klatch, 'openapi', 'print the description of the API, OpenAPI 3.1 as JSON').action(async () =>
    (await import('../openapi.ts')).printOpenapi(),
  );
  klatch
    .command('version')
    .description('print the version')
    .action(() => console.log(VERSION));
}
