import type { App } from '../../../app.ts';
import { nothingToChange } from '../../errors.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { sidebarOrderChanged, viewAdded, viewRemoved, viewUpdated } from './events.ts';
import { alreadyExists, requireFittingName, requireFreeName, requireNoName, requireOwn } from './rules.ts';
import type { NavigationView, SidebarOrder } from './types.ts';

/**
 * Adds a view to the user's sidebar. Throws for an existing view, a taken name, and a name for a view that has its own.
 */
export function addView(app: App, user: User, { fragment, is_pinned, name }: NavigationView): void {
  const view = { fragment: fragment.trim(), is_pinned, name: name?.trim() ?? null };
  requireFittingName(view.fragment, view.name);
  if (app.navigationViews.at(user.id, view.fragment)) throw alreadyExists();
  requireFreeName(app, user, view.fragment, view.name);
  requireRoom(app, 'navigation_view', { added: [[view.fragment, view.name]] }, user.id);
  app.db.write(() => {
    app.navigationViews.add(user.id, view.fragment, Number(is_pinned), view.name);
    app.events.publish(viewAdded({ navigation_view: view }), [user.id]);
  });
}

/** Moves or renames a view. Throws 404 for views of others, and if nothing would change. */
export function changeView(
  app: App,
  user: User,
  fragment: string,
  changes: { is_pinned?: boolean; name?: string | null },
): void {
  const before = requireOwn(app, user, fragment);
  if (changes.is_pinned === undefined && (changes.name ?? null) === null) throw nothingToChange();
  const name = changes.name?.trim() ?? before.name;
  const is_pinned = changes.is_pinned ?? before.is_pinned;
  requireNoName(fragment, name);
  requireFreeName(app, user, fragment, name);
  const data = { ...(is_pinned !== before.is_pinned && { is_pinned }), ...(name !== before.name && { name }) };
  if (Object.keys(data).length === 0) return;
  requireRoom(app, 'navigation_view', { added: [[fragment, name]], replaced: [[fragment, before.name]] }, user.id);
  app.db.write(() => {
    app.navigationViews.change(Number(is_pinned), name, user.id, fragment);
    app.events.publish(viewUpdated({ fragment, data }), [user.id]);
  });
}

/** Removes a view. Throws 404 for views of others. */
export function removeView(app: App, user: User, fragment: string): void {
  requireOwn(app, user, fragment);
  app.db.write(() => {
    app.navigationViews.remove(user.id, fragment);
    app.events.publish(viewRemoved({ fragment }), [user.id]);
  });
}

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
