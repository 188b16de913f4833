import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import type { Caller } from '../../../kernel/http/endpoint.ts';
import { Maybe } from '../../../kernel/http/schema.ts';

import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { receive, type WebhookOptions } from './actions.ts';
import { requireBotWithKey, requireService } from './rules.ts';

const params = {
  /** The bot's key. */
  api_key: Type.String(),
  /** A channel's name or id. Absent: the bot's owner receives the message. */
  stream: Maybe(Type.String()),
  topic: Maybe(Type.String()),
  only_events: Maybe(Type.Array(Type.String())),
  exclude_events: Maybe(Type.Array(Type.String())),
  /** The program's payload: the body, or a field of a form. */
  payload: Type.Unsafe<unknown>({}),
  /** For alertmanager: the labels for topic and text. */
  name: Type.String({ default: 'instance' }),
  desc: Type.String({ default: 'alertname' }),
};

interface ReceivedDelivery extends WebhookOptions {
  service: string;
  api_key: string;
  payload: unknown;
  name: string;
  desc: string;
}

export const external = endpoint({
  method: 'POST',
  path: '/external/{service}',
  summary: 'Receive a delivery of another program for an incoming-webhook bot',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: { service: Type.String(), ...params },
  handle: ({ app, params: delivery, caller }) => handleDelivery(app, caller, delivery),
});

/** Programs that send to Slack, such as Alertmanager, repeat what is not answered with `ok: true`. */
export const externalSlack = endpoint({
  method: 'POST',
  path: '/external/slack_incoming',
  summary: 'Receive a message in the format of Slack, with an answer in that format too',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params,
  returns: { ok: Type.Boolean() },
  errorFields: ({ status, message }) => (status < 300 ? { ok: true } : { ok: false, error: message }),
  handle({ app, params: delivery, caller }) {
    handleDelivery(app, caller, { service: 'slack_incoming', ...delivery });
    return { ok: true };
  },
});

function handleDelivery(
  app: App,
  caller: Caller<User>,
  { service, api_key, payload, name, desc, ...wishes }: ReceivedDelivery,
): void {
  // Wrong keys are counted by address, valid requests by bot.
  let bot = app.users.byApiKey(api_key);
  app.limits.take(bot ? 'api_by_user' : 'api_by_ip', bot ? String(bot.id) : caller.ip);
  bot = requireBotWithKey(app, api_key);
  const header = (key: string) => caller.raw.headers[key.toLowerCase()] as string | undefined;
  receive(app, bot, requireService(service), { payload, header, options: { name, desc } }, wishes);
}
