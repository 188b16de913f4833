import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { requireFreeEmail } from '../users/names.ts';

/** Why somebody cannot be invited, if so; of accounts, whether they are out of use (undefined: the address is none). */
export function invitationError(
  app: App,
  email: string,
): [[email: string, why: string, deactivated: boolean | undefined]] | undefined {
  const account = app.users.byEmail(email);
  if (account)
    return [
      [email, account.is_active ? 'Already has an account.' : 'Account has been deactivated.', !account.is_active],
    ];
  try {
    requireFreeEmail(app, email);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [[email, error.message, undefined]];
  }
}
