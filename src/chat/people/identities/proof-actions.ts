import type { App } from '../../../app.ts';
import { removeAddresses } from '../../notifications/ntfy/actions.ts';
import { removeDevices } from '../../notifications/push/actions.ts';
import { unsubscribeBrowsers } from '../../notifications/web-push/actions.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { resetSecondFactors } from '../second-factors/actions.ts';
import { removeSignInLinks, signOutUser } from '../sign-in/sign-out-batches.ts';
import { cancelEmailChange, removePassword } from '../users/actions.ts';
import { replaceKey } from '../users/key-actions.ts';
import type { User } from '../users/types.ts';

/**
 * Somebody has shown that an account's address is theirs. If nobody had before, the account may have been created by
 * somebody else who knew the address. So every way in that exists ends: password, keys of the account and its bots,
 * sessions, second factors, linked identities, links, and devices that receive notifications. Returns the account.
 */
export function proveAddress(app: App, user: User): User {
  if (!app.identities.isUnproven(user.id)) return user;
  app.db.write(() => {
    markProven(app, user);
    removePassword(app, user);
    signOutUser(app, user, true);
    for (const id of app.users.listBots(user.id)) replaceKey(app, app.users.byId(id)!);
    resetSecondFactors(app, user);
    app.identities.removeOf(user.id);
    app.identities.removeAppTokensOf(user.id);
    removeSignInLinks(app, user);
    cancelEmailChange(app, user);
    removeDevices(app, user);
    unsubscribeBrowsers(app, user);
    removeAddresses(app, user);
    const action = { kind: 'session_end', user_id: user.id, details: 'address confirmed for the first time' } as const;
    recordAction(app, action, { actor: user, address: '', client: '' });
  });
  return app.users.byId(user.id)!;
}

/** Nobody has shown yet that the address of an account is theirs. Call it inside `db.write`. */
export function markUnproven(app: App, user: User): void {
  app.identities.addUnproven(user.id);
}

/** The owner of an account has shown that its address is theirs. Call it inside `db.write`. */
export function markProven(app: App, user: User): void {
  app.identities.removeUnproven(user.id);
}
