import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';

/** Whether a first owner can still be created. */
export const isUnowned = (app: App): boolean => app.users.activeOwners() === 0;

/** Throws unless the organization has no owner and the code is the valid one of this server process. */
export function requireSetUpCode(app: App, given: string): void {
  if (!isUnowned(app)) throw badRequest('This server has been set up already.');
  if (!app.memory.setup.code)
    throw badRequest(
      'This server takes no set-up code. Make the owner on the command line: klatch user create --owner',
    );
  if (app.memory.setup.code.expired)
    throw badRequest('This code is no longer valid. Start the server again: it prints a new one.');
  if (!app.memory.setup.code.matches(given))
    throw badRequest('This is not the code. It is printed where the server was started.');
}
