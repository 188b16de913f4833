import { type InputOf, localCommand } from '../declaration/command.ts';
import { count, flag, textFlag, usualFlag } from '../declaration/parameters.ts';

const DOCTOR = {
  flags: {
    public: flag('check the server as others see it: DNS, ports, certificate, proxy, clock, mail and backups'),
    resolver: textFlag('<address>', 'with --public: DNS server to ask instead of that of this machine'),
  },
};
export type DoctorInput = InputOf<typeof DOCTOR>;

export const doctor = localCommand({
  about: 'print a report about this server and machine, without secrets',
  ...DOCTOR,
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
