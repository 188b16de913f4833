import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { sidebarOrderChanged } from './events.ts';
import type { SidebarOrder } from './types.ts';

/** Changes the order of the user's own sidebar. Unknown channels and views are kept: they may come back. */
export function orderSidebar(app: App, user: User, changes: Partial<SidebarOrder>): void {
  const before = app.sidebarOrder.ofUser(user.id);
  const sidebar_order = {
    channels: [...new Set(changes.channels ?? before.channels)],
    views: [...new Set(changes.views ?? before.views)],
  };
  app.db.write(() => {
    app.sidebarOrder.put(user.id, sidebar_order);
    app.events.publish(sidebarOrderChanged({ sidebar_order }), [user.id]);
  });
}
