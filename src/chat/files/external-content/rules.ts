import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { signText } from '../../organization/realm/key-rules.ts';

const makeDigest = (app: App, url: string): string =>
  signText(app, 'external_content_key', url).toString('hex').slice(0, 40);

/** The address of an external image on this server, so that its site does not see who views it. */
export const makeAddress = (app: App, url: string): string =>
  `/external_content/${makeDigest(app, url)}/${Buffer.from(url).toString('hex')}`;

/** Returns the original address of an image; undefined: this server did not create the address. */
export function readUrl(app: App, digest: string, hex: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(digest) || !/^(?:[0-9a-f]{2}){1,4000}$/.test(hex)) return undefined;
  const url = Buffer.from(hex, 'hex').toString();
  return timingSafeEqual(Buffer.from(makeDigest(app, url)), Buffer.from(digest)) ? url : undefined;
}
