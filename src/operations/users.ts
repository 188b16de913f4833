import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { AuditedAction } from '../chat/organization/audit-log/types.ts';
import { createFirstOwner } from '../chat/organization/setup/actions.ts';
import { isUnowned } from '../chat/organization/setup/rules.ts';
import { beginErasure } from '../chat/people/erasure/actions.ts';
import { continueErasures } from '../chat/people/erasure/batches.ts';
import type { ErasedMessages } from '../chat/people/erasure/types.ts';
import { unlinkIdentities } from '../chat/people/identities/actions.ts';
import { claimStub } from '../chat/people/invitations/account-actions.ts';
import { resetSecondFactors } from '../chat/people/second-factors/actions.ts';
import { createLoginLink } from '../chat/people/sign-in/link-actions.ts';
import { sendSecurityNotice } from '../chat/people/sign-in/notice-actions.ts';
import { signOutEveryone, signOutUser } from '../chat/people/sign-in/sign-out-batches.ts';
import { setPassword } from '../chat/people/users/actions.ts';
import { allowEmailChanges } from '../chat/people/users/email-actions.ts';
import { requireFreeEmail, requireFullName } from '../chat/people/users/field-rules.ts';
import { replaceKey } from '../chat/people/users/key-actions.ts';
import { changeRole, createUser, deactivateUser, reactivateUser } from '../chat/people/users/management-actions.ts';
import type { User } from '../chat/people/users/types.ts';
import { isOwner } from '../chat/people/users/types.ts';
import {
  Account,
  AccountWithKey,
  AccountWithLink,
  account,
  accountNow,
  accountWithKey,
  type ForUser,
  requireAccount,
  requireRole,
} from './accounts.ts';
import { operation, part } from './operation.ts';

interface NewAccount {
  email: string;
  name: string;
  role: string;
  /** Hashed before it comes here. */
  passwordHash?: string;
}

interface SignOut extends Partial<ForUser> {
  everyone?: boolean;
  apiKeys?: boolean;
}

/** An operation that changes the account of a user and returns it. */
const change = <A extends ForUser>(
  run: (app: App, user: User, args: A) => void,
  audit: (changed: Account, args: A) => Omit<AuditedAction, 'user_id'>,
) =>
  operation({
    result: Account,
    audit: (changed: Account, args: A) => ({ user_id: changed.user_id, ...audit(changed, args) }),
    run(app, args: A) {
      const user = requireAccount(app, args.user);
      run(app, user, args);
      return accountNow(app, user);
    },
  });

export const userOperations = {
  'user-create': operation({
    result: AccountWithKey,
    audit: ({ user_id, role }) => ({ kind: 'user_create', user_id, details: role }),
    run(app, { email, name, role, passwordHash }: NewAccount) {
      const draft = {
        email: requireFreeEmail(app, email),
        full_name: requireFullName(app, name),
        role: requireRole(role),
        password_hash: passwordHash ?? null,
      };
      return accountWithKey(
        isOwner(draft) && isUnowned(app) ? createFirstOwner(app, draft) : createUser(app, draft, { isWelcomed: true }),
      );
    },
  }),
  'user-list': operation({ result: Type.Array(Account), audit: 'reads', run: (app) => app.users.all().map(account) }),
  'user-api-key': operation({
    result: AccountWithKey,
    audit: ({ user_id }, args) => ({ kind: args.new ? 'api_key_replace' : 'api_key_read', user_id }),
    run(app: App, args: ForUser & { new?: boolean }) {
      const user = requireAccount(app, args.user);
      if (args.new) replaceKey(app, user);
      return accountWithKey(app.users.byId(user.id)!);
    },
  }),
  'user-login-link': operation({
    result: AccountWithLink,
    audit: ({ user_id }) => ({ kind: 'user_update', user_id, details: 'sign-in link' }),
    run: (app, { user, minutes }: ForUser & { minutes: number }) => withLink(app, requireAccount(app, user), minutes),
  }),
  /** The person gets the account's messages and channels, and a link that signs them in. */
  'user-claim': operation({
    result: AccountWithLink,
    audit: ({ user_id }) => ({ kind: 'user_update', user_id, details: 'claim' }),
    run: (app, { user, email, minutes }: ForUser & { email: string; minutes: number }) =>
      withLink(app, claimStub(app, requireAccount(app, user), email), minutes),
  }),
  'user-passwd': change(
    (app, user, { passwordHash }: ForUser & { passwordHash: string }) => {
      setPassword(app, user, passwordHash);
      sendSecurityNotice(app, user, 'password');
    },
    () => ({ kind: 'password_change' }),
  ),
  /** Of a user, or of everyone. */
  'user-sign-out': operation({
    result: Type.Union([Account, Type.Object({ users: Type.Integer() })]),
    audit: (ended, { apiKeys }) =>
      'user_id' in ended
        ? { kind: 'session_end', user_id: ended.user_id }
        : { kind: 'session_end', details: apiKeys ? 'everyone, API keys' : 'everyone' },
    async run(app: App, { user: who, everyone, apiKeys = false }: SignOut) {
      if (who === undefined && everyone) return { users: await signOutEveryone(app, { apiKeys }) };
      const user = requireAccount(app, who ?? '');
      signOutUser(app, user, apiKeys);
      return accountNow(app, user);
    },
  }),
  'user-unlink': change(unlinkIdentities, () => ({ kind: 'identity_unlink' })),
  'user-reset-second-factor': change(resetSecondFactors, () => ({ kind: 'second_factor', details: 'reset' })),
  'user-role': change(
    (app, user, { role }: ForUser & { role: string }) => changeRole(app, undefined, user, requireRole(role)),
    ({ role }) => ({ kind: 'role_change', details: role }),
  ),
  'user-deactivate': change(
    (app, user) => deactivateUser(app, undefined, user),
    () => ({ kind: 'user_deactivate' }),
  ),
  'user-reactivate': change(
    (app, user) => reactivateUser(app, undefined, user),
    () => ({ kind: 'user_reactivate' }),
  ),
  'user-allow-email-changes': change(
    (app, user, { revoke }: ForUser & { revoke?: boolean }) => allowEmailChanges(app, user, !revoke),
    (_, { revoke }) => ({
      kind: 'user_update',
      details: revoke ? 'may not change e-mail addresses' : 'may change e-mail addresses',
    }),
  ),
  /** `is_finished`: false if the database file still has to be rewritten. */
  'user-erase': part({
    audit: ({ user_id }) => ({ kind: 'user_erase', user_id }),
    async run(app: App, { user: who, messages }: ForUser & { messages: ErasedMessages }) {
      const user = requireAccount(app, who);
      beginErasure(app, undefined, user, messages);
      // The first call may join a run that began before this erasure.
      for (let run = 0; run < 2 && !app.erasures.isFinished(user.id); run++) await continueErasures(app);
      return { user_id: user.id, messages, is_finished: app.erasures.isFinished(user.id) === 1 };
    },
  }),
};

const withLink = (app: App, user: User, minutes: number) => ({
  ...account(user),
  link: `${app.config.url}/login/link/${createLoginLink(app, user, minutes)}`,
  minutes,
});
