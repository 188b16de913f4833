import { createHmac, randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';

/** What the organization signs. Each has a key of its own, which is stored: no organization knows that of another. */
type KeyName =
  | 'external_content_key'
  | 'unsubscribe_secret'
  | 'temporary_file_key'
  | 'known_browser_key'
  | 'mail_address_key';

/** Signs a text for this organization (HMAC with SHA-256). */
export const signText = (app: App, name: KeyName, text: string): Buffer =>
  createHmac('sha256', keyOf(app, name)).update(text).digest();

/** Creates the key when it is needed first. */
function keyOf(app: App, name: KeyName): string {
  const stored = app.realm.secret(name);
  if (stored !== undefined) return stored;
  const made = randomBytes(32).toString('hex');
  app.db.write(() => app.realm.keepSecret(name, made));
  return made;
}
