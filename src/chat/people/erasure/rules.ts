import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { mustBeAdministrator } from '../../errors.ts';
import { requireCanDeactivate, requireOwnerRemains } from '../users/rules.ts';
import { isAdministrator, type User } from '../users/types.ts';

/**
 * Throws unless the actor (undefined: the operator) may erase a user: administrators may, and only owners may erase
 * owners. Nobody erases their own account, the last owner, or a user who was erased before.
 */
export function requireErasable(app: App, actor: User | undefined, user: User): void {
  if (actor && !isAdministrator(actor)) throw mustBeAdministrator();
  requireCanDeactivate(actor, user);
  if (actor?.id === user.id) throw badRequest('Ask another administrator to erase your data');
  if (app.erasures.of(user.id)) throw badRequest('The data of this user was erased already');
  requireOwnerRemains(app, user, 'dismissal');
}
