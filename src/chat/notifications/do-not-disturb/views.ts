import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';

/**
 * By user id: until when the active users whom the viewer can see want no notifications, in seconds. Their schedules
 * are their own, so an event says when one begins.
 */
export function quietUsersFor(app: App, viewer: User): Record<string, number> {
  const quiet = app.doNotDisturb.quiet(seconds(app.clock));
  const people = [...quiet.keys()].map((id) => app.users.byId(id)!).filter(({ is_active }) => is_active);
  return Object.fromEntries(accessibleUsers(app, viewer, people).map(({ id }) => [id, quiet.get(id)!]));
}
