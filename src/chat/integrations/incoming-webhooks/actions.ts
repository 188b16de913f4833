import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { inlineCode, markdown, plainText, userMention } from '../../../markdown/generated.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import { deliveryId, isWanted, requireNotice } from './rules.ts';
import type { Delivery, Notice, Service, WebhookOptions } from './types.ts';

/** One notice an hour for each cause. */
const PAUSE = 3_600_000;

/**
 * Posts a delivery of another program as the bot, once. Throws for payloads that cannot be read, and for messages the
 * bot may not send; then the owner of the bot receives a notice too. Returns the message's id; undefined: none.
 */
export function receive(
  app: App,
  bot: User,
  service: Service,
  delivery: Delivery,
  wishes: WebhookOptions,
): number | undefined {
  const { handled } = app.memory.receivedDeliveries;
  const id = deliveryId(delivery);
  // The id is as long as the sender likes, and is kept for a day.
  const key = hashOf(JSON.stringify([bot.id, service.name, wishes.stream, wishes.topic, id]));
  if (id !== undefined && handled.has(key)) return undefined;
  try {
    const notice = requireNotice(service, delivery);
    const message = notice && isWanted(notice, wishes) ? post(app, bot, service, notice, wishes) : undefined;
    if (id !== undefined) handled.set(key, true);
    return message;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400) notifyOwner(app, bot, service, error);
    throw error;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function post(app: App, bot: User, service: Service, notice: Notice, wishes: WebhookOptions): number {
  const how = { client: `${service.name} webhook` };
  const channel = wishes.stream ?? notice.channel;
  if (channel !== undefined) {
    const content = wishes.topic === undefined ? notice.content : nameSubject(service, notice);
    const to = { channel: findChannel(app, channel), topic: wishes.topic ?? notice.topic };
    return sendChannelMessage(app, bot, to, content, how).id;
  }
  if (bot.bot_owner_id === null) throw badRequest('This bot has no owner: name a channel');
  return sendDirectMessage(app, bot, [bot.bot_owner_id], nameSubject(service, notice), how).id;
}

/** The content with what the topic would have said, if the message does not have that topic. */
function nameSubject({ display_name }: Service, { topic, content }: Notice): string {
  const subject = plainText(topic);
  if (topic === '' || topic === display_name || content.includes(subject)) return content;
  return `**${subject}**\n${content}`;
}

/** A number is an id, unless a channel has that name. Names may be percent-encoded once more than necessary. */
function findChannel(app: App, input: string): string | number {
  if (app.channels.named(input)) return input;
  if (/^\d{1,15}$/.test(input)) return Number(input);
  const decoded = decodeAgain(input);
  return app.channels.named(decoded) ? decoded : input;
}

export function decodeAgain(text: string): string {
  try {
    return /%[\da-f]{2}/i.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    return text;
  }
}

function notifyOwner(app: App, bot: User, service: Service, { code, message }: ApiError): void {
  const { failures } = app.memory.receivedDeliveries;
  const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  const cause = `${bot.id} ${service.name} ${code}`;
  const now = app.clock.now();
  if (!owner?.is_active || now - (failures.get(cause) ?? Number.NEGATIVE_INFINITY) < PAUSE) return;
  failures.set(cause, now);
  const name = inlineCode(service.name);
  sendNotice(
    app,
    owner,
    markdown`A delivery to the webhook ${name} of your bot ${userMention(bot)} was rejected: ${plainText(message)}`,
  );
}
