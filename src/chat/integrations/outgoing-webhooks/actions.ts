import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { plainText, userMention } from '../../../markdown/generated.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { BotServiceRow } from '../bots/types.ts';
import { signatureHeaders } from './rules.ts';
import type { Call, Delivery, SentDelivery } from './types.ts';
import { testRequest, webhookRequest } from './views.ts';

const HOW = { client: 'Outgoing webhook' };
/** Seconds until the next attempt, after each failure; the last one repeats until the message is a day old. */
const PAUSES = [2, 10, 60, 300, 900, 3600];
const DAY = 86_400;
/** An owner is notified at most once an hour of each bot, in milliseconds. */
const NOTICE_PAUSE = 3_600_000;

/**
 * What to post for a delivery. Deletes a delivery that became pointless, because the bot was deactivated or can no
 * longer read the message.
 */
export function prepare(app: App, delivery: Delivery): Call | undefined {
  const { bot, service, message } = findCurrentState(app, delivery);
  if (!service || !message) {
    app.db.write(() => app.outgoingWebhooks.remove(delivery.id));
    return undefined;
  }
  const time = seconds(app.clock);
  const call = webhookRequest(app, bot, service, message, delivery);
  if (!call) giveUp(app, delivery, "Slack's format knows no direct messages");
  else if (time - message.date_sent > DAY) giveUp(app, delivery, 'it failed for a day');
  else return signCall(app, { bot, service, id: `message_${delivery.id}` }, call);
  return undefined;
}

/** The request of a test. */
export const prepareTest = (app: App, bot: User, service: BotServiceRow): Call =>
  signCall(app, { bot, service, id: `test_${seconds(app.clock)}` }, testRequest(app, bot, service));

/** Adds the signature to a request. `id` is the same for each attempt. */
export function signCall(app: App, of: { bot: User; service: BotServiceRow; id: string }, call: Call): Call {
  const signature = signatureHeaders(app, { ...of, time: seconds(app.clock), body: call.body });
  return { ...call, headers: { ...call.headers, ...signature } };
}

/** Keeps a request in the log of its bot. */
export function logRequest(app: App, request: Omit<SentDelivery, 'id' | 'sent'>): void {
  app.db.write(() => {
    app.sentDeliveries.insert({ ...request, sent: seconds(app.clock) });
    app.sentDeliveries.trim({ bot_id: request.bot_id, most: LIMITS.sent_deliveries_of_bot });
  });
}

/** Posts a webhook's reply as its bot, in the conversation of the message. */
export function handleReply(app: App, delivery: Delivery, text: string | undefined): void {
  const { bot, message } = findCurrentState(app, delivery);
  try {
    app.db.write(() => {
      app.outgoingWebhooks.remove(delivery.id);
      if (text !== undefined && message) reply(app, bot, message, text);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    giveUp(app, delivery, `its answer could not be sent (${error.message})`);
  }
}

function reply(app: App, bot: User, message: StoredMessage, content: string): void {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (channel) sendChannelMessage(app, bot, { channel: channel.id, topic: message.subject }, content, HOW);
  else sendDirectMessage(app, bot, app.messages.people(message.recipient_id)!, content, HOW);
}

/** A delivery failed: schedules another attempt, until its message is a day old. */
export function handleFailure(app: App, { id, bot_id, message_id, attempts }: Delivery, why: string): void {
  const due = seconds(app.clock) + PAUSES[Math.min(attempts, PAUSES.length - 1)]!;
  const message = app.messages.byId(message_id);
  if (!message || due - message.date_sent > DAY) giveUp(app, { id, bot_id }, why);
  else app.db.write(() => app.outgoingWebhooks.postpone(due, id));
}

/** Gives up a delivery. The bot's owner is notified, without the message's content, at most once an hour. */
export function giveUp(app: App, { id, bot_id }: Pick<Delivery, 'id' | 'bot_id'>, why: string): void {
  const bot = app.users.byId(bot_id)!;
  const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  const { webhookFailures } = app.memory;
  const now = app.clock.now();
  app.db.write(() => {
    app.outgoingWebhooks.remove(id);
    if (!owner?.is_active || now - (webhookFailures.get(bot_id) ?? Number.NEGATIVE_INFINITY) < NOTICE_PAUSE) return;
    webhookFailures.set(bot_id, now);
    const text = wordsFor(owner).t('The webhook of your bot {bot} was called and failed: {reason}.', {
      bot: userMention(bot),
      reason: plainText(why),
    });
    sendNotice(app, owner, text);
  });
}

/** The bot, its active webhook, and the message if the bot can still read it. */
function findCurrentState(app: App, { bot_id, message_id }: Delivery) {
  const bot = app.users.byId(bot_id)!;
  const message = app.messages.byId(message_id);
  return {
    bot,
    service: bot.is_active ? app.bots.byId(bot_id).service : null,
    message: message && canRead(app, bot, message) ? message : undefined,
  };
}
