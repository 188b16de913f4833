import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { deactivateAccount } from '../users/deactivate.ts';
import { requireOwnerRemains } from '../users/rules.ts';
import { type Directory, LDAP, LDAP_NAME } from './directory.ts';
import { applyMapping, originAt } from './mapping-actions.ts';
import { updateProfile } from './profile-actions.ts';
import type { Identity, StoredIdentity } from './types.ts';

/** Updates one account from its entry in the directory. Without an entry, the account is deactivated if wanted. */
export function applyEntry(
  app: App,
  { user_id }: StoredIdentity,
  { directory, entry }: { directory: Directory; entry: Identity | undefined },
): void {
  const user = app.users.byId(user_id);
  if (!user?.is_active) return;
  app.db.write(() => {
    if (entry) {
      applyMapping(app, user, entry.groups, directory.admission);
      updateProfile(app, app.users.byId(user_id)!, entry, directory.admission);
    } else if (directory.deactivates) deactivateMissing(app, user_id);
  });
}

/** The last owner stays active: otherwise nobody could correct a wrong setting. */
function deactivateMissing(app: App, id: number): void {
  const user = app.users.byId(id)!;
  try {
    requireOwnerRemains(app, user, 'dismissal');
    deactivateAccount(app, undefined, user);
    recordAction(app, { kind: 'user_deactivate', user_id: id }, originAt(LDAP_NAME));
    app.log.info({ user: id }, 'an account was deactivated because the directory has no entry for it');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    app.log.warn({ user: id, reason: error.message }, 'an account without an entry in the directory stays active');
  }
}

/** Whether this account signs in with the directory's password. */
export const isOfDirectory = (app: App, userId: number): boolean => app.identities.ofUserAt(userId, LDAP) !== undefined;
