import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { orderSidebar } from './actions.ts';
import { MAX_FRAGMENT_LENGTH, MAX_ORDERED } from './types.ts';

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
