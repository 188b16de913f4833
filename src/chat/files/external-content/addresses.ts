import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';

/** Where the key is kept that says which addresses this server gave. */
const SECRET = 'external_content_key';

function keyOf(app: App): string {
  const kept = app.realm.secret(SECRET);
  if (kept !== undefined) return kept;
  const made = randomBytes(32).toString('hex');
  app.db.write(() => app.realm.keepSecret(SECRET, made));
  return made;
}

const digestOf = (app: App, url: string): string =>
  createHmac('sha256', keyOf(app)).update(url).digest('hex').slice(0, 40);

/** Where this server gives a picture of elsewhere, so that who looks at it is not known there. */
export const addressOf = (app: App, url: string): string =>
  `/external_content/${digestOf(app, url)}/${Buffer.from(url).toString('hex')}`;

/** The address a picture has elsewhere; undefined: this server did not give that out. */
export function urlOf(app: App, digest: string, hex: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(digest) || !/^(?:[0-9a-f]{2}){1,4000}$/.test(hex)) return undefined;
  const url = Buffer.from(hex, 'hex').toString();
  return timingSafeEqual(Buffer.from(digestOf(app, url)), Buffer.from(digest)) ? url : undefined;
}
