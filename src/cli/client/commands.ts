import { say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { type InputOf, localCommand, operationCommand } from '../declaration/command.ts';
import {
  count,
  flag,
  optionalArgument,
  type Parameters,
  parsedFlag,
  repeatedFlag,
  required,
  textFlag,
  usualFlag,
  whole,
} from '../declaration/parameters.ts';

/** The server and the account. */
const group = 'Server and account:';
const LOGIN = {
  site: { ...textFlag('<url>', 'server URL (ZULIP_SITE)'), group },
  user: { ...textFlag('<email>', 'account e-mail address (ZULIP_EMAIL)'), group },
  apiKey: { ...textFlag('<key>', 'API key (ZULIP_API_KEY)'), group },
  configFile: { ...textFlag('<zuliprc>', 'file with URL, address and key (ZULIP_CONFIG; default: ~/.zuliprc)'), group },
  as: { ...textFlag('<user>', 'act as this user of the local server'), group },
} satisfies Parameters;

const notes = 'Exit codes: 5 channel or user not found, 6 not allowed, 7 server unreachable.';

const TAIL = {
  flags: {
    ...LOGIN,
    to: repeatedFlag('<channel|email>', 'only this channel or this direct conversation'),
    topic: textFlag('<topic>', 'only this topic'),
    sender: textFlag('<email>', 'only messages from this sender'),
    mentions: flag('only messages that mention this account'),
    last: usualFlag('<n>', 'first print this many earlier messages', 0, whole),
    count: parsedFlag('<n>', 'stop after this many messages', count),
  },
};
export type TailInput = InputOf<typeof TAIL>;

const SEND = {
  arguments: { text: optionalArgument('text of the message, in Markdown') },
  flags: {
    ...LOGIN,
    to: required(repeatedFlag('<channel|email>', 'channel, or e-mail address; repeat for a group conversation')),
    topic: textFlag('<topic>', 'topic in the channel'),
  },
};
export type SendInput = InputOf<typeof SEND>;

export const reloadClients = operationCommand({
  about: 'make web clients reload, when idle or when the user agrees',
  flags: { immediate: flag('reload immediately') },
  operation: 'reload-clients',
  print: ({ told }) => say(`Asked ${countWords(told, 'web client')} to reload.`),
});

export const send = localCommand({
  about: 'send a message and print its ID; - reads it from standard input',
  ...SEND,
  place: 'account',
  notes,
  audit: 'parts',
  load: async () => (await import('./send.ts')).sendMessage,
});

export const mcp = localCommand({
  about:
    'give a language model tools by the rights of an account (Model Context Protocol on standard input and output)',
  flags: LOGIN,
  place: 'account',
  json: false,
  notes,
  audit: 'parts',
  load: async () => (await import('./mcp.ts')).serveTools,
});

export const tail = localCommand({
  about: 'print messages as they arrive; --json: as JSON Lines',
  ...TAIL,
  place: 'account',
  notes,
  audit: 'reads',
  load: async () => (await import('./tail.ts')).tail,
});
