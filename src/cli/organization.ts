import type { Given } from './configuration.ts';
import { perform } from './perform.ts';
import { say } from './say.ts';

export async function reactivate(given: Given): Promise<void> {
  const { name } = await perform(given, 'organization-reactivate', {});
  say(`${name} is in use.`);
}
