import { clientLanguage } from '../../shared/languages.ts';
import { messageTranslator } from '../../texts/messages.ts';
import { isolateText } from '../i18n/isolation.ts';
import { t } from '../i18n/text.ts';
import type { ErrorDetails } from '../store/local/error-translator.ts';
import { loadCatalog } from './catalogs.ts';

// Translations of the server's error messages, in a chunk that loads with the first error. The server answers in
// English.

type FieldErrorPattern = readonly [said: RegExp, fields: readonly string[], text: (...parts: string[]) => string];

const EMAIL = ['email', 'invitee_emails', 'new_email'];
const NAME = ['full_name', 'name', 'group_name', 'emoji_name'];
const PASSWORD = ['password', 'new_password'];

/** Patterns for the errors of common form fields, with the fields they concern and a text in the user's language. */
export const FIELD_ERROR_PATTERNS: readonly FieldErrorPattern[] = [
  [
    /^Email '(.+)' already in use$/,
    EMAIL,
    (email) => t('{email} is already used by another account.', { email: email! }),
  ],
  [
    /^Email '(.+)' not allowed/,
    EMAIL,
    (email) => t('{email} isn’t in an allowed domain. Use another address.', { email: email! }),
  ],
  [
    /^User not authorized to change user emails/,
    EMAIL,
    () => t('You don’t have permission to do this. Ask the server administrator.'),
  ],
  [/^Enter a valid email address/, EMAIL, () => t('Enter a valid e-mail address.')],
  [/^This account has an e-mail address already/, [], () => t('This account already belongs to somebody.')],
  [/^Already has an account/, EMAIL, () => t('An account with this address already exists.')],
  [
    /^Account has been deactivated/,
    EMAIL,
    () => t('This account is deactivated. Reactivate it in the list of people.'),
  ],
  [/^Disposable email addresses/, EMAIL, () => t('Disposable e-mail addresses aren’t allowed. Use another address.')],
  [/^Name too long!/, NAME, () => t('This name is too long. Choose a shorter name.')],
  [/^Name too short!/, NAME, () => t('This name is too short. Choose a longer name.')],
  [
    /^Invalid (?:characters in name|format)!/,
    NAME,
    () => t('This name contains characters that aren’t allowed. Choose another name.'),
  ],
  [/^Unique names required/, NAME, () => t('Someone else already uses this name. Choose another name.')],
  [/^The password is too weak/, PASSWORD, () => t('Use a password with 6 to 100 characters.')],
  [/^This password is easy to guess/, PASSWORD, () => t('This password is easy to guess. Choose another password.')],
  [/^This password is too common/, PASSWORD, () => t('This password is too common. Choose another password.')],
  [
    /^Your password is managed in LDAP/,
    PASSWORD,
    () => t('Your organization’s directory keeps your password. Change it there.'),
  ],
  [
    /^(?:Wrong password!|Your username or password is incorrect)/,
    ['old_password', 'password'],
    () => t('Wrong password. Try again.'),
  ],
  [
    /^Bad name or username/,
    ['short_name'],
    () => t('This address contains characters that aren’t allowed. Choose another address.'),
  ],
  [
    /^Username already in use/,
    ['short_name'],
    () => t('Another bot already uses this address. Choose another address.'),
  ],
  [/^Name is already in use/, NAME, () => t('Another bot already uses this name. Choose another name.')],
  [/is not a URL$/, ['payload_url', 'url_pattern', 'value'], () => t('Enter a valid URL.')],
  [/^Malformed URL pattern/, ['url_pattern'], () => t('Enter a valid URL.')],
  [/^Invalid URL template/, ['url_template'], () => t('Enter a valid URL with names in braces.')],
  [
    /^Missing the required variable "code"/,
    ['url_template'],
    () => t('Add {code} to the URL template where the code goes.', { code: '{code}' }),
  ],
  [/^Bad regular expression: (.+)/, ['pattern'], (why) => t('Enter a valid regular expression: {why}', { why: why! })],
  [
    /^Group '(.+)' in linkifier/,
    ['url_template'],
    (name) => t('The URL template doesn’t use “{name}” from the pattern. Add it in braces.', { name: name! }),
  ],
  [
    /^Group '(.+)' in URL template/,
    ['url_template'],
    (name) => t('The pattern has no group named “{name}”.', { name: name! }),
  ],
  [
    /^A linkifier with this pattern/,
    ['pattern'],
    () => t('An automatic link with this pattern already exists. Enter another pattern.'),
  ],
  [/^Invalid characters in pygments/, ['pygments_language'], () => t('Unknown language. Enter a name such as python.')],
  [/^The domain .+ is already/, ['domain'], () => t('This domain is already allowed.')],
  [/^Invalid domain/, ['domain'], () => t('Enter a valid domain, for example example.com.')],
  [/^Emoji names must/, ['emoji_name'], () => t('Use lowercase letters, digits, dashes and underscores')],
  [
    /^A custom emoji with this name/,
    ['emoji_name'],
    () => t('An emoji with this name already exists. Choose another name.'),
  ],
  [
    /^Only administrators can override/,
    ['emoji_name'],
    () => t('This is the name of a standard emoji. Only administrators can replace it.'),
  ],
  [
    /^User group name cannot start with '(.+)'/,
    NAME,
    (start) => t('Group names can’t start with {start}. Choose another name.', { start: start! }),
  ],
  [
    /^(?:User group|Default channel group) '.+' already exists/,
    NAME,
    () => t('A group with this name already exists. Choose another name.'),
  ],
  [
    /^Channel folder name already in use/,
    NAME,
    () => t('A folder with this name already exists. Choose another name.'),
  ],
  [/^Navigation view already exists/, NAME, () => t('A view with this name already exists. Choose another name.')],
  [/^A field with that label/, NAME, () => t('A field with this label already exists. Choose another label.')],
  [
    /^Channel (?:name already in use|'.+' already exists)/,
    NAME,
    () => t('A channel with this name already exists. Choose another name.'),
  ],
  [
    /^Invalid character in channel/,
    NAME,
    () => t('This name contains characters that aren’t allowed. Choose another name.'),
  ],
  [
    /^(?:Insufficient permission|Must be an organization|You do not have permission)/,
    [],
    () => t('You don’t have permission to do this.'),
  ],
  [
    /^(?:File|Uploaded file) is larger .* (\d+) MiB/,
    [],
    (n) => t('This file is too large. Choose one of at most {n} MiB.', { n: n! }),
  ],
  [/upload quota/, [], () => t('The file storage is full. Delete files to make room.')],
  [/^Not authorized to send to channel/, [], () => t('You don’t have permission to post in this channel.')],
  [/wildcard mentions in this/, [], () => t('You don’t have permission to notify everyone here.')],
  [
    /^You are not allowed to mention user group '(.+)'/,
    [],
    (name) => t('You don’t have permission to mention {name}.', { name: name! }),
  ],
  [/^Direct messages are disabled/, [], () => t('Direct messages are turned off in this organization.')],
  [/permission to initiate direct/, [], () => t('You don’t have permission to start direct message conversations.')],
  [/^The time limit for/, [], () => t('This message is too old for that.')],
  [
    /^Moderation request channel must be specified/,
    [],
    () => t('Reporting isn’t set up. Ask an administrator to choose a channel for reports.'),
  ],
];

/**
 * Returns a function that translates an error message, or returns undefined if no translation exists. The keys of the
 * catalogs are the server's messages, with {1}, {2} for inserted values. The English one rewrites messages that are not
 * meant for users.
 */
export async function loadErrorTranslator(code: string): Promise<(message: string) => ErrorDetails | undefined> {
  const translate = messageTranslator(await loadCatalog(clientLanguage(code) ?? 'en'));
  return (message) => {
    for (const [pattern, fields, text] of FIELD_ERROR_PATTERNS) {
      const parts = pattern.exec(message);
      if (parts) return { text: text(...parts.slice(1)), fields };
    }
    const fields = message.match(/^\w+(?= (?:is too|cannot be))/g) ?? [];
    const found = translate(message);
    if (!found) return undefined;
    const { text, values } = found;
    return { text: text.replace(/\{(\d)\}/g, (_, n: string) => isolateText(String(values[n]))), fields };
  };
}
