import { resource } from '../../../kernel/resource.ts';
import * as events from './events.ts';

export const messageEdits = resource(events);
