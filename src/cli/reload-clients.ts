import { perform } from './perform.ts';

export async function reloadClients(given: { data?: string; immediate?: boolean }): Promise<void> {
  const { told } = await perform(given.data, 'reload-clients', { immediate: given.immediate ?? false });
  console.error(`${told === 1 ? 'One web client is' : `${told || 'No'} web clients are`} told to load their page anew.`);
}
