import { randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import { BOT } from '../bots/types.ts';
import { requireServiceName } from '../webhook-templates/rules.ts';
import { requireShortText } from './rules.ts';
import type { WebhookAddress } from './types.ts';

interface NewAddress {
  service: string;
  channel_id: number | null;
  topic?: string | undefined;
  secret?: string | undefined;
}

/** Creates an address for an incoming-webhook bot. The token is returned once, since only its hash is stored. */
export function createAddress(app: App, bot: User, { service, channel_id, topic, secret }: NewAddress) {
  if (bot.bot_type !== BOT.incoming) throw badRequest(`${bot.email} is not an incoming webhook bot`);
  const row = {
    bot_id: bot.id,
    service: requireServiceName(app, service).name,
    channel_id,
    topic: requireShortText('topic', topic, 60),
    secret: requireShortText('secret', secret, 200),
    created: seconds(app.clock),
  };
  requireRoom(app, 'webhook_address', ONE_ROW, bot.bot_owner_id ?? bot.id);
  const token = newToken(service);
  app.db.write(() => app.webhookAddresses.insert({ ...row, token_hash: hashText(token) }));
  return { token, address: app.webhookAddresses.byHash(hashText(token))! };
}

/** Programs that post to Gotify, such as shoutrrr, accept only tokens of its form: an A and 14 characters. */
const newToken = (service: string): string =>
  service === 'gotify'
    ? `A${randomBytes(11).toString('base64url').slice(0, 14)}`
    : randomBytes(24).toString('base64url');

/** Deletes an address. Deliveries to it are rejected from then on. */
export function revokeAddress(app: App, { id }: WebhookAddress): void {
  app.db.write(() => app.webhookAddresses.remove(id));
}

/** Deletes all addresses of a service that ends. */
export function revokeAddressesOf(app: App, service: string): void {
  app.db.write(() => app.webhookAddresses.removeOfService(service));
}
