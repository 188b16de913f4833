import { t } from '../i18n/text.ts';
import type { Told } from './error-text.ts';

// Translations of the server's error messages, in a chunk that loads with the first error. The server answers in
// English.

type Known = readonly [said: RegExp, fields: readonly string[], text: (...parts: string[]) => string];

const EMAIL = ['email', 'invitee_emails', 'new_email'];
const NAME = ['full_name', 'name', 'group_name', 'emoji_name'];
const PASSWORD = ['password', 'new_password'];

/** Patterns for the errors of common form fields, with the fields they concern and a text in the user's language. */
export const KNOWN: readonly Known[] = [
  [/^Email '(.+)' already in use$/, EMAIL, (email) => t('{email} belongs to another account.', { email: email! })],
  [
    /^Email '(.+)' not allowed/,
    EMAIL,
    (email) => t('{email} is of no domain that is allowed here.', { email: email! }),
  ],
  [
    /^User not authorized to change user emails/,
    EMAIL,
    () => t('The operator of the server has not given you the right to this.'),
  ],
  [/^Enter a valid email address/, EMAIL, () => t('This is no e-mail address.')],
  [/^Already has an account/, EMAIL, () => t('This address has an account already.')],
  [
    /^Account has been deactivated/,
    EMAIL,
    () => t('This account was deactivated: it can be reactivated among the people.'),
  ],
  [/^Disposable email addresses/, EMAIL, () => t('Throw-away addresses are not allowed here.')],
  [/^Name too long!/, NAME, () => t('This name is too long.')],
  [/^Name too short!/, NAME, () => t('This name is too short.')],
  [/^Invalid (?:characters in name|format)!/, NAME, () => t('A name cannot have these signs.')],
  [/^Unique names required/, NAME, () => t('Somebody else has this name.')],
  [/^The password is too weak/, PASSWORD, () => t('Use a password of 6 to 100 characters.')],
  [/^This is known to everybody/, PASSWORD, () => t('Everybody who knows you knows this. Choose another password.')],
  [/^This is what everybody tries/, PASSWORD, () => t('Everybody tries this first. Choose another password.')],
  [
    /^(?:Wrong password!|Your username or password is incorrect)/,
    ['old_password', 'password'],
    () => t('This is not your password.'),
  ],
  [/^Bad name or username/, ['short_name'], () => t('An address has no such signs.')],
  [/^Username already in use/, ['short_name'], () => t('Another bot has this address.')],
  [/^Name is already in use/, NAME, () => t('Another bot has this name.')],
  [/is not a URL$/, ['payload_url', 'url_pattern', 'value'], () => t('This is no web address.')],
  [/^Malformed URL pattern/, ['url_pattern'], () => t('This is no web address.')],
  [/^Invalid URL template/, ['url_template'], () => t('This is no web address with names in braces.')],
  [
    /^Missing the required variable "code"/,
    ['url_template'],
    () => t('The address needs {code} where the code goes.', { code: '{code}' }),
  ],
  [/^Bad regular expression: (.+)/, ['pattern'], (why) => t('This is no regular expression: {why}', { why: why! })],
  [
    /^Group '(.+)' in linkifier/,
    ['url_template'],
    (name) => t('The address does not use “{name}” of the pattern.', { name: name! }),
  ],
  [/^Group '(.+)' in URL template/, ['url_template'], (name) => t('The pattern has no “{name}”.', { name: name! })],
  [/^A linkifier with this pattern/, ['pattern'], () => t('There is a linkifier of this pattern.')],
  [/^Invalid characters in pygments/, ['pygments_language'], () => t('No language is called that.')],
  [/^The domain .+ is already/, ['domain'], () => t('This domain is allowed already.')],
  [/^Invalid domain/, ['domain'], () => t('This is no domain.')],
  [/^Emoji names must/, ['emoji_name'], () => t('Small letters, digits, dashes and underscores')],
  [/^A custom emoji with this name/, ['emoji_name'], () => t('There is an emoji of this name.')],
  [
    /^Only administrators can override/,
    ['emoji_name'],
    () => t('This is the name of a usual emoji, which administrators alone replace.'),
  ],
  [
    /^User group name cannot start with '(.+)'/,
    NAME,
    (start) => t('The name of a group does not begin with {start}.', { start: start! }),
  ],
  [/^(?:User group|Default channel group) '.+' already exists/, NAME, () => t('There is a group of this name.')],
  [/^Channel folder name already in use/, NAME, () => t('There is a folder of this name.')],
  [/^Navigation view already exists/, NAME, () => t('There is a view of this name.')],
  [/^A field with that label/, NAME, () => t('There is a field of this label.')],
  [/^Channel (?:name already in use|'.+' already exists)/, NAME, () => t('There is a channel of this name.')],
  [/^Invalid character in channel/, NAME, () => t('A name cannot have these signs.')],
  [
    /^(?:Insufficient permission|Must be an organization|You do not have permission)/,
    [],
    () => t('You may not do this.'),
  ],
  [
    /^(?:File|Uploaded file) is larger .* (\d+) MiB/,
    [],
    (n) => t('This file is too large: {n} MiB is the most.', { n: n! }),
  ],
  [/upload quota/, [], () => t('There is no more room for files here.')],
  [/^Not authorized to send to channel/, [], () => t('You are not allowed to write in this channel.')],
  [/wildcard mentions in this/, [], () => t('You are not allowed to call everybody here.')],
  [
    /^You are not allowed to mention user group '(.+)'/,
    [],
    (name) => t('You are not allowed to call {name}.', { name: name! }),
  ],
  [/^Direct messages are disabled/, [], () => t('There are no direct messages in this organization.')],
  [/permission to initiate direct/, [], () => t('You are not allowed to begin a direct conversation.')],
  [/^The time limit for/, [], () => t('It is too old for that.')],
  [
    /^Moderation request channel must be specified/,
    [],
    () => t('Nobody takes reports here: an administrator has to choose a channel for them.'),
  ],
];

/**
 * Translations of the other errors, by language. The keys are the server's messages, with {1}, {2} for inserted values.
 * The English file rewrites messages that are not meant for users. A test lists missing entries.
 */
const OTHERS: Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>> = {
  en: () => import('../i18n/errors/en.json', { with: { type: 'json' } }),
  de: () => import('../i18n/errors/de.json', { with: { type: 'json' } }),
  fr: () => import('../i18n/errors/fr.json', { with: { type: 'json' } }),
};

/** Returns a function that translates an error message, or returns undefined if no translation exists. */
export async function bookOf(code: string): Promise<(said: string) => Told | undefined> {
  const others = await (OTHERS[code] ?? OTHERS[code.split('-', 1)[0]!])?.();
  const { exact, patterns } = sorted(others?.default ?? {});
  return (said) => {
    for (const [pattern, fields, text] of KNOWN) {
      const parts = pattern.exec(said);
      if (parts) return { text: text(...parts.slice(1)), fields };
    }
    const fields = said.match(/^\w+(?= (?:is too|cannot be))/g) ?? [];
    if (exact.has(said)) return { text: exact.get(said)!, fields };
    for (const [pattern, text] of patterns) {
      const parts = pattern.exec(said);
      if (parts) return { text: text.replace(/\{(\d)\}/g, (_, n: number) => parts[n]!), fields };
    }
    return undefined;
  };
}

/** More specific patterns come first, since `{1} is too long` would match too many. */
function sorted(words: Readonly<Record<string, string>>) {
  const all = Object.entries(words);
  const own = (said: string) => said.replace(/\{\d\}/g, '').length;
  const patterns = all.filter(([said]) => said.includes('{1}')).sort(([a], [b]) => own(b) - own(a));
  return { exact: new Map(all), patterns: patterns.map(([said, text]) => [patternOf(said), text] as const) };
}

const patternOf = (said: string): RegExp =>
  new RegExp(`^${said.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.*?)')}$`, 's');
