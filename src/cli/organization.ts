import type { Given } from './configuration.ts';
import { tell } from './output.ts';
import { perform } from './run-command.ts';

export async function reactivate(given: Given): Promise<void> {
  const { name } = await perform(given, 'organization-reactivate', {});
  tell(given, { name }, `${name} is in use.`);
}
