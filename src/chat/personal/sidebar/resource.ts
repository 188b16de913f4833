import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';

export const sidebar = resource(endpoints, events);
