import type { Upgrade } from '../../kernel/db/migrate.ts';

/** Saved queues name all types that they receive, and public events without naming channels. */
export const upgrade: Upgrade = `
  UPDATE event_queue SET state = json_insert(state, '$.options.eventTypes[#]', 'stream')
    WHERE EXISTS (SELECT 1 FROM json_each(state, '$.options.eventTypes') WHERE value = 'subscription');
  UPDATE event_queue SET state = replace(state, '"allPublicStreams":', '"receivesPublic":');`;
