import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';

/** Whether a first owner can still be created. */
export const isUnowned = (app: App): boolean => app.users.activeOwners() === 0;

/** Throws unless the organization has no owner and the code is the valid one of this server process. */
export function requireSetUpCode(app: App, given: string): void {
  if (!isUnowned(app)) throw badRequest('This server has been set up already.');
  if (!app.setUpCode)
    throw badRequest(
      'This server takes no set-up code. Make the owner on the command line: klatch user create --owner',
    );
  if (app.setUpCode.expired)
    throw badRequest('This code is no longer valid. Start the server again: it prints a new one.');
  if (!app.setUpCode.matches(given))
    throw badRequest('This is not the code. It is printed where the server was started.');
}
