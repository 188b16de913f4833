import { readFile } from 'node:fs/promises';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  argument,
  choiceFlag,
  countArgument,
  flag,
  repeatedFlag,
  required,
  textFlag,
  withDefault,
} from '../declaration/parameters.ts';

const TYPES = ['generic', 'incoming', 'outgoing'] as const;

export const botNoun: Noun = {
  about: 'manage bots',
  commands: {
    create: operationCommand({
      about: 'create a bot and print its API key',
      arguments: { shortName: argument('first part of the bot’s e-mail address') },
      flags: {
        as: AS,
        name: textFlag('<name>', 'full name (default: the short name)'),
        type: withDefault(
          choiceFlag('<type>', TYPES, 'incoming: receives webhooks; outgoing: posts messages to --url'),
          'generic',
        ),
        url: textFlag('<url>', 'URL that an outgoing webhook posts to'),
      },
      operation: 'bot-create',
      prepare({ shortName, name, type, url, as }) {
        if ((type === 'outgoing') !== (url !== undefined))
          throw new Failure(EXIT.usage, 'Use --url with --type outgoing, and only with it');
        return { shortName, name, type, url, as };
      },
      print(made) {
        say(`Created ${made.full_name} <${made.email}>. API key:`);
        console.log(made.api_key);
      },
    }),
    list: operationCommand({
      about: 'list bots',
      operation: 'bot-list',
      print: (bots) =>
        printTable(
          ['id', 'type', 'active', 'email', 'name', 'owner', 'limits of its key'],
          bots.map(({ user_id, type, is_active, email, full_name, owner, ...key }) => [
            user_id,
            type,
            is_active ? 'yes' : 'no',
            email,
            full_name,
            owner,
            describeKeyLimit(key),
          ]),
        ),
    }),
    limit: operationCommand({
      about: 'limit what the API key of a bot may be used for, or print its limits',
      arguments: { bot: argument('e-mail address or ID of the bot') },
      flags: {
        channels: textFlag('<names>', 'only for these channels, separated by commas', ['anyChannel']),
        anyChannel: flag('for all channels and direct messages'),
        readOnly: flag('only for reading', ['readWrite']),
        readWrite: flag('for reading and writing'),
      },
      operation: 'bot-limit',
      prepare: ({ bot, channels, anyChannel, readOnly, readWrite }) => ({
        bot,
        ...(channels !== undefined && { channels: channels.split(',').map((name) => name.trim()) }),
        ...(anyChannel && { channels: null }),
        ...((readOnly || readWrite) && { readOnly: readOnly === true }),
      }),
      print: ({ email, ...key }) => console.log(describeKeyLimit(key) || `The key of ${email} has no limits.`),
    }),
    token: operationCommand({
      about: 'print a bot’s API key',
      arguments: { bot: argument('e-mail address or ID of the bot') },
      flags: { new: flag('create a new key first') },
      operation: 'bot-token',
      print: ({ api_key }) => console.log(api_key),
    }),
  },
};

const describeKeyLimit = (key: { key_channels: string[] | null; key_read_only: boolean }): string =>
  [key.key_channels && `channels: ${key.key_channels.join(', ')}`, key.key_read_only && 'reading only']
    .filter(Boolean)
    .join('; ');

const SERVICE = argument('name of the service, such as github; a wrong name prints all of them');
const PLACE = {
  bot: required(textFlag('<bot>', 'incoming webhook bot')),
  channel: textFlag('<channel>', 'channel for messages (default: direct messages to the bot’s owner)'),
  topic: textFlag('<topic>', 'topic for messages (default: chosen by the service)'),
};

export const webhookNoun: Noun = {
  about: 'connect other services',
  commands: {
    create: operationCommand({
      about: 'create an address for a service, which you can revoke alone',
      arguments: { service: SERVICE },
      flags: {
        ...PLACE,
        secret: textFlag('<secret>', 'what the service signs its deliveries with; others are rejected'),
      },
      operation: 'webhook-create',
      print({ id, url }, { service }) {
        say(`Address ${id}. Enter it in ${service}. It is shown only now:`);
        console.log(url);
      },
    }),
    list: operationCommand({
      about: 'list these addresses',
      operation: 'webhook-list',
      print: (addresses) =>
        printTable(
          ['number', 'service', 'bot', 'channel', 'topic', 'signed'],
          addresses.map(({ id, service, bot, channel, topic, is_signed }) => [
            id,
            service,
            bot,
            channel,
            topic,
            is_signed ? 'yes' : 'no',
          ]),
        ),
    }),
    revoke: operationCommand({
      about: 'delete one of these addresses',
      arguments: { id: countArgument('number from webhook list') },
      operation: 'webhook-revoke',
      print: ({ id }) => say(`Address ${id} is revoked.`),
    }),
    url: operationCommand({
      about: 'print the webhook URL for a service, with the key of the bot',
      arguments: { service: SERVICE },
      flags: PLACE,
      operation: 'webhook-url',
      print({ url }, { service }) {
        say(`Enter this URL in ${service}. Anyone with the URL can send messages as the bot:`);
        console.log(url);
      },
    }),
  },
};

const TEMPLATE = argument('name of the template, or of its service, such as custom_3');
const TEMPLATE_FILE = argument('file with the text of the template');

export const webhookTemplateNoun: Noun = {
  about: 'manage your own templates for deliveries of other programs',
  commands: {
    list: operationCommand({
      about: 'list templates',
      operation: 'webhook-template-list',
      print: (templates) =>
        printTable(
          ['service', 'name'],
          templates.map(({ service, name }) => [service, name]),
        ),
    }),
    show: operationCommand({
      about: 'print the text of a template',
      arguments: { template: TEMPLATE },
      operation: 'webhook-template-show',
      print: ({ text }) => console.log(text),
    }),
    set: operationCommand({
      about: 'add a template, or change the one with this name',
      arguments: { template: TEMPLATE, file: TEMPLATE_FILE },
      operation: 'webhook-template-set',
      prepare: async ({ template, file }) => ({ template, text: await readDocument(file) }),
      print: ({ name, service, is_new }) => say(`${is_new ? 'Added' : 'Changed'} ${name}. Its service is ${service}.`),
    }),
    test: operationCommand({
      about: 'print what a template posts about a delivery, without posting it',
      arguments: { file: TEMPLATE_FILE, payload: argument('file with the JSON that the program sends') },
      flags: { header: repeatedFlag('<header>', 'a header of the delivery, such as "X-Event: push"') },
      operation: 'webhook-template-test',
      prepare: async ({ file, payload, header = [] }) => ({
        text: await readDocument(file),
        delivery: { payload: readJson(payload, await readDocument(payload)), headers: readHeaders(header) },
      }),
      print({ topic, content }) {
        if (content === null) return say('It posts nothing about this delivery.');
        say(`Topic: ${topic}`);
        console.log(content);
      },
    }),
    delete: operationCommand({
      about: 'delete a template, and revoke the addresses that use it',
      arguments: { template: TEMPLATE },
      operation: 'webhook-template-delete',
      print: ({ name }) => say(`Deleted ${name}.`),
    }),
  },
};

function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(EXIT.failure, `${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** The headers by name, from texts such as `X-Event: push`. */
const readHeaders = (headers: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    headers.map((text) => {
      const [name = '', ...value] = text.split(':');
      if (value.length === 0) throw new Failure(EXIT.usage, `Write a header as "NAME: VALUE", not as "${text}"`);
      return [name.trim(), value.join(':').trim()];
    }),
  );

export const slashCommandNoun: Noun = {
  about: 'manage the slash commands that outgoing webhooks answer',
  commands: {
    add: operationCommand({
      about: 'add a slash command to a bot',
      arguments: { name: argument('what people write after the slash') },
      flags: {
        bot: required(textFlag('<bot>', 'outgoing webhook bot that answers it')),
        usage: textFlag('<text>', 'what people write after the name, such as "[city]"'),
        description: textFlag('<text>', 'what the command does'),
      },
      operation: 'slash-command-add',
      print: ({ name }) => say(`Added /${name}.`),
    }),
    list: operationCommand({
      about: 'list slash commands',
      operation: 'slash-command-list',
      print: (commands) =>
        printTable(
          ['command', 'bot', 'description'],
          commands.map(({ name, usage, description, bot }) => [
            [`/${name}`, usage].filter(Boolean).join(' '),
            bot,
            description,
          ]),
        ),
    }),
    remove: operationCommand({
      about: 'remove a slash command',
      arguments: { name: argument('name of the command') },
      operation: 'slash-command-remove',
      print: ({ name }) => say(`Removed /${name}.`),
    }),
  },
};

const FEED_PLACE = {
  bot: required(textFlag('<bot>', 'bot that posts')),
  channel: required(textFlag('<channel>', 'channel for the entries')),
  topic: textFlag('<topic>', 'topic for the entries (default: the title of the feed)'),
};

export const feedNoun: Noun = {
  about: 'post new entries of RSS, Atom and JSON feeds',
  commands: {
    add: operationCommand({
      about: 'add a feed, whose new entries a bot posts',
      arguments: { url: argument('URL of the feed') },
      flags: FEED_PLACE,
      operation: 'feed-add',
      print: ({ id, title }) => say(`Added feed ${id}: ${title}`),
    }),
    import: operationCommand({
      about: 'add the feeds of an OPML file, such as the export of a feed reader',
      arguments: { file: argument('OPML file') },
      flags: FEED_PLACE,
      operation: 'feed-import',
      prepare: async ({ file, bot, channel, topic }) => ({ bot, channel, topic, opml: await readDocument(file) }),
      print: ({ added, skipped }) =>
        say(
          `Added ${added} feeds${skipped > 0 ? `, skipped ${skipped}, which are there already or have no room` : ''}.`,
        ),
    }),
    list: operationCommand({
      about: 'list feeds',
      operation: 'feed-list',
      print: (feeds) =>
        printTable(
          ['number', 'title', 'URL', 'bot', 'channel', 'topic', 'error'],
          feeds.map(({ id, title, url, bot, channel, topic, error }) => [id, title, url, bot, channel, topic, error]),
        ),
    }),
    remove: operationCommand({
      about: 'remove a feed',
      arguments: { id: countArgument('number from feed list') },
      operation: 'feed-remove',
      print: ({ id }) => say(`Feed ${id} is removed.`),
    }),
  },
};

const readDocument = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new Failure(EXIT.failure, `${file} cannot be read: ${error.message}`);
  });
