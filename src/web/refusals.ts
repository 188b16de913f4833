import { Refusal } from './api.ts';
import { t } from './i18n/text.ts';

export interface Told {
  /** What is told of an error to whoever caused it. */
  text: string;
  /** The parameters it is about, as the API names them, if any. */
  fields: readonly string[];
}

type Known = readonly [said: RegExp, fields: readonly string[], text: (...parts: string[]) => string];

const EMAIL = ['email', 'invitee_emails'];
const NAME = ['full_name', 'name', 'group_name', 'emoji_name'];
const PASSWORD = ['password', 'new_password'];

/** What the server says most of what people fill in, which is English: about what, and in the reader's language. */
const KNOWN: readonly Known[] = [
  [/^Email '(.+)' already in use$/, EMAIL, (email) => t('{email} belongs to another account.', { email: email! })],
  [/^Email '(.+)' not allowed/, EMAIL, (email) => t('{email} is of no domain that is allowed here.', { email: email! })],
  [/^Enter a valid email address/, EMAIL, () => t('This is no e-mail address.')],
  [/^Disposable email addresses/, EMAIL, () => t('Throw-away addresses are not allowed here.')],
  [/^Name too long!/, NAME, () => t('This name is too long.')],
  [/^Name too short!/, NAME, () => t('This name is too short.')],
  [/^Invalid (?:characters in name|format)!/, NAME, () => t('A name cannot have these signs.')],
  [/^Unique names required/, NAME, () => t('Somebody else has this name.')],
  [/^The password is too weak/, PASSWORD, () => t('This password is too easy to guess.')],
  [/^This is known to everybody/, PASSWORD, () => t('Everybody who knows you knows this. Choose another password.')],
  [/^This is what everybody tries/, PASSWORD, () => t('Everybody tries this first. Choose another password.')],
  [/^(?:Wrong password!|Your username or password is incorrect)/, ['old_password', 'password'], () => t('This is not your password.')],
  [/^Bad name or username/, ['short_name'], () => t('An address has no such signs.')],
  [/^Username already in use/, ['short_name'], () => t('Another bot has this address.')],
  [/^Name is already in use/, NAME, () => t('Another bot has this name.')],
  [/is not a URL$/, ['payload_url', 'url_pattern', 'value'], () => t('This is no web address.')],
  [/^Malformed URL pattern/, ['url_pattern'], () => t('This is no web address.')],
  [/^Invalid URL template/, ['url_template'], () => t('This is no web address with names in braces.')],
  [/^Missing the required variable "code"/, ['url_template'], () => t('The address needs {code} where the code goes.', { code: '{code}' })],
  [/^Bad regular expression: (.+)/, ['pattern'], (why) => t('This is no regular expression: {why}', { why: why! })],
  [/^Group '(.+)' in linkifier/, ['url_template'], (name) => t('The address does not use “{name}” of the pattern.', { name: name! })],
  [/^Group '(.+)' in URL template/, ['url_template'], (name) => t('The pattern has no “{name}”.', { name: name! })],
  [/^A linkifier with this pattern/, ['pattern'], () => t('There is a linkifier of this pattern.')],
  [/^Invalid characters in pygments/, ['pygments_language'], () => t('No language is called that.')],
  [/^The domain .+ is already/, ['domain'], () => t('This domain is allowed already.')],
  [/^Invalid domain/, ['domain'], () => t('This is no domain.')],
  [/^Emoji names must/, ['emoji_name'], () => t('Small letters, digits, dashes and underscores')],
  [/^A custom emoji with this name/, ['emoji_name'], () => t('There is an emoji of this name.')],
  [/^Only administrators can override/, ['emoji_name'], () => t('This is the name of a usual emoji, which administrators alone replace.')],
  [/^User group name cannot start with '(.+)'/, NAME, (start) => t('The name of a group does not begin with {start}.', { start: start! })],
  [/^(?:User group|Default channel group) '.+' already exists/, NAME, () => t('There is a group of this name.')],
  [/^Channel folder name already in use/, NAME, () => t('There is a folder of this name.')],
  [/^A field with that label/, NAME, () => t('There is a field of this label.')],
  [/^Channel (?:name already in use|'.+' already exists)/, NAME, () => t('There is a channel of this name.')],
  [/^Invalid character in channel/, NAME, () => t('A name cannot have these signs.')],
  [/^(?:Insufficient permission|Must be an organization|You do not have permission)/, [], () => t('You may not do this.')],
  [/^(?:File|Uploaded file) is larger .* (\d+) MiB/, [], (n) => t('This file is too large: {n} MiB is the most.', { n: n! })],
  [/upload quota/, [], () => t('There is no more room for files here.')],
  [/^Not authorized to send to channel/, [], () => t('You are not allowed to write in this channel.')],
  [/wildcard mentions in this/, [], () => t('You are not allowed to call everybody here.')],
  [/^You are not allowed to mention user group '(.+)'/, [], (name) => t('You are not allowed to call {name}.', { name: name! })],
  [/^Direct messages are disabled/, [], () => t('There are no direct messages in this organization.')],
  [/permission to initiate direct/, [], () => t('You are not allowed to begin a direct conversation.')],
  [/^The time limit for/, [], () => t('It is too old for that.')],
  [/^Moderation request channel must be/, [], () => t('Nobody takes reports here: an administrator has to choose a channel for them.')],
  [/^The server cannot be reached/, [], () => t('The server cannot be reached')],
];

/** What of an error is told to whoever caused it. */
export function toldOf(error: unknown): Told {
  if (!(error instanceof Refusal)) return { text: t('Something went wrong. Try again.'), fields: [] };
  for (const [said, fields, text] of KNOWN) {
    const parts = said.exec(error.message);
    if (parts) return { text: text(...parts.slice(1)), fields };
  }
  return { text: error.message, fields: Object.keys((error.detail.errors as object | undefined) ?? {}) };
}

export const reasonOf = (error: unknown): string => toldOf(error).text;
