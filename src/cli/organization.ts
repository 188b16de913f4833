import type { CommandOptions } from './configuration.ts';
import { printLine } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reactivate(given: CommandOptions): Promise<void> {
  const { name } = await runCommandAnywhere(given, 'organization-reactivate', {});
  printLine(given, { name }, `Reactivated ${name}.`);
}
