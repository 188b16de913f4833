import type { Given } from './configuration.ts';
import { perform } from './perform.ts';
import { tell } from './say.ts';

export async function reloadClients(given: Given & { immediate?: boolean }): Promise<void> {
  const { told } = await perform(given, 'reload-clients', { immediate: given.immediate ?? false });
  tell(
    given,
    { told },
    `${told === 1 ? 'One web client is' : `${told || 'No'} web clients are`} told to load their page anew.`,
  );
}
