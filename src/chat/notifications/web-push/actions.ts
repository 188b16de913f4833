import { ECDH } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { hashOf } from '../../people/sign-in/accounts.ts';
import type { User } from '../../people/users/types.ts';

const LONGEST_ENDPOINT = 2000;
/** More browsers than that nobody has: the one that came first goes. */
const MOST = 20;

interface Given {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Remembers that a browser can be woken, until the session it was told in ends. */
export function subscribeBrowser(app: App, user: User, { endpoint, p256dh, auth }: Given, session?: string): void {
  requireEndpoint(endpoint);
  if (!isPoint(p256dh) || bytes(auth)?.length !== 16) throw badRequest('Invalid keys');
  app.db.write(() => {
    const before = app.webPush.byEndpoint(endpoint);
    // What waits for somebody who used this browser before is not for who uses it now.
    if (before && before.user_id !== user.id) app.webPush.removeNotices(before.id);
    app.webPush.add(
      user.id,
      session === undefined ? null : hashOf(session),
      endpoint,
      p256dh,
      auth,
      seconds(app.clock),
    );
    for (const { id } of app.webPush.ofUser(user.id).slice(MOST)) app.webPush.remove(id);
  });
}

/** Forgets one of somebody's own browsers. One that is not known is forgotten already. */
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

/** Whether this is a key of the kind browsers have, which something can be sealed with: a point of the curve, written in full. */
function isPoint(base64url: string): boolean {
  const key = bytes(base64url);
  try {
    return key?.length === 65 && key.equals(ECDH.convertKey(key, 'prime256v1') as Buffer);
  } catch {
    return false;
  }
}
