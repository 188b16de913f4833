import { oneOf, tcpListener, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

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
