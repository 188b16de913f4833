import { Type } from 'typebox';
import { retry } from '../chat/notifications/mail/actions.ts';
import { testMail } from '../chat/notifications/mail/jobs.ts';
import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { requireFreeEmail } from '../chat/people/users/field-rules.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { operation } from './operation.ts';

const MAIL = {
  id: Type.Integer(),
  kind: Type.String(),
  recipient: Type.String(),
  created: Type.Integer(),
  failed: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
};

export const mailOperations = {
  'mail-waiting': operation({
    result: Type.Array(
      Type.Object({
        ...MAIL,
        user_id: Nullable(Type.Integer()),
        subject: Type.String(),
        content: Type.String(),
        body: Type.String(),
        expires: Type.Integer(),
        attempts: Type.Integer(),
        due: Type.Integer(),
      }),
    ),
    audit: 'reads',
    run: (app) => app.mail.waiting(),
  }),
  'mail-failed': operation({
    result: Type.Array(Type.Object(MAIL)),
    audit: 'reads',
    run: (app) =>
      app.mail
        .all()
        .filter(({ failed }) => failed !== null)
        .map(({ id, kind, recipient, created, failed, reason }) => ({ id, kind, recipient, created, failed, reason })),
  }),
  'mail-retry': operation({
    result: Type.Object({ id: Type.Integer(), recipient: Type.String() }),
    audit: () => ({ kind: 'mail_retry' }),
    run(app, { id }: { id: number }) {
      const mail = app.mail.byId(id);
      if (!mail) throw notFound(`No such mail: ${id}`);
      retry(app, mail);
      return { id, recipient: mail.recipient };
    },
  }),
  /** Delivers a mail at once. `reason`: why it was not accepted, or null. */
  'mail-test': operation({
    result: Type.Object({ email: Type.String(), reason: Nullable(Type.String()) }),
    audit: 'transient',
    async run(app, { email }: { email: string }) {
      if (!sendsMail(app)) throw badRequest('No mail server is configured. Set smtp-url (KLATCH_SMTP_URL)');
      const to = app.users.byEmail(email)?.email ?? requireFreeEmail(app, email);
      return { email, reason: (await testMail(app, to)) ?? null };
    },
  }),
};
