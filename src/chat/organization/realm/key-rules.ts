import { createHmac, randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seal, unseal } from '../../../kernel/sealing.ts';

/** What the organization signs or seals. Each key is random and stored: no organization knows that of another. */
type KeyName =
  | 'external_content_key'
  | 'unsubscribe_secret'
  | 'temporary_file_key'
  | 'known_browser_key'
  | 'mail_address_key'
  | 'mailbox_key'
  | 'notification_address_key'
  | 'push_registration_key'
  | 'webhook_signing_key';

/** Signs a text for this organization (HMAC with SHA-256). */
export const signText = (app: App, name: KeyName, text: string): Buffer =>
  createHmac('sha256', getKey(app, name)).update(text).digest();

/** Encrypts a text for this organization's database. Anybody who has the whole database can decrypt it. */
export const sealText = (app: App, name: KeyName, text: string): string => seal(sealingKey(app, name), text);

/** Decrypts what `sealText` encrypted with the same key. */
export const unsealText = (app: App, name: KeyName, sealed: string): string => unseal(sealingKey(app, name), sealed);

const sealingKey = (app: App, name: KeyName): Buffer => signText(app, name, 'seal');

/** Creates the key when it is needed first. */
function getKey(app: App, name: KeyName): string {
  const stored = app.realm.secret(name);
  if (stored !== undefined) return stored;
  const made = randomBytes(32).toString('hex');
  app.db.write(() => app.realm.keepSecret(name, made));
  return made;
}
