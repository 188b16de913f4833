import type { Given } from './configuration.ts';
import { perform } from './perform.ts';
import { tell } from './say.ts';

export async function reactivate(given: Given): Promise<void> {
  const { name } = await perform(given, 'organization-reactivate', {});
  tell(given, { name }, `${name} is in use.`);
}
