import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { pinRepository } from './repository.ts';

export const pins = resource({
  repositories: { pins: pinRepository },
  parts: [endpoints, events],
});
