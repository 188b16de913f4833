import type { CommandOptions } from './configuration.ts';
import { printLine } from './output.ts';
import { counted } from './progress.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reloadClients(given: CommandOptions & { immediate?: boolean }): Promise<void> {
  const { told } = await runCommandAnywhere(given, 'reload-clients', { immediate: given.immediate ?? false });
  printLine(given, { told }, `Asked ${counted(told, 'web client')} to reload.`);
}
