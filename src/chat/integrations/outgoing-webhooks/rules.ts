import { createHmac } from 'node:crypto';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import { mayKnowKey } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { requireManageableBot } from '../bots/rules.ts';
import type { BotServiceRow } from '../bots/types.ts';

/** An outgoing webhook bot whose key the actor may know, and its service. */
export function requireWebhook(app: App, actor: User, bot_id: number): { bot: User; service: BotServiceRow } {
  const bot = requireManageableBot(app, actor, bot_id);
  const { service } = app.bots.byId(bot_id);
  if (!service || !mayKnowKey(actor, bot)) throw badRequest('No such outgoing webhook');
  return { bot, service };
}

/** What the requests to a bot's webhook are signed with. It is another one when the bot's token changes. */
const signingKey = (app: App, bot: User, { token }: BotServiceRow): Buffer =>
  signText(app, 'webhook_signing_key', `${bot.id} ${token}`);

/** The same as libraries for Standard Webhooks expect it. */
export const signingSecret = (app: App, bot: User, service: BotServiceRow): string =>
  `whsec_${signingKey(app, bot, service).toString('base64')}`;

interface Signing {
  bot: User;
  service: BotServiceRow;
  /** The same for each attempt. */
  id: string;
  /** UNIX seconds. */
  time: number;
  body: string;
}

/** The headers by which a webhook recognizes a request of this server (https://www.standardwebhooks.com). */
export function signatureHeaders(app: App, { bot, service, id, time, body }: Signing): Record<string, string> {
  const signature = createHmac('sha256', signingKey(app, bot, service)).update(`${id}.${time}.${body}`);
  return {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(time),
    'Webhook-Signature': `v1,${signature.digest('base64')}`,
  };
}
