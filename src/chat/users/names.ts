import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';

const FORBIDDEN = /[*`\\>"@\p{Cc}]/u;

/** The name as it is kept. Refuses one that is too short or long, has forbidden characters, or is another's where names are unique. */
export function requireFullName(app: App, given: string, ownId?: number): string {
  const name = given.trim();
  const length = [...name].length;
  if (length > 100) throw badRequest('Name too long!');
  if (length < 2) throw badRequest('Name too short!');
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!');
  // A mention may say `name|id`: a name that looks so could be mistaken for somebody else's.
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!');
  if (app.realm.get('require_unique_names') && app.users.named(name).some(({ id, is_active }) => is_active && id !== ownId))
    throw badRequest('Unique names required in this organization.');
  return name;
}

/** The address as it is kept. Refuses what is none, what stands for someone else, one that is taken, and one outside the organisation's domains. */
export function requireFreeEmail(app: App, given: string): string {
  const email = given.trim();
  if (
    email.length > 254 ||
    !/^[^\s@<>()[\],;:"\\\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(email) ||
    email.includes('..')
  )
    throw badRequest('Enter a valid email address.');
  if (/^user\d+@/i.test(email) && email.toLowerCase().endsWith(`@${app.config.realmHost.toLowerCase()}`))
    throw badRequest('Enter a valid email address.');
  if (app.users.byEmail(email)) throw badRequest(`Email '${email}' already in use`);
  if (app.realm.get('emails_restricted_to_domains') && !app.realmDomains.all().some((domain) => isOf(email, domain)))
    throw badRequest(`Email '${email}' not allowed in this organization`);
  return email;
}

function isOf(email: string, { domain, allow_subdomains }: { domain: string; allow_subdomains: boolean }): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || (allow_subdomains && host.endsWith(`.${domain}`));
}

/** Refuses a password that is too short or too long. */
export function requirePassword(password: string): void {
  if (password.length < 6 || password.length > 100) throw badRequest('The password is too weak.');
}
