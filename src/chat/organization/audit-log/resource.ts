import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { auditLogRepository } from './repository.ts';

export const auditLog = resource({
  repositories: { auditLog: auditLogRepository },
  memory: {
    recordedFailures: () => ({ hour: 0, count: 0 }),
    /** By user ID: the programs that used the user's API key. */
    knownPrograms: () => new Map<number, Set<string>>(),
  },
  parts: [endpoints, jobs],
});
