import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type ApiError, badRequest, notFound } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { BUILT_IN_COMMANDS } from '../../../shared/slash-commands.ts';
import { requireChannelMessage, requireDirectMessage } from '../../messages/send/rules.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import { canManageBot } from '../bots/rules.ts';
import { type BotServiceRow, SLACK_FORMAT } from '../bots/types.ts';
import { boundPayload } from '../incoming-webhooks/rendering/bounds.ts';
import { Reading } from '../incoming-webhooks/rendering/reading.ts';
import { slackMarkdown } from '../incoming-webhooks/rendering/slack-markdown.ts';
import { readSlackMessage } from '../incoming-webhooks/rendering/slack-message.ts';
import { silenceMentions } from '../incoming-webhooks/rendering/wording.ts';
import type { CommandAnswer, CommandPlace, CommandRun, SlashCommand } from './types.ts';

/** Returns the name of a command without its slash. Throws for invalid names, and for those of other commands. */
export function requireCommandName(app: App, input: string, ownId?: number): string {
  const name = input.trim().replace(/^\//, '').toLowerCase();
  if (!/^[a-z0-9_-]{1,32}$/.test(name))
    throw badRequest('Enter a name of 1 to 32 of these characters: a to z, 0 to 9, _ and -');
  if ((BUILT_IN_COMMANDS as readonly string[]).includes(name))
    throw badRequest(`/${name} is a command of Klatch. Choose another name.`);
  const other = app.slashCommands.byName(name);
  if (other && other.id !== ownId) throw badRequest(`A bot has the command /${name} already. Choose another name.`);
  return name;
}

/** A command of a bot that the actor may manage. All others throw the same error. */
export function requireManageableCommand(app: App, actor: User, id: number): SlashCommand {
  const command = app.slashCommands.byId(id);
  const bot = command && app.users.byId(command.bot_id);
  if (!bot || !canManageBot(actor, bot)) throw notFound('No such slash command');
  return command;
}

/** A command that its bot can answer at the moment. */
export interface UsableCommand {
  command: SlashCommand;
  bot: User;
  service: BotServiceRow;
}

/** Completes a command. Throws if there is none, or if its bot is deactivated. */
export function requireUsable(app: App, command: SlashCommand | undefined, name: string): UsableCommand {
  const bot = command && app.users.byId(command.bot_id);
  const service = bot?.is_active ? app.bots.byId(bot.id).service : null;
  if (!command || !bot || !service) throw noSuchCommand(name);
  return { command, bot, service };
}

/** The command of a use and its bot, as they are now. Throws if they, or the user, can no longer be answered. */
export function requireUsableNow(app: App, { command_id, user_id }: CommandRun): UsableCommand {
  const command = app.users.byId(user_id)?.is_active ? app.slashCommands.byId(command_id) : undefined;
  return requireUsable(app, command, command?.name ?? '');
}

/** A use by the token of its `response_url`. All tokens that are no longer valid throw the same 404. */
export function requireRun(app: App, token: string): CommandRun {
  const run = app.commandRuns.find(hashText(token), seconds(app.clock));
  if (!run) throw notFound('No such command, or it was answered too often or is too old');
  return run;
}

const noSuchCommand = (name: string): ApiError => badRequest(`No such command: ${name.slice(0, 50)}`);

/** The name and the rest of a text such as `/weather Berlin`. */
export function splitCommand(input: string): { name: string; text: string } {
  const written = input.trim();
  const end = written.search(/\s/);
  const [first, text] = end < 0 ? [written, ''] : [written.slice(0, end), written.slice(end).trim()];
  if (!first.startsWith('/')) throw badRequest('A command begins with a slash');
  return { name: first.slice(1).toLowerCase(), text };
}

/** The conversation in its stored form. Throws unless the user may send this text there. */
export function requirePlace(app: App, user: User, place: CommandPlace, text: string): CommandPlace {
  if ('user_ids' in place) return { user_ids: requireDirectMessage(app, user, place.user_ids, text).people };
  const { channel, subject } = requireChannelMessage(app, user, place.stream_id, place.topic, text);
  return { stream_id: channel.id, topic: subject };
}

/** What a webhook sent immediately: JSON, or plain text. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What only Slack writes: links and mentions in angle brackets. */
const SLACK_LINK = /<(?:(?:https?|mailto):[^\s<>|]{1,2000}\||[@#!]\w)/;
/** What Slack's bold words would be in a text without signs of Markdown. */
const SLACK_BOLD = /(?<![\w*])\*[^*\s][^*\n]{0,300}\*(?![\w*])/;
const MARKDOWN_SIGN = /\*\*|__|\]\(/;

/** Whether an answer is in Slack's markup, although its bot has Klatch's format, which is the first choice. */
function isSlackMarkup(message: object): boolean {
  if ('blocks' in message) return true;
  // In JSON, a line break would be a letter before the first word of the next line.
  const text = JSON.stringify(message).slice(0, LIMITS.message_length).replaceAll('\\n', '\n');
  return SLACK_LINK.test(text) || (SLACK_BOLD.test(text) && !MARKDOWN_SIGN.test(text));
}

/** Reads an answer in the form of Slack and Mattermost. Its texts are in the markup of the bot's format, or Slack's. */
export function readAnswer(payload: unknown, { interface: format }: BotServiceRow): CommandAnswer {
  const message =
    typeof payload === 'object' && payload !== null ? (boundPayload(payload) as object) : { text: payload };
  const isSlack = format === SLACK_FORMAT || isSlackMarkup(message);
  return {
    isPublic: new Reading(message).at('response_type').text === 'in_channel',
    content: readSlackMessage(message, isSlack ? slackMarkdown : silenceMentions),
  };
}
