import type { App } from '../../../app.ts';
import type { Outgoing } from '../../../kernel/mail/transport.ts';
import { announcementMail } from '../announcements/views.ts';
import { digestMail } from '../missed-messages/digest-actions.ts';
import { missedMessagesMail } from '../missed-messages/mail-views.ts';
import { headerText, renderHtml, renderText } from './layout.ts';
import { mailLanguage } from './texts.ts';
import type { Mail, MailContent, MailKind } from './types.ts';

/** The kinds whose text is composed when they leave. */
const COMPOSED: ReadonlySet<MailKind> = new Set(['missed_messages', 'digest', 'announcement']);

/** Composes a mail at the time it leaves; undefined: there is nothing left to say, or no recipient. */
export function compose(app: App, mail: Mail): Outgoing | undefined {
  const { id, kind, created, user_id } = mail;
  const user = user_id === null ? undefined : app.users.byId(user_id);
  if (user && !user.is_active && kind !== 'deactivated') return undefined;
  if (app.realm.get('deactivated')) return undefined;
  const template = findTemplate(app, mail);
  if (!template) return undefined;
  const host = app.config.realmHost;
  const organization = headerText(app.realm.get('name'));
  const language = mailLanguage(app, user);
  const { unsubscribe, thread } = template;
  return {
    from: { name: organization, address: getSender(app) },
    // A mail that is composed when it leaves goes to the account's current address.
    to: user && COMPOSED.has(kind) ? user.email : mail.recipient,
    replyTo: template.replyTo,
    subject: headerText(template.subject),
    text: renderText(template),
    html: renderHtml(template, organization, language),
    date: new Date(created * 1000),
    messageId: `${created}.${id}.${kind}@${host}`,
    inReplyTo: thread === undefined ? undefined : `${thread}@${host}`,
    references: thread === undefined ? undefined : [`${thread}@${host}`],
    headers: {
      // Auto-replies must not answer automatic mail (RFC 3834). The second header is for Exchange.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Id': `<${kind.replaceAll('_', '-')}.${host}>`,
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** The content of a mail at this moment. */
function findTemplate(app: App, mail: Mail): MailContent | undefined {
  if (mail.kind === 'missed_messages') return missedMessagesMail(app, mail);
  if (mail.kind === 'digest') return digestMail(app, mail);
  if (mail.kind === 'announcement') return announcementMail(app, mail);
  return JSON.parse(mail.content) as MailContent;
}

/** The operator's address, or one that nobody reads. */
function getSender({ config }: App): string {
  const { mailFrom } = config.choices;
  return mailFrom === undefined
    ? `noreply@${config.realmHost.replace(/^\[?[\d.:a-f]+\]?$/, 'localhost')}`
    : (/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom).trim();
}
