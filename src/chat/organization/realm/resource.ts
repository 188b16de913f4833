import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as imageEndpoints from './image-endpoints.ts';

export const realm = resource(endpoints, events, imageEndpoints);
