import type { App } from '../../../app.ts';
import type { User } from '../users/types.ts';
import { mustBeProtected } from './rules.ts';

/** The second factors of a user, for themselves. */
export function secondFactorsOf(app: App, user: User) {
  return {
    required: mustBeProtected(app, user),
    authenticator: app.secondFactors.authenticator(user.id) !== undefined,
    recovery_codes: app.secondFactors.recoveryCodes(user.id) ?? 0,
    passkeys: app.secondFactors
      .passkeysOf(user.id)
      .map(({ id, name, created, last_used }) => ({ passkey_id: id, name, created, last_used })),
  };
}
