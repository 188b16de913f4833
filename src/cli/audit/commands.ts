import { type InputOf, localCommand } from '../declaration/command.ts';
import { count, flag, parsedFlag, textFlag, timeOrAgo, usualFlag } from '../declaration/parameters.ts';

const AUDIT = {
  flags: {
    user: textFlag('<user>', 'only what this user did, or what was done to them'),
    by: textFlag('<user>', 'only what this user did'),
    to: textFlag('<user>', 'only what was done to this user'),
    address: textFlag('<address>', 'only from this IP address, or from those that begin with it'),
    kind: textFlag('<kind>', 'only this kind of action, such as role_change'),
    since: parsedFlag('<time>', 'only from this time on, such as 2026-01-30 or 1d for the last day', timeOrAgo),
    until: parsedFlag('<time>', 'only before this time', timeOrAgo),
    limit: usualFlag('<n>', 'maximum number of entries', 50, count),
    follow: flag('print the oldest first, and then new entries as they come'),
  },
};
export type AuditInput = InputOf<typeof AUDIT>;

export const auditCommand = localCommand({
  about: 'print the audit log, latest entries first; --json: as JSON Lines',
  ...AUDIT,
  audit: 'reads',
  load: async () => (await import('./audit.ts')).audit,
});
