import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { requireEmail } from '../users/names.ts';
import { seesAddressOf } from '../users/rules.ts';
import type { User } from '../users/types.ts';

/**
 * Returns why an address cannot be invited, if so. For an address of an account, also whether that is deactivated;
 * undefined: the address is invalid. An account whose address the inviter cannot see can be invited, so that nothing
 * reveals it.
 */
export function invitationError(
  app: App,
  actor: User,
  email: string,
): [[email: string, why: string, deactivated: boolean | undefined]] | undefined {
  const account = app.users.byEmail(email);
  if (account && seesAddressOf(app, actor, account))
    return [
      [email, account.is_active ? 'Already has an account.' : 'Account has been deactivated.', !account.is_active],
    ];
  try {
    requireEmail(app, email);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [[email, error.message, undefined]];
  }
}
