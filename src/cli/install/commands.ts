import { localCommand } from '../declaration/command.ts';
import { flag, repeatedFlag, textFlag } from '../declaration/parameters.ts';

const ROOT = textFlag('<dir>', 'root folder of another system, in which nothing is started or stopped');

export const install = localCommand({
  about: 'install this executable as a service of systemd or launchd, or as a task of Windows, and start it',
  flags: {
    domain: repeatedFlag('<name>', 'domain name to serve over HTTPS, such as chat.example.com'),
    program: textFlag('<file>', 'executable to install (default: this one)'),
    root: ROOT,
  },
  place: 'none',
  audit: 'files',
  load: async () => (await import('./install.ts')).install,
});

export const uninstall = localCommand({
  about: 'stop the service and remove what install made; the data is kept',
  flags: { settings: flag('also remove the file with its settings'), root: ROOT },
  place: 'none',
  audit: 'files',
  load: async () => (await import('./install.ts')).uninstall,
});
