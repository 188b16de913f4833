import { createHmac } from 'node:crypto';
import type { App } from '../../../app.ts';
import { ApiError, badRequest, notFound } from '../../../kernel/errors.ts';
import { isSameSecret } from '../../../kernel/sealing.ts';
import { readAccess } from '../../channels/channels/rules.ts';
import { insufficientPermission } from '../../errors.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import { canManageBot } from '../bots/rules.ts';
import { BOT } from '../bots/types.ts';
import { sampleDelivery } from '../incoming-webhooks/rules.ts';
import type { Delivery, Service } from '../incoming-webhooks/types.ts';
import type { WebhookAddress } from './types.ts';

export interface AddressOfBot {
  address: WebhookAddress;
  bot: User;
}

const noSuchAddress = (): ApiError => notFound('No such webhook address');

/** The address with this token, and its bot. All other tokens, and those of deactivated bots, throw the same 404. */
export function requireAddress(app: App, token: string): AddressOfBot {
  const address = app.webhookAddresses.byHash(hashText(token));
  const bot = address && app.users.byId(address.bot_id);
  if (!bot?.is_active || bot.bot_type !== BOT.incoming) throw noSuchAddress();
  return { address: address!, bot };
}

/** An address of a bot that the actor may manage, and the bot. All others throw the same error. */
export function requireManageableAddress(app: App, actor: User, id: number): AddressOfBot {
  const address = app.webhookAddresses.byId(id);
  const bot = address && app.users.byId(address.bot_id);
  if (!bot || !canManageBot(actor, bot)) throw noSuchAddress();
  return { address, bot };
}

/** Whether somebody who manages the bot may read what arrives: its owner may, and others if they read the channel. */
export function canReadDeliveries(app: App, actor: User, bot: User, { channel_id }: WebhookAddress): boolean {
  if (bot.bot_owner_id === actor.id) return true;
  const channel = channel_id === null ? undefined : app.channels.byId(channel_id);
  return channel !== undefined && readAccess(app, actor, channel) === 'all';
}

/** An address whose log the actor may read. */
export function requireReadableAddress(app: App, actor: User, id: number): WebhookAddress {
  const { address, bot } = requireManageableAddress(app, actor, id);
  if (!canReadDeliveries(app, actor, bot, address)) throw insufficientPermission();
  return address;
}

/** A delivery in the log of an address. Throws unless the actor may read it and its content was kept. */
export function requireKeptDelivery(app: App, actor: User, { address, bot }: AddressOfBot, id: number): Delivery {
  if (!canReadDeliveries(app, actor, bot, address)) throw insufficientPermission();
  const kept = app.receivedDeliveries.byId(id);
  if (kept?.address_id !== address.id) throw badRequest('No such delivery: it is older than a week or the last ten');
  if (kept.content === null) throw badRequest('The delivery was too long to be kept');
  return JSON.parse(kept.content) as Delivery;
}

/** A sample of a service by its number, as the service would send it. */
export function requireSample({ samples }: Service, number: number): Delivery {
  const sample = samples[number];
  if (!sample) throw badRequest('No such sample');
  return sampleDelivery(sample);
}

/** A text that an administrator enters, without spaces at its ends; null: none. Throws for long ones. */
export function requireShortText(name: string, text: string | undefined, most: number): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > most) throw badRequest(`The ${name} is longer than ${most} characters`);
  return trimmed === '' ? null : trimmed;
}

interface SignedDelivery {
  headers: Readonly<Record<string, string>>;
  /** undefined: there is none. */
  body: Buffer | undefined;
}

/**
 * Whether the secret of an address answers its tests, and its deliveries are not signed: Netdata Cloud. An address
 * never does both, since anyone who knows its URL would get signatures of any text.
 */
export const answersTests = ({ service }: Pick<WebhookAddress, 'service'>): boolean => service === 'netdata';

/** The answer to the test of such an address: the text of the test, signed with the secret. */
export const answerTest = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('base64')}`;

/** Throws 401 unless the delivery is signed with the secret, in the way of one of the services that sign. */
export function requireSignature(secret: string, { headers, body }: SignedDelivery): void {
  const isToken = headers['x-gitlab-token'] !== undefined && isSameSecret(headers['x-gitlab-token'], secret);
  if (!isToken && !(body && isSigned(secret, headers, body)))
    throw new ApiError(401, 'BAD_REQUEST', 'The delivery has no valid signature');
}

function isSigned(secret: string, headers: SignedDelivery['headers'], body: Buffer): boolean {
  const sign = (...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) hmac.update(part);
    return hmac.digest('hex');
  };
  const stripe = new Map(
    (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('=', 2) as [string, string]),
  );
  const pairs: readonly [sent: string | undefined, expected: string][] = [
    [headers['x-hub-signature-256'], `sha256=${sign(body)}`],
    [headers['x-gitea-signature'], sign(body)],
    [headers['x-forgejo-signature'], sign(body)],
    [headers['x-gogs-signature'], sign(body)],
    // Bitbucket Server, and Jira
    [headers['x-hub-signature'], `sha256=${sign(body)}`],
    [headers['x-discourse-event-signature'], `sha256=${sign(body)}`],
    [headers['x-plane-signature'], sign(body)],
    [headers['x-vikunja-signature'], sign(body)],
    [headers['x-sonar-webhook-hmac-sha256'], sign(body)],
    [headers['linear-signature'], sign(body)],
    [headers['sentry-hook-signature'], sign(body)],
    [stripe.get('v1'), sign(`${stripe.get('t') ?? ''}.`, body)],
  ];
  return pairs.some(([sent, expected]) => sent !== undefined && isSameSecret(sent, expected));
}
