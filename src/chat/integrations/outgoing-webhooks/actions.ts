import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { plainText, userMention } from '../../../markdown/generated.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Call, Delivery } from './types.ts';
import { webhookRequest } from './views.ts';

const HOW = { client: 'Outgoing webhook' };
/** Seconds until the next attempt, after each failure; then the delivery is given up. */
const PAUSES = [2, 10, 60];

/**
 * What to post for a delivery. Deletes a delivery that became pointless, because the bot was deactivated or can no
 * longer read the message.
 */
export function prepare(app: App, delivery: Delivery): Call | undefined {
  const { bot, service, message } = currentStateOf(app, delivery);
  if (!service || !message) {
    app.db.write(() => app.outgoingWebhooks.remove(delivery.id));
    return undefined;
  }
  const call = webhookRequest(app, bot, service, message, delivery);
  if (!call) giveUp(app, delivery, "Slack's format knows no direct messages");
  return call;
}

/** Posts a webhook's reply as its bot, in the conversation of the message. */
export function handleReply(app: App, delivery: Delivery, text: string | undefined): void {
  const { bot, message } = currentStateOf(app, delivery);
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

/** A delivery failed: schedules another attempt. */
export function handleFailure(app: App, delivery: Delivery, why: string): void {
  const pause = PAUSES[delivery.attempts];
  if (pause === undefined) giveUp(app, delivery, why);
  else app.db.write(() => app.outgoingWebhooks.postpone(seconds(app.clock) + pause, delivery.id));
}

/** Gives up a delivery. The bot's owner is notified, without the message's content. */
export function giveUp(app: App, { id, bot_id }: Delivery, why: string): void {
  const bot = app.users.byId(bot_id)!;
  const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  app.db.write(() => {
    app.outgoingWebhooks.remove(id);
    if (!owner?.is_active) return;
    const text = wordsFor(owner).t('The webhook of your bot {bot} was called and failed: {reason}.', {
      bot: userMention(bot),
      reason: plainText(why),
    });
    sendNotice(app, owner, text);
  });
}

/** The bot, its active webhook, and the message if the bot can still read it. */
function currentStateOf(app: App, { bot_id, message_id }: Delivery) {
  const bot = app.users.byId(bot_id)!;
  const message = app.messages.byId(message_id);
  return {
    bot,
    service: bot.is_active ? app.bots.byId(bot_id).service : null,
    message: message && canRead(app, bot, message) ? message : undefined,
  };
}
