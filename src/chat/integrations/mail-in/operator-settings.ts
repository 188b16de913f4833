import { type Kind, oneOf, tcpListener, Unfit, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** Where these providers issue access tokens (OAuth 2). */
const TOKEN_SERVERS: ReadonlyMap<string, string> = new Map([
  ['google', 'https://oauth2.googleapis.com/token'],
  ['microsoft', 'https://login.microsoftonline.com/common/oauth2/v2.0/token'],
]);

/** A provider, or the address where another one issues access tokens; the value is the address. */
const tokenServer: Kind<string> = {
  form: '<google|microsoft|url>',
  read(text) {
    const known = TOKEN_SERVERS.get(text);
    if (known !== undefined) return known;
    if (!/^https?:/.test(text)) throw new Unfit('must be google, microsoft or an address');
    return webAddress().read(text);
  },
};

/** The operator's settings about received mail. */
export const MAIL_IN_SETTINGS = {
  mailListen: setting(
    tcpListener,
    'receive mail by SMTP at this address, such as :25; see docs/mail-in.md (default: mail is not received)',
  ),
  mailInAddress: setting(
    words('<pattern>'),
    'addresses of received mail, with * for the part that this server creates: *@HOST or NAME+*@HOST',
  ),
  mailImapUrl: setting(
    webAddress('<url>', ['imap', 'imaps']),
    'read mail from a mailbox: imaps://USER:PASSWORD@HOST/FOLDER (default folder: INBOX)',
    { secret: true },
  ),
  mailImapOauth: setting(
    tokenServer,
    'sign in to the mailbox with OAuth instead of a password, at this provider; see docs/mail-in.md',
  ),
  mailImapClientId: setting(words('<id>'), 'ID of the OAuth client for the mailbox'),
  mailImapClientSecret: setting(words('<secret>'), 'secret of this OAuth client, if it has one', { secret: true }),
  mailImapRefreshToken: setting(words('<token>'), 'refresh token of the mailbox’s user for this OAuth client', {
    secret: true,
  }),
  mailImapAfter: setting(
    oneOf('flag', 'move', 'delete'),
    'what happens to a mail in the mailbox after it was read: it gets a flag, moves to a folder, or is deleted',
    { default: 'flag' },
  ),
  mailImapFolder: setting(words('<folder>'), 'the folder for mail-imap-after=move', { default: 'Klatch' }),
  mailAuthServer: setting(
    words('<name>'),
    'name of the mail server whose Authentication-Results in the mailbox are trusted, such as mx.google.com',
  ),
};
