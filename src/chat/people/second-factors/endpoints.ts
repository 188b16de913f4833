import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireFreshSession } from '../sign-in/password-checks.ts';
import type { User } from '../users/types.ts';
import * as actions from './actions.ts';
import { newSecret, requireStep } from './code-checks.ts';
import { creationOptions, LONGEST_ANSWER, passkeyAnswer, requireNewPasskey } from './passkey-checks.ts';
import { mustBeProtected } from './rules.ts';
import { PasskeyView } from './types.ts';

/** The second factors of a user, for themselves. */
export function listSecondFactors(app: App, user: User) {
  return {
    required: mustBeProtected(app, user),
    authenticator: app.secondFactors.authenticator(user.id) !== undefined,
    recovery_codes: app.secondFactors.recoveryCodes(user.id) ?? 0,
    passkeys: app.secondFactors
      .listPasskeys(user.id)
      .map(({ id, name, created, last_used }) => ({ passkey_id: id, name, created, last_used })),
  };
}

// Every change of how a user signs in needs a browser whose user signed in a moment ago. An API key is not enough: a
// stolen key must not lock its owner out. A passkey's name changes nothing about signing in, so renaming needs neither.

const auth = 'human';
const RecoveryCodes = Type.Array(Type.String());
const Name = Type.String({ minLength: 1, maxLength: 60 });

export const getSecondFactors = endpoint({
  method: 'GET',
  path: '/users/me/second_factors',
  summary: 'Get your second factors: authenticator app, recovery codes and passkeys',
  auth,
  returns: {
    /** Whether the organization requires one of you. */
    required: Type.Boolean(),
    authenticator: Type.Boolean(),
    /** The number of unused recovery codes. */
    recovery_codes: Type.Integer(),
    passkeys: Type.Array(PasskeyView),
  },
  handle: ({ app, user }) => listSecondFactors(app, user),
});

export const createSecret = endpoint({
  method: 'POST',
  path: '/users/me/authenticator/secret',
  summary: 'Create a secret for an authenticator app. It has no effect before its first code is sent.',
  auth,
  returns: { secret: Type.String(), uri: Type.String() },
  prepare({ app, user, caller }) {
    requireFreshSession(app, caller);
    return newSecret(app, user);
  },
  handle: ({ prepared }) => prepared,
});

export const setAuthenticator = endpoint({
  method: 'POST',
  path: '/users/me/authenticator',
  summary: 'Protect sign-in with an authenticator app, proven by its current code. Replaces an earlier one.',
  auth,
  params: { secret: Type.String({ maxLength: 128 }), code: Type.String({ maxLength: 20 }) },
  returns: { recovery_codes: Maybe(RecoveryCodes) },
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'authenticator added' }),
  prepare({ app, user, caller, params: { secret, code } }) {
    requireFreshSession(app, caller);
    app.limits.take('second_factor_by_user', String(user.id));
    return requireStep(app, { secret, code });
  },
  handle({ app, user, params, prepared: step }) {
    const recovery_codes = actions.setAuthenticator(app, user, params.secret, step);
    return recovery_codes ? { recovery_codes } : {};
  },
});

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/users/me/authenticator',
  summary: 'Remove the authenticator app',
  auth,
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'authenticator removed' }),
  handle({ app, user, caller }) {
    requireFreshSession(app, caller);
    actions.removeAuthenticator(app, user);
  },
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/me/recovery_codes',
  summary: 'Replace your recovery codes',
  auth,
  returns: { recovery_codes: RecoveryCodes },
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'recovery codes replaced' }),
  handle({ app, user, caller }) {
    requireFreshSession(app, caller);
    return { recovery_codes: actions.renewRecoveryCodes(app, user) };
  },
});

export const createPasskeyOptions = endpoint({
  method: 'POST',
  path: '/users/me/passkeys/options',
  summary: 'Get what a browser needs to create a passkey',
  auth,
  returns: { options: Type.String() },
  prepare({ app, user, caller }) {
    requireFreshSession(app, caller);
    return creationOptions(app, user, caller.origin);
  },
  handle: ({ prepared: options }) => ({ options: JSON.stringify(options) }),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/me/passkeys',
  summary: 'Add a passkey, as the browser created it',
  auth,
  params: { name: Name, credential: Type.String({ maxLength: LONGEST_ANSWER }) },
  returns: { passkey_id: Type.String(), recovery_codes: Maybe(RecoveryCodes) },
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'passkey added' }),
  prepare({ app, user, caller, params }) {
    requireFreshSession(app, caller);
    return requireNewPasskey(app, user, { answer: passkeyAnswer(params.credential), origin: caller.origin });
  },
  handle({ app, user, params: { name }, prepared: passkey }) {
    const recovery_codes = actions.addPasskey(app, user, { ...passkey, name });
    return { passkey_id: passkey.id, ...(recovery_codes && { recovery_codes }) };
  },
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/users/me/passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  auth,
  params: { passkey_id: Type.String({ maxLength: 2000 }), name: Name },
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'passkey renamed' }),
  handle: ({ app, user, params }) => actions.renamePasskey(app, user, params.passkey_id, params.name),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/users/me/passkeys/{passkey_id}',
  summary: 'Remove a passkey',
  auth,
  params: { passkey_id: Type.String({ maxLength: 2000 }) },
  audit: ({ user }) => ({ kind: 'second_factor', user_id: user.id, details: 'passkey removed' }),
  handle({ app, user, caller, params }) {
    requireFreshSession(app, caller);
    actions.removePasskey(app, user, params.passkey_id);
  },
});
