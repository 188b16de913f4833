import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { sendChannelMessage, sendDirectMessage } from '../../messages/send/actions.ts';
import type { User } from '../../people/users/types.ts';
import { isEventWanted, requireRead } from './rules.ts';
import type { Delivery, Service } from './types.ts';

/** Where notices about events go, and about which events. */
export interface WebhookOptions {
  /** A channel's name or id; undefined: a direct message to the bot's owner. */
  stream?: string | undefined;
  /** undefined: the service decides. */
  topic?: string | undefined;
  /** Event names, with `*` for anything. */
  only_events?: readonly string[] | undefined;
  exclude_events?: readonly string[] | undefined;
}

/**
 * Posts a delivery of another program as the bot. Throws for payloads that cannot be read, and for messages the bot may
 * not send.
 */
export function receive(app: App, bot: User, service: Service, delivery: Delivery, wishes: WebhookOptions): void {
  const notice = requireRead(service, delivery);
  if (!notice || !isEventWanted(notice.event, wishes.only_events, wishes.exclude_events)) return;
  const how = { client: `${service.name} webhook` };
  if (wishes.stream !== undefined) {
    sendChannelMessage(
      app,
      bot,
      { channel: channelOf(app, wishes.stream), topic: wishes.topic ?? notice.topic },
      notice.content,
      how,
    );
    return;
  }
  if (bot.bot_owner_id === null) throw badRequest('This bot has no owner: name a channel');
  sendDirectMessage(app, bot, [bot.bot_owner_id], notice.content, how);
}

/** A number is an id, unless a channel has that name. */
const channelOf = (app: App, input: string): string | number =>
  /^\d{1,15}$/.test(input) && !app.channels.named(input) ? Number(input) : input;
