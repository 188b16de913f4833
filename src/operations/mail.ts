import type { App } from '../app.ts';
import { retry, sendMail } from '../chat/notifications/mail/actions.ts';
import { deliverNow } from '../chat/notifications/mail/jobs.ts';
import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { mailTexts } from '../chat/notifications/mail/texts.ts';
import { requireFreeEmail } from '../chat/people/users/field-rules.ts';
import { badRequest, notFound } from '../kernel/errors.ts';

export const mailCommands = {
  'mail-waiting': (app: App) => ({ mails: app.mail.waiting() }),
  'mail-failed': (app: App) => ({ mails: app.mail.all().filter(({ failed }) => failed !== null) }),
  'mail-retry': (app: App, { id }: { id: number }) => {
    const mail = app.mail.byId(id);
    if (!mail) throw notFound(`No such mail: ${id}`);
    retry(app, mail);
    return { recipient: mail.recipient };
  },
  /** Delivers a mail at once. Returns why it was not accepted, or null. */
  'mail-test': async (app: App, { email }: { email: string }) => {
    if (!sendsMail(app)) throw badRequest('No mail server is configured. Set smtp-url (KLATCH_SMTP_URL)');
    const to = app.users.byEmail(email)?.email ?? requireFreeEmail(app, email);
    const values = { organization: app.realm.get('name'), url: app.config.url };
    const { id } = app.db.write(() => sendMail(app, { to, kind: 'test', lasts: 600 }, mailTexts(app).test(values)));
    return { reason: (await deliverNow(app, id)) ?? null };
  },
};
