import type { App } from '../../../app.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { resetSecondFactors } from '../second-factors/actions.ts';
import { signOutUser } from '../sign-in/sign-out-batches.ts';
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
    app.identities.removeUnproven(user.id);
    app.users.setPassword(null, user.id);
    signOutUser(app, user, true);
    for (const id of app.users.botsOf(user.id)) replaceKey(app, app.users.byId(id)!);
    resetSecondFactors(app, user);
    app.identities.removeOf(user.id);
    app.identities.removeAppTokensOf(user.id);
    app.passwordResets.removeOf(user.id);
    app.users.removeLoginLinkOf(user.id);
    app.users.removeEmailChangeOf(user.id);
    app.devices.removeOf(user.id);
    for (const { id } of app.webPush.ofUser(user.id)) app.webPush.remove(id);
    const action = { kind: 'session_end', user_id: user.id, details: 'address confirmed for the first time' } as const;
    recordAction(app, action, { actor: user, address: '', client: '' });
  });
  return app.users.byId(user.id)!;
}
