import type { App } from '../../../app.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { DoNotDisturb } from './types.ts';

/**
 * By user id: when the active users the viewer can see want no notifications. Clients compute from it who is quiet now,
 * so that nothing has to be sent when the schedule of many users begins.
 */
export function doNotDisturbFor(app: App, viewer: User): Record<string, DoNotDisturb> {
  const all = app.doNotDisturb.all();
  const people = [...all.keys()].map((id) => app.users.byId(id)!).filter(({ is_active }) => is_active);
  return Object.fromEntries(accessibleUsers(app, viewer, people).map(({ id }) => [id, all.get(id)!]));
}
