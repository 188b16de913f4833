import type { Given } from './configuration.ts';
import { printLine } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reactivate(given: Given): Promise<void> {
  const { name } = await runCommandAnywhere(given, 'organization-reactivate', {});
  printLine(given, { name }, `Reactivated ${name}.`);
}
