import type { App } from '../../app.ts';
import { changingSightOf } from '../channels/sight.ts';
import { changeRole } from '../users/actions.ts';
import type { Role, User } from '../users/types.ts';

/** Gives an account another role, and with it the sight of other channels. */
export function changePersonRole(app: App, actor: User | undefined, user: User, role: Role): void {
  app.db.write(() => changingSightOf(app, user.id, () => changeRole(app, actor, user, role)));
}
