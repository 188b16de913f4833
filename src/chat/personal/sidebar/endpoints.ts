import { Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { orderSidebar } from './actions.ts';
import { MAX_FRAGMENT_LENGTH, MAX_ORDERED, NavigationView } from './types.ts';

const Name = Type.String({ minLength: 1 });

export const getNavigationViews = endpoint({
  method: 'GET',
  path: '/navigation_views',
  summary: 'Get your navigation views',
  returns: { navigation_views: Type.Array(NavigationView) },
  handle: ({ app, user }) => ({ navigation_views: app.navigationViews.ofUser(user.id) }),
});

export const addNavigationView = endpoint({
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a navigation view',
  params: { fragment: Type.String({ minLength: 1 }), is_pinned: Type.Boolean(), name: Maybe(Nullable(Name)) },
  handle: ({ app, user, params: { name, ...view } }) => actions.addView(app, user, { ...view, name: name ?? null }),
});

export const editNavigationView = endpoint({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  summary: 'Move or rename a navigation view',
  params: { fragment: Type.String(), is_pinned: Maybe(Type.Boolean()), name: Maybe(Nullable(Name)) },
  handle: ({ app, user, params: { fragment, ...changes } }) => actions.changeView(app, user, fragment, changes),
});

export const removeNavigationView = endpoint({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  summary: 'Remove a navigation view',
  params: { fragment: Type.String() },
  handle: ({ app, user, params }) => actions.removeView(app, user, params.fragment),
});

export const setSidebarOrder = endpoint({
  method: 'PATCH',
  path: '/sidebar_order',
  summary: 'Change the order of your pinned channels and views',
  auth: 'human',
  params: {
    channels: Maybe(Type.Array(Type.Integer(), { maxItems: MAX_ORDERED })),
    views: Maybe(Type.Array(Type.String({ maxLength: MAX_FRAGMENT_LENGTH }), { maxItems: MAX_ORDERED })),
  },
  handle: ({ app, user, params }) => orderSidebar(app, user, params),
});
