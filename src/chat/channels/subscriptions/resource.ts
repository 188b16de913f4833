import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { subscriptionRepository } from './repository.ts';
import * as subscribeEndpoints from './subscribe-endpoints.ts';

export const subscriptions = resource({
  repositories: { subscriptions: subscriptionRepository },
  parts: [endpoints, events, subscribeEndpoints],
});
