import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { cleanContent, render } from '../../messages/messages/content-rules.ts';
import type { User } from '../../people/users/types.ts';
import { sendLater, sendMail } from '../mail/actions.ts';
import { headerText } from '../mail/layout.ts';
import { requireMailServer } from '../mail/rules.ts';
import { forMail } from '../missed-messages/html-views.ts';
import * as rules from './rules.ts';
import type { AnnouncementDraft, Audience, StoredAnnouncement } from './types.ts';
import { type AnnouncementReference, contentFor } from './views.ts';

const HOUR = 3600;
const DAY = 86_400;
/** How long the mail server may be unreachable before a mail expires, in seconds. */
const LIFETIME = 3 * DAY;
/** How long administrators see what was sent, in seconds. */
const REMEMBERED = 7 * DAY;
/** Mails in the queue at once. With more, other mails such as new passwords would wait behind them. */
const AT_ONCE = 100;

/** The number of users who would receive an announcement. Throws for an audience that the sender cannot see. */
export function countRecipients(app: App, sender: User, audience: Audience): number {
  rules.requireCanAnnounce(sender);
  rules.requireAudience(app, sender, audience);
  return rules.listRecipients(app, audience).length;
}

/**
 * Sends a mail to many users. A job hands it to the mail queue, so the cost of this does not grow with them. Returns
 * its id and the number of recipients. Throws BAD_REQUEST without a recipient or mail server, or after too many today.
 */
export function sendAnnouncement(app: App, sender: User, draft: AnnouncementDraft): { id: number; recipients: number } {
  const now = seconds(app.clock);
  const recipients = countRecipients(app, sender, draft.audience);
  requireMailServer(app);
  rules.requireLeftToday(app, now);
  if (recipients === 0) throw badRequest('Nobody would receive this e-mail');
  const { kind: audience, id: audience_id } = draft.audience;
  return app.db.write(() => {
    const values = {
      sender_id: sender.id,
      created: now,
      audience,
      audience_id,
      recipients,
      ...makeTexts(app, sender, draft),
    };
    return { id: app.announcements.add(values).id, recipients };
  });
}

/** Mails an announcement to its author only. Throws RATE_LIMIT_HIT for many in an hour. */
export function testAnnouncement(app: App, sender: User, draft: AnnouncementDraft): void {
  rules.requireCanAnnounce(sender);
  rules.requireAudience(app, sender, draft.audience);
  requireMailServer(app);
  app.limits.take('test_mail_by_user', String(sender.id));
  const { kind: audience, id: audience_id } = draft.audience;
  const announcement = { ...makeTexts(app, sender, draft), audience, audience_id };
  const content = contentFor(app, { sender, recipient: sender, announcement });
  app.db.write(() => sendMail(app, { to: sender, kind: 'announcement', lasts: HOUR }, content));
}

/** What is written, as it is stored. Throws if the subject or the text is empty. */
function makeTexts(app: App, sender: User, { subject, content }: AnnouncementDraft) {
  const line = headerText(subject, LIMITS.announcement_subject_length);
  if (line === '') throw badRequest('Subject must not be empty');
  return { subject: line, ...forMail(render(app, sender, cleanContent(content)).html, app.config.url) };
}

/**
 * Hands the next mails of an announcement to the mail queue, as far as there is room. Returns whether it did. An
 * announcement ends early if its sender is no administrator any more: the account may have been stolen.
 */
export function queueSome(app: App, announcement: StoredAnnouncement): boolean {
  const { id, sender_id, audience, audience_id, last_user_id, subject } = announcement;
  const room = AT_ONCE - app.announcements.waitingMails()!;
  if (room <= 0) return false;
  const sender = app.users.byId(sender_id);
  const all = sender && rules.canAnnounce(sender) ? rules.listRecipients(app, { kind: audience, id: audience_id }) : [];
  const next = all.filter((user) => user > last_user_id).slice(0, room);
  const reference: AnnouncementReference = { announcement: id };
  app.db.write(() => {
    for (const user of next)
      sendLater(app, { to: app.users.byId(user)!, kind: 'announcement', lasts: LIFETIME }, subject, reference);
    if (next.length > 0) app.announcements.advance({ id, mails: next.length, last_user_id: next.at(-1)! });
    if (next.length < room) app.announcements.finish(seconds(app.clock), id);
  });
  return true;
}

/** Deletes announcements that were sent long ago. Their last mails have expired by then. */
export function forgetAnnouncements(app: App): void {
  app.db.write(() => app.announcements.removeFinished(seconds(app.clock) - REMEMBERED));
}
