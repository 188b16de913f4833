import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { plainText, userMention } from '../../../markdown/generated.ts';
import { canRead } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import { NOTIFICATION_BOT } from '../../organization/realm/prepare.ts';
import type { User } from '../../people/users/types.ts';
import { webhookRequest } from './formats.ts';
import type { Call, Delivery } from './types.ts';

const HOW = { client: 'Outgoing webhook' };
/** Seconds until it is tried again, after each failure; then it is given up. */
const PAUSES = [2, 10, 60];

/** What is posted for a delivery. One that has become pointless (the bot out of use, the message out of its reach) is forgotten. */
export function prepare(app: App, delivery: Delivery): Call | undefined {
  const { bot, service, message } = standing(app, delivery);
  if (!service || !message) {
    app.db.write(() => app.outgoingWebhooks.remove(delivery.id));
    return undefined;
  }
  const call = webhookRequest(app, bot, service, message, delivery);
  if (!call) giveUp(app, delivery, "Slack's format knows no direct messages");
  return call;
}

/** A webhook has answered: what it says is said by its bot, where it was called. */
export function handleReply(app: App, delivery: Delivery, said: string | undefined): void {
  const { bot, message } = standing(app, delivery);
  try {
    app.db.write(() => {
      app.outgoingWebhooks.remove(delivery.id);
      if (said !== undefined && message) reply(app, bot, message, said);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    giveUp(app, delivery, `its answer could not be sent (${error.message})`);
  }
}

function reply(app: App, bot: User, message: StoredMessage, content: string): void {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (channel) sendChannelMessage(app, bot, channel.id, message.subject, content, HOW);
  else sendDirectMessage(app, bot, app.messages.people(message.recipient_id)!, content, HOW);
}

/** A webhook could not be told: it is tried again a few times. */
export function handleFailure(app: App, delivery: Delivery, why: string): void {
  const pause = PAUSES[delivery.attempts];
  if (pause === undefined) giveUp(app, delivery, why);
  else app.db.write(() => app.outgoingWebhooks.postpone(seconds(app.clock) + pause, delivery.id));
}

/** It is not tried again; the bot's owner is told, and nothing of the message. */
export function giveUp(app: App, { id, bot_id }: Delivery, why: string): void {
  const bot = app.users.byId(bot_id)!;
  const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  app.db.write(() => {
    app.outgoingWebhooks.remove(id);
    if (!owner?.is_active) return;
    const text = `The webhook of your bot ${userMention(bot)} was called and failed: ${plainText(why)}.`;
    sendDirectMessage(app, app.users.byEmail(NOTIFICATION_BOT)!, [owner.id], text, { client: 'Internal' });
  });
}

/** The bot, its webhook if it is in use, and the message if the bot may still read it. */
function standing(app: App, { bot_id, message_id }: Delivery) {
  const bot = app.users.byId(bot_id)!;
  const message = app.messages.byId(message_id);
  return {
    bot,
    service: bot.is_active ? app.bots.byId(bot_id).service : null,
    message: message && canRead(app, bot, message) ? message : undefined,
  };
}
