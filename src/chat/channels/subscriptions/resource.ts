import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as subscribeEndpoints from './subscribe-endpoints.ts';

export const subscriptions = resource(endpoints, events, subscribeEndpoints);
