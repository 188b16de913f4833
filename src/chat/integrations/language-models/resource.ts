import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';

export const languageModels = resource(endpoints);
