import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { asciiAddress, asciiDomain } from '../../../kernel/mail/address-forms.ts';
import { invalidEmail } from '../../errors.ts';
import { domains } from './disposable.cjs';
import { isStub } from './types.ts';

/**
 * Characters that have a meaning in mentions and addresses, and invisible ones. Joiners are allowed: some scripts and
 * emoji need them.
 */
const FORBIDDEN = /[*`\\>"@\p{Cc}\p{Cs}[\p{Cf}--[\u200C\u200D]]]/v;
const ALL_FORBIDDEN = new RegExp(`${FORBIDDEN.source}|<`, 'gv');
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the name as it is stored. Throws if it is too short, too long, contains forbidden characters, or is taken
 * where names must be unique.
 */
export function requireFullName(app: App, input: string, ownId?: number): string {
  const name = input.trim();
  if ([...name].length > 100) throw badRequest('Name too long!');
  if ([...name.replace(UNSEEN, '')].length < 2) throw badRequest('Name too short!');
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!');
  // A mention can have the form `name|id`, so a name of that form could be mistaken for another user.
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!');
  if (
    app.realm.get('require_unique_names') &&
    app.users.named(name).some(({ id, is_active }) => is_active && id !== ownId)
  )
    throw badRequest('Unique names required in this organization.');
  return name;
}

/**
 * Returns a name from elsewhere without what `requireFullName` rejects: characters with a meaning, an ending that looks
 * like an ID, and what is too long.
 */
export const usableFullName = (input: string): string =>
  [
    ...input
      .replace(ALL_FORBIDDEN, '')
      .replace(/(?:\|\d+)+\s*$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
    .trim();

/** Returns an address in its stored form, for a new account or a changed address. Also throws if it is taken. */
export function requireFreeEmail(app: App, input: string): string {
  const email = requireEmail(app, input);
  if (app.users.byEmail(email)) throw badRequest(`Email '${email}' already in use`);
  return email;
}

/**
 * Returns an address in its stored form, whether or not an account has it. Throws for invalid and placeholder
 * addresses, and for those the organization does not allow: other domains, or disposable addresses.
 */
export function requireEmail(app: App, input: string): string {
  const email = asciiAddress(input.trim());
  if (
    email.length > 254 ||
    !/^[^\s@<>()[\],;:"\\\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(email) ||
    email.includes('..')
  )
    throw invalidEmail();
  if (/^user\d+@/i.test(email) && email.toLowerCase().endsWith(`@${app.config.realmHost.toLowerCase()}`))
    throw invalidEmail();
  // Otherwise such an account could be given to somebody else.
  if (isStub({ email: email.toLowerCase() })) throw invalidEmail();
  requireAllowedEmail(app, email);
  return email;
}

/** Throws if the organization does not allow the address. */
export function requireAllowedEmail(app: App, email: string): void {
  if (app.realm.get('emails_restricted_to_domains')) {
    if (!app.realmDomains.all().some((domain) => isInDomain(email, domain)))
      throw badRequest(`Email '${email}' not allowed in this organization`);
  } else if (app.realm.get('disallow_disposable_email_addresses') && isDisposable(email))
    throw badRequest('Disposable email addresses are not allowed in this organization');
}

const getHost = (email: string): string => asciiDomain(email.slice(email.lastIndexOf('@') + 1)).toLowerCase();

/** Whether an address belongs to a domain for disposable addresses, or to one of its subdomains. */
function isDisposable(email: string): boolean {
  const parts = getHost(email).split('.');
  return parts.some((_, from) => domains().includes(parts.slice(from).join('.')));
}

function isInDomain(
  email: string,
  { domain, allow_subdomains }: { domain: string; allow_subdomains: boolean },
): boolean {
  const host = getHost(email);
  return host === domain || (allow_subdomains && host.endsWith(`.${domain}`));
}

/** The shortest and the longest password, in characters. */
export const PASSWORD_LENGTHS = { minLength: 6, maxLength: 100 } as const;

/**
 * Returns a password in the form that is hashed: NFKC, as NIST SP 800-63B advises. A keyboard may send ä as one
 * character or two, and full-width letters instead of a and b. Their user cannot tell them apart.
 */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Throws if a password is too short or too long. */
export function requirePassword(password: string): void {
  const { minLength, maxLength } = PASSWORD_LENGTHS;
  if (password.length < minLength || password.length > maxLength)
    throw badRequest(`The password is too weak. Use ${minLength} to ${maxLength} characters.`);
}

/** Passwords that attackers try first. */
const COMMON =
  /^(?:password|passwort|letmein|welcome|qwerty(?:uiop)?|qwertz|asdfgh|abc123|iloveyou|admin|secret|klatch|zulip)[\d!.]{0,4}$/i;
const ROW = '01234567890 abcdefghijklmnopqrstuvwxyz';

/**
 * Does the same for passwords that users choose. Also throws for very common passwords, and for those that contain
 * something known about the user (`known`).
 */
export function requireStrongPassword(password: string, known: readonly string[]): void {
  requirePassword(password);
  const lowerCase = normalizePassword(password).toLowerCase();
  const own = known.flatMap((one) => [one, one.split('@')[0]!]).map((one) => one.trim().toLowerCase());
  if (own.includes(lowerCase)) throw badRequest('This password is easy to guess. Choose another password.');
  if (COMMON.test(lowerCase) || ROW.includes(lowerCase) || new Set(lowerCase).size < 3)
    throw badRequest('This password is too common. Choose another password.');
}
