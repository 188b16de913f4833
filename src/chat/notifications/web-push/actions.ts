import { createECDH, ECDH } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { hashText } from '../../people/sign-in/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Keys } from './types.ts';

const LONGEST_ENDPOINT = 2000;

interface SubscriptionRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Registers a browser for push messages until its session ends. */
export function subscribeBrowser(
  app: App,
  user: User,
  { endpoint, p256dh, auth }: SubscriptionRequest,
  session?: string,
): void {
  requireEndpoint(endpoint);
  if (!isPoint(p256dh) || bytes(auth)?.length !== 16) throw badRequest('Invalid keys');
  app.db.write(() => {
    const before = app.webPush.byEndpoint(endpoint);
    // Notifications for a previous user of this browser are dropped.
    if (before && before.user_id !== user.id) app.webPush.removeNotices(before.id);
    app.webPush.add(
      user.id,
      session === undefined ? null : hashText(session),
      endpoint,
      p256dh,
      auth,
      seconds(app.clock),
    );
    for (const { id } of app.webPush.ofUser(user.id).slice(LIMITS.browsers_of_user)) app.webPush.remove(id);
  });
}

/** Removes one of the user's own browsers. Does nothing for an unknown one. */
export function unsubscribeBrowser(app: App, user: User, endpoint: string): void {
  const known = app.webPush.byEndpoint(endpoint);
  if (known?.user_id === user.id) app.db.write(() => app.webPush.remove(known.id));
}

function requireEndpoint(endpoint: string): void {
  const url = endpoint.length <= LONGEST_ENDPOINT ? URL.parse(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) throw badRequest('Invalid endpoint');
}

const bytes = (base64url: string): Buffer | undefined =>
  /^[\w-]*=*$/.test(base64url) ? Buffer.from(base64url, 'base64url') : undefined;

/** Whether this is a browser's public key: a point of the curve in uncompressed form. */
function isPoint(base64url: string): boolean {
  const key = bytes(base64url);
  try {
    return key?.length === 65 && key.equals(ECDH.convertKey(key, 'prime256v1') as Buffer);
  } catch {
    return false;
  }
}

/** Removes all browsers of a user. Call it inside `db.write`. */
export function unsubscribeBrowsers(app: App, user: User): void {
  for (const { id } of app.webPush.ofUser(user.id)) app.webPush.remove(id);
}

/**
 * Returns the server's keys and creates them at first use. With them, anybody could send notifications as this server,
 * so they stay in the database.
 */
export function getKeys(app: App): Keys {
  const stored = app.webPush.keys();
  if (stored !== undefined) return JSON.parse(stored) as Keys;
  const keys = newKeys();
  app.db.write(() => app.webPush.setKeys(JSON.stringify(keys)));
  return keys;
}

function newKeys(): Keys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  // Numbers that begin with zeros have the same length as others.
  const padded = Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey: padded.toString('base64url') };
}
