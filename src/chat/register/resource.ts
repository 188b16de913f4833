import { resource } from '../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as unavailableFeatures from './unavailable-features.ts';

export const register = resource(endpoints, events, unavailableFeatures);
