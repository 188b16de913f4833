import { Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireAccessibleUser } from '../../people/users/rules.ts';
import { isSubscribed, requireChannelAccess } from '../channels/rules.ts';
import { changeProperties } from './properties.ts';
import { PropertyChange, SubscriptionView } from './types.ts';
import { channelsOf, type WithSubscribers } from './views.ts';

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Get your subscriptions',
  params: {
    include_subscribers: Type.Unsafe<WithSubscribers>({ ...OneOf('true', 'false', 'partial'), default: 'false' }),
  },
  returns: { subscriptions: Type.Array(SubscriptionView) },
  handle: ({ app, user, params }) => ({
    subscriptions: channelsOf(app, user, false, params.include_subscribers).subscriptions,
  }),
});

export const getSubscriptionStatus = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  summary: 'Check whether a user is subscribed to a channel',
  params: { user_id: Type.Integer(), stream_id: Type.Integer() },
  returns: { is_subscribed: Type.Boolean() },
  handle({ app, user, params }) {
    const person = requireAccessibleUser(app, user, params.user_id);
    return { is_subscribed: isSubscribed(app, person, requireChannelAccess(app, user, params.stream_id)) };
  },
});

export const updateSubscriptionProperty = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  summary: 'Change a setting of one of your subscriptions',
  params: PropertyChange.properties,
  handle: ({ app, user, params }) => changeProperties(app, user, [params]),
});

export const updateSubscriptionSettings = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: 'Change settings of your subscriptions',
  params: { subscription_data: Type.Array(PropertyChange) },
  handle: ({ app, user, params }) => changeProperties(app, user, params.subscription_data),
});
