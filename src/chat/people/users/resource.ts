import { resource } from '../../../kernel/resource.ts';
import * as avatarEndpoints from './avatar-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';

export const users = resource(avatarEndpoints, endpoints, events);
