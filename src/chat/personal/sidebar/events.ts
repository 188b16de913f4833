import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { NavigationView, SidebarOrder } from './types.ts';

/** Only their owner receives these; an update has only what changed. */
export const viewAdded = event('navigation_view', 'add', { navigation_view: NavigationView });
export const viewUpdated = event('navigation_view', 'update', {
  fragment: Type.String(),
  data: Type.Object({ is_pinned: Maybe(Type.Boolean()), name: Maybe(Nullable(Type.String())) }),
});
export const viewRemoved = event('navigation_view', 'remove', { fragment: Type.String() });

export const navigationViews = state(
  'navigation_views',
  { navigation_views: Type.Array(NavigationView) },
  ({ app, user }) => ({
    navigation_views: user ? app.navigationViews.ofUser(user.id) : [],
  }),
);

/** The whole order. Only its user receives it. */
export const sidebarOrderChanged = event('sidebar_order', undefined, { sidebar_order: SidebarOrder });

export const sidebarOrder = state('sidebar_order', { sidebar_order: SidebarOrder }, ({ app, user }) => ({
  sidebar_order: user ? app.sidebarOrder.ofUser(user.id) : { channels: [], views: [] },
}));
