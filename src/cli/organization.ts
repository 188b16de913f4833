import { perform } from './perform.ts';

export async function reactivate(given: { data?: string }): Promise<void> {
  const { name } = await perform(given.data, 'organization-reactivate', {});
  console.error(`${name} is in use.`);
}
