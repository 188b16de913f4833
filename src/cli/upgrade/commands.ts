import { localCommand } from '../declaration/command.ts';
import { flag, textFlag } from '../declaration/parameters.ts';

export const upgrade = localCommand({
  about: 'replace this executable by a newer release; if that does not start, go back to the old one and its data',
  flags: {
    check: flag('only say whether there is a newer release'),
    to: textFlag('<version>', 'this version, also an older one'),
    from: textFlag('<place>', 'URL or folder with the files of a release, or one of the files'),
    key: textFlag('<key>', 'public key of minisign, for releases of others (default: the key of Klatch)'),
    program: textFlag('<file>', 'executable to replace (default: this one)'),
  },
  audit: 'files',
  load: async () => (await import('./upgrade.ts')).upgrade,
});
