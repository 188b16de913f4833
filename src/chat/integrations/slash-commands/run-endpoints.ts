import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { missing } from '../../../kernel/errors.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { type Caller, endpoint } from '../../declare.ts';
import type { BotServiceRow } from '../bots/types.ts';
import { logRequest } from '../outgoing-webhooks/actions.ts';
import { callWebhook } from '../outgoing-webhooks/client.ts';
import { parseAnswer, readAnswer, requireRun, requireUsableNow } from './rules.ts';
import { beginRun, countAnswer, showAnswer } from './run-actions.ts';
import type { CommandPlace, CommandRun } from './types.ts';

export const runSlashCommand = endpoint({
  method: 'POST',
  path: '/slash_commands/run',
  summary: 'Run a slash command of a bot in a conversation',
  auth: 'human',
  limit: 'send',
  params: {
    /** With its arguments, such as `/weather Berlin`. */
    command: Type.String({ maxLength: LIMITS.message_length }),
    stream_id: Maybe(Type.Integer()),
    /** Of the channel. */
    topic: Maybe(Type.String()),
    /** Without a channel: the users of a conversation; the caller is always one of them. */
    user_ids: Maybe(Type.Array(Type.Integer(), { maxItems: 1000 })),
  },
  /** Why the webhook gave no answer; null: it did. Answers arrive as messages and as events. */
  returns: { error: Nullable(Type.String()) },
  async prepare({ app, user, params }) {
    const { run, call } = beginRun(app, user, params.command, readPlace(params));
    // The webhook may use its response_url at once.
    await app.db.committed();
    return { run, outcome: await callWebhook(app, call) };
  },
  handle({ app, prepared: { run, outcome } }) {
    const { command, bot, service } = requireUsableNow(app, run);
    const answer = 'answer' in outcome ? outcome.answer : undefined;
    const error = 'answer' in outcome ? null : outcome.error;
    const status = 'answer' in outcome ? outcome.answer.status : outcome.status;
    logRequest(app, { bot_id: bot.id, message_id: null, command: command.name, status, error });
    if (answer) showAnswer(app, run, readAnswer(parseAnswer(answer.text), service));
    return { error };
  },
});

function readPlace({
  stream_id,
  topic = '',
  user_ids,
}: {
  stream_id?: number;
  topic?: string;
  user_ids?: number[];
}): CommandPlace {
  if (stream_id !== undefined) return { stream_id, topic };
  if (user_ids === undefined) throw missing('stream_id');
  return { user_ids };
}

/** Wrong tokens are counted by address, valid requests by bot. */
function findRun(app: App, caller: Caller, token: string): { run: CommandRun; service: BotServiceRow } {
  try {
    const run = requireRun(app, token);
    const { bot, service } = requireUsableNow(app, run);
    app.limits.take('api_by_user', String(bot.id));
    return { run, service };
  } catch (error) {
    app.limits.take('api_by_ip', caller.ip);
    throw error;
  }
}

export const answerSlashCommand = endpoint({
  method: 'POST',
  path: '/slash_commands/answers/{token}',
  root: true,
  summary: 'Answer a slash command later, at its response_url',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: {
    token: Type.String(),
    /** In the form of Slack and Mattermost. */
    payload: Type.Unsafe<unknown>({}),
  },
  returns: { ok: Type.Boolean() },
  errorFields: ({ message }) => ({ ok: false, error: message }),
  admit: ({ app, caller, fields: { token = '' } }) => void findRun(app, caller, token),
  handle({ app, params: { token, payload } }) {
    const run = requireRun(app, token);
    const { service } = requireUsableNow(app, run);
    countAnswer(app, token);
    showAnswer(app, run, readAnswer(payload, service));
    return { ok: true };
  },
});
