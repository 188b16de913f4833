import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { isAdministrator, type User } from '../users/types.ts';

/** Throws unless the user may change their own avatar. Administrators always may. */
export function requireCanChangeAvatar(app: App, user: User): void {
  if (app.realm.get('avatar_changes_disabled') && !isAdministrator(user))
    throw badRequest('Avatar changes are disabled in this organization.');
}
