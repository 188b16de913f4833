import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { countDelivery } from '../../organization/statistics/batches.ts';
import type { User } from '../../people/users/types.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import { headerText } from './layout.ts';
import type { Mail, MailContent, MailKind } from './types.ts';

const DAY = 86_400;
/** Seconds until the next attempt, after each failure; the last value repeats until the mail expires or is given up. */
const PAUSES = [60, 300, 900, 1800, 3600, 7200, 14_400];
/** After this many attempts, about a day, a mail is given up. */
const MOST_ATTEMPTS = 12;
/** How long administrators see a failed mail, in seconds. */
const REMEMBERED = 14 * DAY;

interface Sending {
  /** An address, or the account that has it. */
  to: string | User;
  /** The account the mail is about, if it does not have this address (yet). */
  about?: User;
  kind: MailKind;
  /** The mail's lifetime in seconds, as long as its link is valid. Default: a day. */
  lasts?: number;
}

/**
 * Queues a mail for delivery. It is discarded if the surrounding work is undone. Call it inside `db.write`. Returns its
 * id.
 */
export function sendMail(app: App, sending: Sending, content: MailContent): { id: number } {
  return put(app, sending, headerText(content.subject), JSON.stringify(content));
}

/** The same for a mail whose text is composed when it leaves; `content` says which. */
export function sendLater(app: App, sending: Sending, subject: string, content: object): { id: number } {
  return put(app, sending, headerText(subject), JSON.stringify(content));
}

function put(app: App, { to, about, kind, lasts = DAY }: Sending, subject: string, content: string): { id: number } {
  const now = seconds(app.clock);
  const user = about ?? (typeof to === 'string' ? undefined : to);
  const recipient = typeof to === 'string' ? to : to.email;
  const row = {
    kind,
    recipient,
    user_id: user?.id ?? null,
    subject,
    content,
    created: now,
    expires: now + lasts,
    due: now,
  };
  return app.mail.add(row);
}

/**
 * Counts an attempt and sets the next one before the mail server is contacted. If the process dies in between, the next
 * attempt comes later instead of in an endless loop.
 */
export function beginAttempt(app: App, { id, attempts }: Mail): void {
  app.db.write(() => app.mail.begin(seconds(app.clock) + PAUSES[Math.min(attempts, PAUSES.length - 1)]!, id));
}

/** The mail server accepted the mail. */
export function recordSent(app: App, mail: Mail): void {
  app.db.write(() => {
    done(app, mail);
    recordResult(app, mail, null);
    countDelivery(app, 'mails_sent');
  });
}

/** The mail needs no further attempt. */
export function done(app: App, { id }: Mail): void {
  app.db.write(() => app.mail.remove(id));
}

/**
 * The mail was not accepted. A mail that was rejected permanently or has failed for a day is given up. `mail` is its
 * state before the attempt.
 */
export function recordFailed(app: App, mail: Mail, reason: string, forGood: boolean): void {
  const { id, attempts } = mail;
  const why = headerText(reason, 500);
  app.db.write(() => {
    recordResult(app, mail, forGood ? 'rejected' : 'unreachable');
    if (forGood || attempts + 1 >= MOST_ATTEMPTS) giveUp(app, id, why);
    else app.mail.setReason(why, id);
  });
}

/** Stores what became of a mail to an account, for its user. The reason in words is for administrators. */
function recordResult(app: App, { user_id, recipient }: Mail, failure: DeliveryFailure | null): void {
  const user = user_id === null ? undefined : app.users.byId(user_id);
  if (user?.email !== recipient) return;
  if (failure) app.mail.setFailure(user.id, seconds(app.clock), failure);
  else app.mail.setSuccess(user.id, seconds(app.clock));
}

/** The mail expired: it is given up if it was tried, and deleted otherwise. */
export function expire(app: App, { id, attempts, reason }: Mail): void {
  app.db.write(() => (attempts === 0 ? app.mail.remove(id) : giveUp(app, id, reason ?? 'it came too late')));
}

function giveUp(app: App, id: number, reason: string): void {
  app.mail.giveUp(seconds(app.clock), reason, id);
  countDelivery(app, 'mails_failed');
}

/** Tries again from the start, after the operator fixed the problem. */
export function retry(app: App, { id }: Mail): void {
  const now = seconds(app.clock);
  app.db.write(() => app.mail.renew(now, now + DAY, id));
}

/** Deletes expired mails. */
export function forgetMails(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => app.mail.removeExpired(now, now - REMEMBERED));
}

/** Deletes waiting mails of one kind, to a user or to an address. Call it inside `db.write`. */
export function withdrawMails(app: App, to: { id: number } | string, kind: Sending['kind']): void {
  if (typeof to === 'string') app.mail.removeTo(to, kind);
  else app.mail.removeOfKind(to.id, kind);
}
