import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { sendLater } from '../mail/actions.ts';
import { sendsMail } from '../mail/rules.ts';
import { ntfy } from '../ntfy/jobs.ts';
import { phones } from '../push/jobs.ts';
import { browsers } from '../web-push/jobs.ts';
import { deliverMissedMessages, type Transport, takeMissed } from './delivery-batches.ts';
import { sendDigests } from './digest-actions.ts';
import { MAIL } from './types.ts';

const EVERYBODY = { has: () => true };

/** One mail about everything that somebody missed, after some time. Active users read themselves. */
export const mails: Transport = {
  method: MAIL,
  reachable: (app) => (sendsMail(app) ? EVERYBODY : undefined),
  note(app, { id, settings }, message) {
    app.missedMessages.add(id, message.id, message.date_sent + settings.email_notifications_batching_period_seconds);
  },
  nextDue: (app) => app.missedMessages.nextDue(),
  deliver(app) {
    if (!sendsMail(app)) return;
    for (const id of app.missedMessages.duePeople(seconds(app.clock))) mailTo(app, app.users.byId(id)!);
  },
};

function mailTo(app: App, user: User): void {
  app.db.write(() => {
    const missed = takeMissed(app, {
      user,
      method: MAIL,
      waiting: app.missedMessages.ofUser(user.id),
      waitsForQuiet: true,
      remove: (messages) => messages.forEach((id) => app.missedMessages.remove(user.id, id)),
      postpone: (due) => app.missedMessages.postpone(due, user.id),
    });
    if (missed.length === 0) return;
    app.missedMessages.removeOfUser(user.id);
    // Only the ids: content and access are read when the mail leaves.
    sendLater(app, { to: user, kind: 'missed_messages' }, 'Missed messages', {
      messages: missed.map(({ message }) => message.id),
    });
  });
}

const TRANSPORTS: readonly Transport[] = [mails, phones, browsers, ntfy];

/** Tells people of messages that they missed. */
export const missedMessages = job({
  name: 'missed messages',
  every: 2,
  run: (app) => deliverMissedMessages(app, TRANSPORTS),
  next(app) {
    const times = TRANSPORTS.map(({ nextDue }) => nextDue(app) ?? Number.POSITIVE_INFINITY);
    const first = Math.min(...times);
    return Number.isFinite(first) ? first : null;
  },
});

export const digests = job({ name: 'digests', every: 600, run: sendDigests });
