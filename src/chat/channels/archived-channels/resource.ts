import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';

export const archivedChannels = resource(endpoints);
