import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  argument,
  CHANNEL,
  choiceFlag,
  flag,
  repeatedFlag,
  usualFlag,
  withDefault,
} from '../declaration/parameters.ts';

const PRIVACY = ['public', 'private', 'web-public'] as const;

export const channelNoun: Noun = {
  about: 'create and archive channels',
  commands: {
    list: operationCommand({
      about: 'list channels',
      flags: { archived: flag('include archived channels') },
      operation: 'channel-list',
      print: (channels) =>
        printTable(
          ['id', 'name', 'privacy', 'people', 'default', 'description'],
          channels.map((one) => [
            one.channel_id,
            one.name,
            one.is_archived ? 'archived' : one.privacy,
            one.subscribers,
            one.is_default ? 'yes' : 'no',
            one.description,
          ]),
        ),
    }),
    create: operationCommand({
      about: 'create a channel and print its ID',
      arguments: { name: argument('the name') },
      flags: {
        as: AS,
        description: usualFlag('<text>', 'description', ''),
        privacy: withDefault(choiceFlag('<kind>', PRIVACY, 'who can read the channel'), 'public'),
        default: flag('subscribe new users automatically'),
        subscribe: repeatedFlag('<user>', 'user to subscribe: address, ID or everyone; can be repeated'),
        announce: flag('announce the channel'),
      },
      operation: 'channel-create',
      print({ channel_id, name, subscribers }) {
        say(`Created channel ${name} with ${countWords(subscribers, 'subscriber')}. ID:`);
        console.log(channel_id);
      },
    }),
    archive: operationCommand({
      about: 'archive a channel; its messages are kept',
      arguments: { channel: CHANNEL },
      flags: { as: AS },
      operation: 'channel-archive',
      print: ({ name }) => say(`Archived channel ${name}. It can still be read, but nobody can send messages to it.`),
    }),
    merge: operationCommand({
      about: 'move all topics and subscribers of a channel into another one, and archive it',
      arguments: { channel: CHANNEL, into: argument('the channel that receives them') },
      flags: { as: AS },
      operation: 'channel-merge',
      runsIn: 'long',
      print: ({ name, into, moved_topics }) =>
        say(`Moved ${countWords(moved_topics, 'topic')} from ${name} to ${into}, and archived ${name}.`),
    }),
    restore: operationCommand({
      about: 'restore an archived channel with its subscribers',
      arguments: { channel: CHANNEL },
      flags: { as: AS },
      operation: 'channel-restore',
      print: ({ name }) => say(`Restored channel ${name} with its subscribers.`),
    }),
  },
};

export const groupNoun: Noun = {
  about: 'create user groups',
  commands: {
    list: operationCommand({
      about: 'list user groups',
      operation: 'group-list',
      print: (groups) =>
        printTable(
          ['id', 'name', 'people', 'description'],
          groups.map(({ group_id, name, members, description }) => [group_id, name, members, description]),
        ),
    }),
    create: operationCommand({
      about: 'create a user group and print its ID',
      arguments: { name: argument('the name') },
      flags: {
        as: AS,
        description: usualFlag('<text>', 'description', ''),
        member: repeatedFlag('<user>', 'member: address or ID; can be repeated'),
      },
      operation: 'group-create',
      print({ group_id, name, members }) {
        say(`Created group ${name} with ${countWords(members, 'member')}. ID:`);
        console.log(group_id);
      },
    }),
  },
};
