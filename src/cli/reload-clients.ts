import type { Given } from './configuration.ts';
import { tell } from './output.ts';
import { perform } from './run-command.ts';

export async function reloadClients(given: Given & { immediate?: boolean }): Promise<void> {
  const { told } = await perform(given, 'reload-clients', { immediate: given.immediate ?? false });
  tell(
    given,
    { told },
    `${told === 1 ? 'One web client is' : `${told || 'No'} web clients are`} told to load their page anew.`,
  );
}
