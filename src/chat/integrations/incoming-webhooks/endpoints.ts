import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { receive } from './actions.ts';
import { requireBotWithKey, requireService } from './rules.ts';

export const external = endpoint({
  method: 'POST',
  path: '/external/{service}',
  summary: 'Receive a delivery of another program for an incoming-webhook bot',
  auth: 'public',
  limit: 'none',
  json: 'payload',
  params: {
    service: Type.String(),
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
  },
  handle({ app, params: { service, api_key, payload, name, desc, ...wishes }, caller }) {
    // Wrong keys are counted by address, valid requests by bot.
    let bot = app.users.byApiKey(api_key);
    app.limits.take(bot ? 'api_by_user' : 'api_by_ip', bot ? String(bot.id) : caller.ip);
    bot = requireBotWithKey(app, api_key);
    const header = (key: string) => caller.raw.headers[key.toLowerCase()] as string | undefined;
    receive(app, bot, requireService(service), { payload, header, options: { name, desc } }, wishes);
  },
});
