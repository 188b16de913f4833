import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { inlineCode, markdown, userMention } from '../../../markdown/generated.ts';
import { cleanContent, render } from '../../messages/messages/content-rules.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import { signCall } from '../outgoing-webhooks/actions.ts';
import type { Call } from '../outgoing-webhooks/types.ts';
import { commandAnswered } from './events.ts';
import { requirePlace, requireUsable, requireUsableNow, splitCommand } from './rules.ts';
import type { CommandAnswer, CommandPlace, CommandRun } from './types.ts';
import { commandRequest } from './views.ts';

/** Seconds in which a webhook can answer a use of its command. */
const ANSWER_TIME = 1800;
const HOW = { client: 'Slash command' };

/**
 * Begins the use of a command in a conversation. Returns the request for its webhook, whose later answers arrive at
 * `response_url`. Throws unless the user may write in the conversation.
 */
export function beginRun(app: App, user: User, input: string, wanted: CommandPlace): { run: CommandRun; call: Call } {
  const { name, text } = splitCommand(input);
  const { command, bot, service } = requireUsable(app, app.slashCommands.byName(name), name);
  const place = requirePlace(app, user, wanted, `/${name}`);
  const run = { command_id: command.id, user_id: user.id, place };
  const token = randomBytes(24).toString('base64url');
  const expires = seconds(app.clock) + ANSWER_TIME;
  app.db.write(() => {
    app.commandRuns.add({ ...run, token_hash: hashText(token), expires, answers_left: LIMITS.slash_command_answers });
    app.commandRuns.trim({ user_id: user.id, most: LIMITS.slash_command_runs_of_user });
  });
  const request = { user, text, place, trigger: randomBytes(16).toString('hex'), token };
  const call = commandRequest(app, { command, bot, service }, request);
  return { run, call: signCall(app, { bot, service, id: `command_${request.trigger}` }, call) };
}

/** Counts a later answer to the use with this token. */
export const countAnswer = (app: App, token: string): void =>
  app.db.write(() => void app.commandRuns.countAnswer(hashText(token)));

/**
 * Shows an answer: to everybody in the conversation, if the webhook wants that and both the user and the bot may write
 * there now, and otherwise to the user.
 */
export function showAnswer(app: App, run: CommandRun, { isPublic, content }: CommandAnswer): void {
  if (content === '') return;
  const { command, bot } = requireUsableNow(app, run);
  const user = app.users.byId(run.user_id)!;
  if (isPublic && tryPosting(app, { bot, user, place: run.place }, command.name, content)) return;
  const event = commandAnswered({
    bot_id: bot.id,
    name: command.name,
    place: run.place,
    rendered_content: render(app, user, cleanContent(content)).html,
    could_not_post: isPublic,
  });
  app.db.write(() => app.events.publish(event, [user.id]));
}

/** Posts an answer below the name of the user who asked for it. Returns false if one of the two may not write there. */
function tryPosting(
  app: App,
  { bot, user, place }: { bot: User; user: User; place: CommandPlace },
  name: string,
  answer: string,
): boolean {
  const command = `/${name}`;
  const content = `${markdown`${userMention(user)} ${inlineCode(command)}`}\n\n${answer}`;
  try {
    requirePlace(app, user, place, command);
    if ('stream_id' in place)
      sendChannelMessage(app, bot, { channel: place.stream_id, topic: place.topic }, content, HOW);
    else if (place.user_ids.includes(bot.id)) sendDirectMessage(app, bot, place.user_ids, content, HOW);
    else return false;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Forgets the uses that cannot be answered any more. */
export const forgetRuns = (app: App): void =>
  app.db.write(() => void app.commandRuns.removeExpired(seconds(app.clock)));
