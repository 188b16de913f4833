import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { ReadMail } from '../../../kernel/mail/reading/types.ts';
import { ROLES } from '../../../shared/roles.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import { insertUser } from '../../people/users/actions.ts';
import type { User } from '../../people/users/types.ts';
import { hashId } from './decision-rules.ts';
import { MAIL_BOT, type MailDecision } from './types.ts';

const DAY = 86_400;
/** How long and how many mails are remembered, so that each is posted once. */
const REMEMBERED = 30 * DAY;
const MOST_REMEMBERED = 20_000;
/** How many of them administrators see. */
export const MOST_SHOWN = 50;
const HOW = { client: 'mail' };

/** The bot that posts mails of people without an account. It is created when mail is received first. */
export const mailBot = (app: App): User =>
  app.users.byEmail(MAIL_BOT) ??
  insertUser(app, { email: MAIL_BOT, full_name: 'Mail Bot', role: ROLES.member, bot_type: 1, is_system: true });

/** Sends the message of a mail. Throws ApiError. Returns its ID. */
export function postMail(app: App, { author, place }: MailDecision, content: string): number {
  const sender = author ?? mailBot(app);
  if ('channel_id' in place!) {
    const to = { channel: place.channel_id, topic: place.topic };
    return sendChannelMessage(app, sender, to, content, HOW).id;
  }
  return sendDirectMessage(app, sender, place!.user_ids, content, HOW).id;
}

/** Remembers what was done with a mail. `mail`: undefined if it could not be read. */
export function rememberMail(
  app: App,
  mail: ReadMail | undefined,
  { result, reason, address, key }: MailDecision,
  messageId?: number,
): void {
  const received = seconds(app.clock);
  app.db.write(() => {
    const { id } = app.mailIn.add({
      received,
      key: result === 'posted' ? key! : null,
      thread_hash: result === 'posted' && mail?.messageId !== undefined ? hashId(mail.messageId) : null,
      sender: mail?.from?.address ?? '',
      subject: mail?.subject ?? '',
      address,
      result,
      reason,
      message_id: messageId ?? null,
    });
    app.mailIn.forget(id - MOST_REMEMBERED, received - REMEMBERED);
    app.mailIn.clear(id - MOST_SHOWN);
  });
}

/** Replaces the addresses of a channel: mail to those that exist is rejected from then on. */
export function replaceChannelAddresses(app: App, { id }: Channel): void {
  app.db.write(() => app.mailIn.renew(id));
}
