import { join } from 'node:path';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { MOST_SHOWN } from '../chat/integrations/mail-in/actions.ts';
import { simulateMail } from '../chat/integrations/mail-in/receive-jobs.ts';
import { receivesMail } from '../chat/integrations/mail-in/rules.ts';
import { MAIL_BOT, MAIL_RESULTS, type MailDecision } from '../chat/integrations/mail-in/types.ts';
import { ReceivingStatus, receivingStatus } from '../chat/integrations/mail-in/views.ts';
import { notFound } from '../kernel/errors.ts';
import { Maybe, Nullable } from '../kernel/http/schema.ts';
import { operation } from './operation.ts';

const Outcome = Type.Enum([...MAIL_RESULTS]);

export const receivedMailOperations = {
  /** `file`: the name of a mail in the folder for incoming uploads. `proven`: as if it proved its sender. */
  'mail-simulate': operation({
    result: Type.Array(
      Type.Object({
        result: Outcome,
        reason: Type.String(),
        address: Type.String(),
        author: Nullable(Type.String()),
        place: Nullable(Type.String()),
        content: Nullable(Type.String()),
      }),
    ),
    audit: 'reads',
    async run(app: App, { file, to, proven }: { file: string; to?: string; proven?: boolean }) {
      if (!/^[\da-f]{32}$/.test(file)) throw notFound('No such file');
      const recipients = to === undefined ? undefined : [to];
      const evidence = proven ? 'the command' : 'without --proven';
      const decisions = await simulateMail(app, {
        path: join(app.files.incoming, file),
        recipients,
        describe: () => ({ recipients, proof: { isProven: !!proven, evidence } }),
      });
      return decisions.map((decision) => describeDecision(app, decision));
    },
  }),
  'mail-status': operation({
    result: Type.Object({
      receives: Type.Boolean(),
      ...ReceivingStatus.properties,
      counts: Type.Array(Type.Object({ result: Outcome, count: Type.Integer() })),
      mails: Type.Array(
        Type.Object({
          received: Type.Integer(),
          sender: Type.String(),
          subject: Type.String(),
          address: Type.String(),
          result: Outcome,
          reason: Type.String(),
          message_id: Nullable(Type.Integer()),
          id: Maybe(Type.Integer()),
        }),
      ),
    }),
    audit: 'reads',
    run: (app: App) => ({
      receives: receivesMail(app),
      ...receivingStatus(app),
      counts: app.mailIn.counts(),
      mails: app.mailIn.recent(MOST_SHOWN),
    }),
  }),
};

function describeDecision(app: App, { result, reason, address, author, place, content }: MailDecision) {
  const isPosted = result === 'posted';
  return {
    result,
    reason,
    address,
    author: isPosted ? (author?.email ?? MAIL_BOT) : null,
    place: place ? placeText(app, place) : null,
    content: content ?? null,
  };
}

function placeText(app: App, place: NonNullable<MailDecision['place']>): string {
  if ('channel_id' in place) return `#${app.channels.byId(place.channel_id)!.name} > ${place.topic}`;
  return place.user_ids.map((id) => app.users.byId(id)!.email).join(', ');
}
