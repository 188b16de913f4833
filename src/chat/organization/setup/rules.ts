import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';

/** Whether a first owner can still be created. */
export const isUnowned = (app: App): boolean => app.users.activeOwners() === 0;

/** Throws unless the organization has no owner and the code is the valid one of this server process. */
export function requireSetUpCode(app: App, input: string): void {
  if (!isUnowned(app)) throw badRequest('This server is already set up.');
  if (!app.memory.setup.code)
    throw badRequest('This server has no setup code. Create the owner on the command line: klatch user create --owner');
  if (app.memory.setup.code.expired)
    throw badRequest('This code is no longer valid. Restart the server to get a new one.');
  if (!app.memory.setup.code.matches(input))
    throw badRequest('Wrong code. Enter the code that the server printed when it started.');
}
