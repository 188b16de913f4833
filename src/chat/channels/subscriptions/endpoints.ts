import { Type } from 'typebox';
import { MapOf, Maybe, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { requireAccessibleUser } from '../../people/users/rules.ts';
import {
  isSubscribed,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  requireChannelAccess,
} from '../channels/rules.ts';
import { ChannelOptions } from '../channels/types.ts';
import { createAndSubscribe } from './actions.ts';
import { subscribeInBatches, unsubscribeInBatches, updateInBatches } from './batches.ts';
import { requireUsers } from './rules.ts';
import { changeProperties } from './subscribe-actions.ts';
import { Principals, PropertyChange, SubscriptionView, WantedChannel } from './types.ts';
import { getOwnChannels, membershipRecords, type WithSubscribers, watchNewChannels } from './views.ts';

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  limitedKeys: 'read',
  summary: 'Get your subscriptions',
  params: {
    include_subscribers: Type.Unsafe<WithSubscribers>({ ...OneOf('true', 'false', 'partial'), default: 'false' }),
  },
  returns: { subscriptions: Type.Array(SubscriptionView) },
  handle: ({ app, user, params }) => ({
    subscriptions: getOwnChannels(app, user, false, params.include_subscribers).subscriptions,
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

const few = { maxItems: LIMITS.channels_per_request };
const names = Type.Array(Type.String());
const telling = {
  announce: Type.Boolean({ default: false }),
  send_new_subscription_messages: Type.Boolean({ default: true }),
};
const joined = { subscribed: MapOf(names), already_subscribed: MapOf(names) };
const left = { removed: names, not_removed: names };

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels/create',
  summary: 'Create a channel',
  auth: 'member',
  params: {
    name: Type.String({ maxLength: MAX_CHANNEL_NAME_LENGTH }),
    description: Maybe(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH })),
    subscribers: Type.Array(Type.Integer()),
    ...telling,
    ...ChannelOptions,
  },
  returns: { id: Type.Integer() },
  audit: () => (reply: { id: number }) => ({ kind: 'channel_create', stream_id: reply.id }),
  handle: ({ app, user, params }) => ({ id: createAndSubscribe(app, user, params) }),
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  isCostly: true,
  summary: 'Subscribe yourself or others to channels, and create missing channels',
  auth: 'member',
  params: {
    subscriptions: Type.Array(WantedChannel, few),
    principals: Maybe(Principals),
    authorization_errors_fatal: Type.Boolean({ default: true }),
    ...telling,
    ...ChannelOptions,
  },
  returns: { ...joined, unauthorized: Maybe(names), new_subscription_messages_sent: Maybe(Type.Boolean()) },
  audit: ({ app, user, params }) => {
    const newChannels = watchNewChannels(app, params.subscriptions);
    return ({ subscribed }: { subscribed: Record<string, string[]> }) => [
      ...newChannels(),
      ...membershipRecords(app, user, 'channel_members_add', subscribed),
    ];
  },
  handleInTurns: ({ app, user, params, caller }) =>
    subscribeInBatches(app, user, params, { actorNow: () => caller.requireStillAllowed() }),
});

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  isCostly: true,
  summary: 'Unsubscribe yourself or others from channels',
  params: { subscriptions: Type.Array(Type.String(), few), principals: Maybe(Principals) },
  returns: left,
  audit: ({ app, user, params }) => {
    const people = requireUsers(app, user, params.principals);
    return ({ removed }: { removed: string[] }) =>
      membershipRecords(app, user, 'channel_members_remove', Object.fromEntries(people.map(({ id }) => [id, removed])));
  },
  handleInTurns: ({ app, user, params: { subscriptions: names, principals }, caller }) =>
    unsubscribeInBatches(app, user, { names, principals }, { actorNow: () => caller.requireStillAllowed() }),
});

export const updateSubscriptions = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  isCostly: true,
  summary: 'Subscribe to some channels and unsubscribe from others',
  params: {
    delete: Type.Array(Type.String(), { ...few, default: [] }),
    add: Type.Array(WantedChannel, { ...few, default: [] }),
  },
  returns: { ...joined, ...left, new_subscription_messages_sent: Type.Boolean() },
  audit: ({ app, params }) => watchNewChannels(app, params.add),
  handleInTurns: ({ app, user, params: { delete: leave, add: join }, caller }) =>
    updateInBatches(app, user, { leave, join }, { actorNow: () => caller.requireStillAllowed() }),
});
