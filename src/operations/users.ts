import type { App } from '../app.ts';
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
import { isOwner } from '../chat/people/users/types.ts';
import { account, again, type Named, requireAccount, requireRole, withKey } from './accounts.ts';

interface NewAccount {
  email: string;
  full_name: string;
  role: string;
  /** Hashed before it comes here. */
  password_hash?: string | null;
}

export const userCommands = {
  'user-create': (app: App, { email, full_name, role, password_hash = null }: NewAccount) => {
    const draft = {
      email: requireFreeEmail(app, email),
      full_name: requireFullName(app, full_name),
      role: requireRole(role),
      password_hash,
    };
    return withKey(
      isOwner(draft) && isUnowned(app) ? createFirstOwner(app, draft) : createUser(app, draft, { isWelcomed: true }),
    );
  },
  'user-list': (app: App) => ({ users: app.users.all().map(account) }),
  'user-api-key': (app: App, { who }: Named) => withKey(requireAccount(app, who)),
  'user-new-api-key': (app: App, { who }: Named) => {
    const user = requireAccount(app, who);
    replaceKey(app, user);
    return withKey(again(app, user));
  },
  'user-login-link': (app: App, { who, minutes }: Named & { minutes: number }) => {
    const user = requireAccount(app, who);
    return { ...account(user), link: `${app.config.url}/login/link/${createLoginLink(app, user, minutes)}`, minutes };
  },
  /** The person gets the account's messages and channels, and a link that signs them in. */
  'user-claim': (app: App, { who, email, minutes }: Named & { email: string; minutes: number }) => {
    const user = claimStub(app, requireAccount(app, who), email);
    return { ...account(user), link: `${app.config.url}/login/link/${createLoginLink(app, user, minutes)}`, minutes };
  },
  'user-passwd': (app: App, { who, password_hash }: Named & { password_hash: string }) => {
    const user = requireAccount(app, who);
    setPassword(app, user, password_hash);
    sendSecurityNotice(app, user, 'password');
    return account(user);
  },
  'user-sign-out': (app: App, { who, api_keys }: Named & { api_keys: boolean }) => {
    const user = requireAccount(app, who);
    signOutUser(app, user, api_keys);
    return account(user);
  },
  'user-sign-out-everyone': async (app: App, { api_keys }: { api_keys: boolean }) => ({
    users: await signOutEveryone(app, { apiKeys: api_keys }),
  }),
  'user-unlink': (app: App, { who }: Named) => {
    const user = requireAccount(app, who);
    unlinkIdentities(app, user);
    return account(user);
  },
  'user-reset-second-factor': (app: App, { who }: Named) => {
    const user = requireAccount(app, who);
    resetSecondFactors(app, user);
    return account(user);
  },
  'user-role': (app: App, { who, role }: Named & { role: string }) => {
    const user = requireAccount(app, who);
    changeRole(app, undefined, user, requireRole(role));
    return account(again(app, user));
  },
  'user-deactivate': (app: App, { who }: Named) => {
    const user = requireAccount(app, who);
    deactivateUser(app, undefined, user);
    return account(again(app, user));
  },
  'user-reactivate': (app: App, { who }: Named) => {
    const user = requireAccount(app, who);
    reactivateUser(app, undefined, user);
    return account(again(app, user));
  },
  /** `is_finished`: false if the database file still has to be rewritten. */
  'user-erase': async (app: App, { who, messages }: Named & { messages: ErasedMessages }) => {
    const user = requireAccount(app, who);
    beginErasure(app, undefined, user, messages);
    // The first call may join a run that began before this erasure.
    for (let run = 0; run < 2 && !app.erasures.isFinished(user.id); run++) await continueErasures(app);
    return { user_id: user.id, messages, is_finished: app.erasures.isFinished(user.id) === 1 };
  },
  'user-allow-email-changes': (app: App, { who, allowed }: Named & { allowed: boolean }) => {
    const user = requireAccount(app, who);
    allowEmailChanges(app, user, allowed);
    return account(user);
  },
};
