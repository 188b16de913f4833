import { Type } from 'typebox';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { OneOf } from '../../kernel/http/schema.ts';
import { changeProperties } from './properties.ts';
import { PropertyChange, SubscriptionView } from './types.ts';
import { channelsOf, type WithSubscribers } from './views.ts';

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'List one’s own channels',
  params: { include_subscribers: Type.Unsafe<WithSubscribers>({ ...OneOf('true', 'false', 'partial'), default: 'false' }) },
  returns: { subscriptions: Type.Array(SubscriptionView) },
  handle: ({ app, user, params }) => ({ subscriptions: channelsOf(app, user, false, params.include_subscribers).subscriptions }),
});

export const updateSubscriptionSettings = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: 'Change one’s own settings of channels',
  params: { subscription_data: Type.Array(PropertyChange) },
  handle({ app, user, params }) {
    changeProperties(app, user, params.subscription_data);
    return {};
  },
});
