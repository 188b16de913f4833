import { localCommand } from '../declaration/command.ts';
import { count, textFlag, usualFlag } from '../declaration/parameters.ts';

export const doctor = localCommand({
  about: 'print a report about this server and machine, without secrets',
  audit: 'reads',
  load: async () => (await import('./doctor.ts')).doctor,
});

export const healthcheck = localCommand({
  about: 'check the health of the running server; exit code 7 if unhealthy',
  flags: {
    url: textFlag('<url>', 'URL of another server'),
    timeout: usualFlag('<seconds>', 'timeout in seconds', 5, count),
  },
  place: 'either',
  audit: 'reads',
  load: async () => (await import('./healthcheck.ts')).healthcheck,
});
