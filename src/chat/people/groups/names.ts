import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';

export const MAX_GROUP_NAME_LENGTH = 100;
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * Returns the name as it is stored. Throws if it is empty, too long, could be mistaken for something else, or is taken.
 */
export function requireFreeGroupName(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if (name === '') throw badRequest("User group name can't be empty!");
  if ([...name].length > MAX_GROUP_NAME_LENGTH)
    throw badRequest(`User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`);
  const prefix = RESERVED.find((reserved) => name.toLowerCase().startsWith(reserved));
  if (prefix) throw badRequest(`User group name cannot start with '${prefix}'.`);
  const taken = app.groups.named(name);
  if (taken && taken.id !== ownId) throw badRequest(`User group '${name}' already exists.`);
  return name;
}
