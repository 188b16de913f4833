import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';

export const notificationTargets = resource(endpoints);
