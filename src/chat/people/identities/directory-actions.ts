import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { getRoleName, type RoleName } from '../../../shared/roles.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { deactivateUser } from '../users/management-actions.ts';
import { requireOwnerRemains } from '../users/rules.ts';
import type { User } from '../users/types.ts';
import { admit } from './actions.ts';
import { type Directory, LDAP_NAME } from './directory-rules.ts';
import { applyMapping, type EntryChange, originAt, tryChange, updateProfile } from './profile-actions.ts';
import type { Identity, StoredIdentity } from './types.ts';

/**
 * Updates one account from its entry in the directory. Without an entry, the account is deactivated if wanted. Returns
 * the changes.
 */
export function applyEntry(
  app: App,
  { user_id }: StoredIdentity,
  { directory, entry }: { directory: Directory; entry: Identity | undefined },
): EntryChange[] {
  const user = app.users.byId(user_id);
  if (!user?.is_active) return [];
  return app.db.write(() => {
    if (!entry) return directory.deactivates ? [deactivateMissing(app, user)] : [];
    const changes = applyMapping(app, user, entry.groups, directory.admission);
    return [...changes, ...updateProfile(app, app.users.byId(user_id)!, entry, directory.admission)];
  });
}

/** The last owner stays active: otherwise nobody could correct a wrong setting. */
const deactivateMissing = (app: App, user: User): EntryChange =>
  tryChange(app, user, { change: 'deactivate', value: '' }, () => {
    requireOwnerRemains(app, user, 'dismissal');
    deactivateUser(app, undefined, user);
    recordAction(app, { kind: 'user_deactivate', user_id: user.id }, originAt(LDAP_NAME));
    const text = 'an account was deactivated because the directory has no entry for it';
    // Not for a change that was only tried.
    app.db.afterCommit(() => app.log.info({ user: user.id }, text));
  });

/** A sign-in that was tried and undone. */
export type SignInTrial = { rejected: string } | { account: TrialAccount; changes: EntryChange[] };

interface TrialAccount {
  /** null: the sign-in would create the account. */
  user_id: number | null;
  email: string;
  full_name: string;
  role: RoleName | '';
}

/** What a sign-in with an entry of the directory would do. Changes nothing. */
export function trySignIn(app: App, identity: Identity, { admission }: Directory): SignInTrial {
  try {
    const { user, changes } = app.db.tryOut(() => admit(app, identity, admission));
    const { id, email, full_name, role } = user;
    return { account: { user_id: app.users.byId(id) ? id : null, email, full_name, role: getRoleName(role) }, changes };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { rejected: error.message };
  }
}
