import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { hasReceived } from '../../messages/messages/rules.ts';
import type { User } from '../../people/users/types.ts';
import { doNotDisturbEnd } from '../do-not-disturb/rules.ts';
import { sendLater } from '../mail/actions.ts';
import { sendsMail } from '../mail/rules.ts';
import { candidatesAmong } from './candidates.ts';
import { MAIL } from './delivery-methods.ts';
import type { MissedMessageFacts } from './repository.ts';
import { causeOf, isThere, stillMissed } from './rules.ts';

// A send does no work for mail. A job reads new messages and writes a row for each user who wants mail about one. When
// a user's time has come, another job makes one mail of all their rows, or none.

/**
 * Processed at once, if that takes no longer than this (ms): a message to thousands who all want mail takes some time.
 */
const MOST = 500;
const LONGEST = 20;
/** Seconds until an active user is checked again. */
const LATER = 60;

/** Processes the next messages. Returns whether there may be more. Without mail to send, it only moves on. */
export function collectMissedMessages(app: App): boolean {
  const to = app.missedMessages.noticedTo();
  const last = app.messages.lastId();
  if (to === last) return false;
  if (to === undefined || !sendsMail(app)) {
    app.db.write(() => app.missedMessages.setNoticedTo(last));
    return false;
  }
  const news = app.missedMessages.news(to, MOST);
  const until = performance.now() + LONGEST;
  const candidates = candidatesAmong(app, MAIL);
  return app.db.write(() => {
    let looked = 0;
    while (looked < news.length && performance.now() < until) {
      const message = news[looked++]!;
      for (const id of candidates(message)) notice(app, app.users.byId(id)!, message);
    }
    const newest = looked === news.length && news.length < MOST ? last : (news[looked - 1]?.id ?? to);
    app.missedMessages.setNoticedTo(newest);
    return newest < last;
  });
}

function notice(app: App, user: User, message: MissedMessageFacts): void {
  if (causeOf(app, user, message, MAIL) === undefined || !hasReceived(app, user.id, message)) return;
  app.missedMessages.add(
    user.id,
    message.id,
    message.date_sent + user.settings.email_notifications_batching_period_seconds,
  );
}

/**
 * Mails due users what they have not read. Active users read themselves, and are checked again later; users who want no
 * notifications now get their mail afterwards.
 */
export function mailDue(app: App): void {
  if (!sendsMail(app)) return;
  for (const id of app.missedMessages.duePeople(seconds(app.clock))) mailTo(app, app.users.byId(id)!);
}

function mailTo(app: App, user: User): void {
  app.db.write(() => {
    const quietUntil = doNotDisturbEnd(app, user);
    if (quietUntil) return app.missedMessages.postpone(quietUntil, user.id);
    if (isThere(app, user)) return app.missedMessages.postpone(seconds(app.clock) + LATER, user.id);
    const missed = stillMissed(app, user, app.missedMessages.ofUser(user.id), MAIL);
    app.missedMessages.removeOfUser(user.id);
    if (missed.length === 0) return;
    // Only the ids: content and access are read when the mail leaves.
    sendLater(app, { to: user, kind: 'missed_messages' }, 'Missed messages', {
      messages: missed.map(({ message }) => message.id),
    });
  });
}
