import { resource } from '../../kernel/resource.ts';
import * as appEndpoints from './app-endpoints.ts';
import * as endpoints from './endpoints.ts';

export const webClient = resource(appEndpoints, endpoints);
