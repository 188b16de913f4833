import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { ApiError, badRequest, notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { BOT } from '../bots/types.ts';
import type { WebhookAddress } from './types.ts';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The address with this token, and its bot. All other tokens, and those of deactivated bots, throw the same 404. */
export function requireAddress(app: App, token: string): { address: WebhookAddress; bot: User } {
  const address = app.webhookAddresses.byHash(hashToken(token));
  const bot = address && app.users.byId(address.bot_id);
  if (!bot?.is_active || bot.bot_type !== BOT.incoming) throw notFound('No such webhook address');
  return { address: address!, bot };
}

/** A text that an administrator enters, without spaces at its ends; null: none. Throws for long ones. */
export function requireShortText(name: string, text: string | undefined, most: number): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > most) throw badRequest(`The ${name} is longer than ${most} characters`);
  return trimmed === '' ? null : trimmed;
}

interface SignedDelivery {
  headers: Readonly<Record<string, string>>;
  /** undefined: a form whose bytes are not kept. */
  body: Buffer | undefined;
}

/** Throws 401 unless the delivery is signed with the secret, in the way of one of the services that sign. */
export function requireSignature(secret: string, { headers, body = Buffer.alloc(0) }: SignedDelivery): void {
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
    [headers['x-gitlab-token'], secret],
    [headers['sentry-hook-signature'], sign(body)],
    [stripe.get('v1'), sign(`${stripe.get('t') ?? ''}.`, body)],
  ];
  if (!pairs.some(([sent, expected]) => sent !== undefined && isEqual(sent, expected)))
    throw new ApiError(401, 'BAD_REQUEST', 'The delivery has no valid signature');
}

/** Compares in constant time. */
const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
