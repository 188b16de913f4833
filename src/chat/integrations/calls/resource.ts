import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { RingingCalls } from './memory.ts';

export const calls = resource({
  memory: { ringingCalls: () => new RingingCalls(), callPushes: (): { user_id: number; message_id: number }[] => [] },
  parts: [endpoints, events, jobs],
});
