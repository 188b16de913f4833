import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { deviceRepository } from './repository.ts';
import * as testEndpoints from './test-endpoints.ts';

export const pushDevices = resource({
  repositories: { devices: deviceRepository },
  parts: [endpoints, events, testEndpoints],
});
