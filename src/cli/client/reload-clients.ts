import { printLine } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

export async function reloadClients(options: CommandOptions & { immediate?: boolean }): Promise<void> {
  const { told } = await runCommandAnywhere(options, 'reload-clients', { immediate: options.immediate ?? false });
  printLine(options, { told }, `Asked ${counted(told, 'web client')} to reload.`);
}
