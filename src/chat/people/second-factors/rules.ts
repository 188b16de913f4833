import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../users/types.ts';
import type { Passkey } from './types.ts';

/** Whether an account has a second factor: an authenticator app or a passkey. */
export const isProtected = (app: App, { id }: User): boolean => app.secondFactors.protects(id, id) === 1;

/** Whether the organization requires a second factor of this user. */
export const mustBeProtected = (app: App, { role }: User): boolean =>
  role <= app.realm.get('second_factor_required_role');

/** Whether one step, such as a password or an identity provider, does not sign this user in. */
export const needsSecondFactor = (app: App, user: User): boolean =>
  isProtected(app, user) || mustBeProtected(app, user);

/** Throws if one step does not sign this user in. Programs are sent to a browser, which can ask for more. */
export function requireOneStepIsEnough(app: App, user: User): void {
  if (needsSecondFactor(app, user))
    throw new ApiError(
      403,
      'SECOND_FACTOR_REQUIRED',
      'This account is protected by a second factor. Sign in with your browser instead.',
    );
}

/** Returns the user's own passkey. Throws for unknown ones and those of others. */
export function requireOwnPasskey(app: App, user: User, id: string): Passkey {
  const passkey = app.secondFactors.passkey(id);
  if (passkey?.user_id !== user.id) throw badRequest('No such passkey');
  return passkey;
}

/** Throws if the user has the maximum number of passkeys. */
export function requireRoomForPasskey(app: App, user: User): void {
  requireRoom(app, 'passkey', ONE_ROW, user.id);
}

/** Throws if the organization requires a second factor and this change would remove the last one. */
export function requireFactorRemains(app: App, user: User, removed: 'authenticator' | 'passkey'): void {
  if (!mustBeProtected(app, user)) return;
  const others =
    removed === 'authenticator'
      ? app.secondFactors.listPasskeys(user.id).length
      : app.secondFactors.listPasskeys(user.id).length - 1 + (app.secondFactors.authenticator(user.id) ? 1 : 0);
  if (others < 1) throw badRequest('This organization requires a second factor. Add another one first.');
}
