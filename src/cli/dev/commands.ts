import { type InputOf, localCommand } from '../declaration/command.ts';
import { count, flag, parsedFlag, textFlag, time, usualFlag, whole } from '../declaration/parameters.ts';

const DEV = {
  flags: {
    seed: usualFlag('<n>', 'random seed: each number creates other users, messages and API keys', 1, whole),
    users: usualFlag('<n>', 'number of users', 12, count),
    messages: usualFlag('<n>', 'number of messages', 400, count),
    now: parsedFlag(
      '<time>',
      'start time of the clock and time of the last message, such as 2026-01-30T12:00:00Z',
      time,
    ),
    frozen: flag('stop the clock'),
    exec: textFlag(
      '<command>',
      'run this command with ZULIP_SITE, ZULIP_EMAIL and ZULIP_API_KEY set, then stop with its exit code',
    ),
    keep: flag('keep the data folder and print its path (a folder named with --data is always kept)'),
  },
};
export type DevInput = InputOf<typeof DEV>;

export const dev = localCommand({
  about: 'run a temporary server with sample data for development',
  ...DEV,
  settings: { rateLimits: 'off', logLevel: 'warn' },
  place: 'none',
  json: false,
  audit: 'parts',
  load: async () => (await import('./dev.ts')).dev,
});
