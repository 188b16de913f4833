import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { SidebarOrder } from './types.ts';

/** The whole order. Only its user receives it. */
export const sidebarOrderChanged = event('sidebar_order', undefined, { sidebar_order: SidebarOrder });

export const sidebarOrder = state('sidebar_order', { sidebar_order: SidebarOrder }, ({ app, user }) => ({
  sidebar_order: user ? app.sidebarOrder.ofUser(user.id) : { channels: [], views: [] },
}));
