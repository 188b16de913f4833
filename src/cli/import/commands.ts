import { type InputOf, localCommand } from '../declaration/command.ts';
import { argument, choiceArgument, flag, parsedFlag, textFlag, time } from '../declaration/parameters.ts';

/** Repeated here, so that help does not load the code of imports. */
const PRODUCTS = ['slack', 'zulip', 'mattermost', 'rocketchat', 'discord'] as const;

const IMPORT = {
  arguments: {
    product: choiceArgument(PRODUCTS, 'the product that the archive comes from'),
    file: argument('the archive, or the folder into which it was unpacked'),
  },
  flags: {
    dryRun: flag('print what would be imported; write nothing'),
    asOf: parsedFlag('<time>', 'leave out messages sent after this time, such as 2026-01-30T12:00:00Z', time),
    map: textFlag('<file>', 'CSV file with e-mail addresses of users in the archive: ID or user name, address'),
    publicChannels: flag('make channels public if the archive does not say who may read them (Discord)'),
    settings: flag('also replace the organization’s settings, if people have accounts here already'),
    roles: flag('keep the roles of the archive, if the organization has an owner already'),
    download: flag('fetch files that are not in the archive from the product’s own servers'),
    token: textFlag('<token>', 'fetch them with this token (Slack)'),
    server: textFlag('<name>', 'the server of the archive, if you import from several (Mattermost)'),
    report: textFlag('<file>', 'file that lists what is left out, and why (default: one here, named by time)'),
  },
};
export type ImportInput = InputOf<typeof IMPORT>;

export const importCommand = localCommand({
  about: 'import the history of another chat product; repeat it to add only what is new',
  ...IMPORT,
  audit: 'parts',
  load: async () => (await import('./import.ts')).importArchive,
});
