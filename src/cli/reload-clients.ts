import type { CommandOptions } from './configuration.ts';
import { printLine } from './output.ts';
import { counted } from './progress.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reloadClients(options: CommandOptions & { immediate?: boolean }): Promise<void> {
  const { told } = await runCommandAnywhere(options, 'reload-clients', { immediate: options.immediate ?? false });
  printLine(options, { told }, `Asked ${counted(told, 'web client')} to reload.`);
}
