import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { inlineCode, markdown, plainText, userMention } from '../../../markdown/generated.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import { deliveryId, isWanted, requireNotice, requireNotices } from './rules.ts';
import type { Delivery, Notice, Service, WebhookOptions } from './types.ts';

/** One notice an hour for each cause. */
const PAUSE = 3_600_000;

/** The same notice within this time, in milliseconds, is counted and not posted again. */
const REPEAT = 60_000;
const DAY = 86_400;
/** How many ids of deliveries are remembered. */
const MOST_HANDLED = 100_000;

export interface Received {
  /** undefined: nothing was posted. */
  message_id?: number | undefined;
  /** It came before, and `message_id` is the message of that time. */
  isRepeated?: boolean;
}

/**
 * Posts a delivery of another program as the bot, once. Throws for payloads that cannot be read, and for messages the
 * bot may not send; then the owner of the bot receives a notice too.
 */
export function receive(app: App, bot: User, service: Service, delivery: Delivery, wishes: WebhookOptions): Received {
  const place = [bot.id, service.name, wishes.stream, wishes.topic];
  const id = deliveryId(delivery);
  // The id is as long as the sender likes, and is kept for a day.
  const key = id === undefined ? undefined : hashParts([...place, id]);
  if (key !== undefined && !wishes.isDeliberate && app.handledDeliveries.has(key) === 1) return {};
  try {
    const wanted = readNotices(service, delivery, wishes).filter((notice) => isWanted(notice, wishes));
    const received = joinReceived(wanted.map((notice) => postOnce(app, bot, service, notice, wishes)));
    if (key !== undefined) app.db.write(() => app.handledDeliveries.add(key, seconds(app.clock)));
    return received;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400) notifyOwner(app, bot, service, error);
    throw error;
  }
}

/** A notice for each topic, or a single one if they would all be posted in the same place. */
function readNotices(service: Service, delivery: Delivery, { stream, topic }: WebhookOptions): Notice[] {
  if (stream !== undefined && topic === undefined) return requireNotices(service, delivery);
  const notice = requireNotice(service, delivery);
  return notice ? [notice] : [];
}

/** What became of a delivery is what became of its first new message, or of its first one. */
const joinReceived = (all: readonly Received[]): Received => all.find(({ isRepeated }) => !isRepeated) ?? all[0] ?? {};

/** Posts a notice, unless the same one was posted in the same place within a minute. */
function postOnce(app: App, bot: User, service: Service, notice: Notice, wishes: WebhookOptions): Received {
  const { recent } = app.memory.receivedDeliveries;
  const key = hashParts([bot.id, wishes.stream ?? notice.channel, wishes.topic ?? notice.topic, notice.content]);
  const last = recent.get(key);
  const isRepeated = last !== undefined && app.clock.now() - last.time < REPEAT && !wishes.isDeliberate;
  if (isRepeated) return { message_id: last.message_id, isRepeated };
  const message_id = post(app, bot, service, notice, wishes);
  recent.set(key, { time: app.clock.now(), message_id });
  return { message_id };
}

/** Forgets the ids of deliveries after a day. */
export const forgetHandled = (app: App): void =>
  app.db.write(() => {
    app.handledDeliveries.removeBefore(seconds(app.clock) - DAY);
    app.handledDeliveries.trim(MOST_HANDLED);
  });

const hashParts = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

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
