import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { User } from '../../people/users/types.ts';
import { headerText } from './layout.ts';
import type { Mail, MailContent, MailKind } from './types.ts';

const DAY = 86_400;
/** Seconds until it is tried again, after each failure; the last goes on until the mail is of no use, or given up. */
const PAUSES = [60, 300, 900, 1800, 3600, 7200, 14_400];
/** Given up after so many, which is about a day: what is wrong for so long does not pass by itself. */
const MOST_ATTEMPTS = 12;
/** How long one that could not be delivered is shown to administrators, s. */
const REMEMBERED = 14 * DAY;

interface Sending {
  /** An address, or the account whose it is. */
  to: string | User;
  /** Whose account it is about, if the address is not (yet) theirs. */
  about?: User;
  kind: MailKind;
  /** Seconds it is of use: its link holds no longer. A day unless said. */
  lasts?: number;
}

/** Puts an e-mail where it waits to be delivered; it goes nowhere if the work it belongs to is undone. Only inside `db.write`. Its id. */
export function sendMail(app: App, sending: Sending, letter: MailContent): { id: number } {
  return put(app, sending, headerText(letter.subject), JSON.stringify(letter));
}

/** The same for a mail whose words are found when it leaves: `content` says which. */
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
 * An attempt to deliver begins. It is counted, and the next one named, before the other side is asked: whoever is killed in
 * between tries again later, and does not go round in a circle.
 */
export function beginAttempt(app: App, { id, attempts }: Mail): void {
  app.db.write(() => app.mail.begin(seconds(app.clock) + PAUSES[Math.min(attempts, PAUSES.length - 1)]!, id));
}

/** The other side has taken it over, or it has become pointless. */
export function done(app: App, { id }: Mail): void {
  app.db.write(() => app.mail.remove(id));
}

/** It was not taken. What is refused for good, or has failed for a day, is given up. The mail as it was before the attempt. */
export function failed(app: App, { id, attempts }: Mail, reason: string, forGood: boolean): void {
  const why = headerText(reason, 500);
  app.db.write(() => {
    if (forGood || attempts + 1 >= MOST_ATTEMPTS) app.mail.giveUp(seconds(app.clock), why, id);
    else app.mail.setReason(why, id);
  });
}

/** It is of no use any more: one that was tried is given up, one that never could be is forgotten. */
export function expire(app: App, { id, attempts, reason }: Mail): void {
  app.db.write(() =>
    attempts === 0 ? app.mail.remove(id) : app.mail.giveUp(seconds(app.clock), reason ?? 'it came too late', id),
  );
}

/** Tries once more, from the start: the operator has put right what was wrong. */
export function retry(app: App, { id }: Mail): void {
  const now = seconds(app.clock);
  app.db.write(() => app.mail.renew(now, now + DAY, id));
}

/** Lets go of mails that are of no use any more. */
export function forgetMails(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => app.mail.removeExpired(now, now - REMEMBERED));
}
