import type { CommandOptions } from './configuration.ts';
import { printLine } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reactivate(options: CommandOptions): Promise<void> {
  const { name } = await runCommandAnywhere(options, 'organization-reactivate', {});
  printLine(options, { name }, `Reactivated ${name}.`);
}
