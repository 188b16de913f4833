import type { Given } from './configuration.ts';
import { printLine } from './output.ts';
import { runCommandAnywhere } from './run-command.ts';

export async function reloadClients(given: Given & { immediate?: boolean }): Promise<void> {
  const { told } = await runCommandAnywhere(given, 'reload-clients', { immediate: given.immediate ?? false });
  printLine(
    given,
    { told },
    `${told === 1 ? 'One web client is' : `${told || 'No'} web clients are`} told to load their page anew.`,
  );
}
