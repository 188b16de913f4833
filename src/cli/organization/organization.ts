import { printJson, printLine, printTable } from '../../kernel/terminal/output.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

export async function reactivate(options: CommandOptions): Promise<void> {
  const { name } = await runCommandAnywhere(options, 'organization-reactivate', {});
  printLine(options, { name }, `Reactivated ${name}.`);
}

/** Prints all settings that administrators change in the organization's own settings. */
export async function show(options: CommandOptions): Promise<void> {
  const { settings } = await runCommandAnywhere(options, 'organization-show', {});
  if (options.json) return printJson(settings);
  printTable(
    ['setting', 'value'],
    settings.map(({ setting, value }) => [setting, textOf(value)]),
  );
}

export async function get(setting: string, options: CommandOptions): Promise<void> {
  const found = await runCommandAnywhere(options, 'organization-get', { setting });
  if (options.json) printJson(found);
  else console.log(textOf(found.value));
}

export async function set(setting: string, value: string, options: CommandOptions & { as?: string }): Promise<void> {
  const changed = await runCommandAnywhere(options, 'organization-set', { setting, value, as: options.as });
  printLine(options, changed, `${changed.setting} is now ${textOf(changed.value)}.`);
}

/** As the command line takes it. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null ? 'none' : String(value);
}
