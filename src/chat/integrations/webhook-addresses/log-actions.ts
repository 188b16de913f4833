import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, userDeactivated } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { User } from '../../people/users/types.ts';
import { type Received, receive } from '../incoming-webhooks/actions.ts';
import type { Delivery, Service, WebhookOptions } from '../incoming-webhooks/types.ts';
import { logContent } from './log-rules.ts';
import type { WebhookAddress } from './types.ts';

const WEEK = 7 * 86_400;

interface Receiver {
  bot: User;
  address: WebhookAddress;
  service: Service;
}

/** Only one of so many new rows lets the logs of its account be measured, because that reads all of them. */
const MEASURED = 10;

/**
 * Posts a delivery to an address like `receive`, and keeps it in the log of the address with what became of it.
 * Returns the message's id; undefined: none.
 */
export function receiveAt(
  app: App,
  { bot, address, service }: Receiver,
  delivery: Delivery,
  wishes: Omit<WebhookOptions, 'stream' | 'topic'>,
): number | undefined {
  const stream = address.channel_id === null ? undefined : String(address.channel_id);
  const place = { stream, ...(address.topic !== null && { topic: address.topic }) };
  try {
    const received = receive(app, bot, service, delivery, { ...wishes, ...place });
    keep(app, address, delivery, received);
    return received.message_id;
  } catch (error) {
    if (error instanceof ApiError) keep(app, address, delivery, { error: error.message });
    throw error;
  }
}

function keep(
  app: App,
  { id: address_id, bot_id }: WebhookAddress,
  delivery: Delivery,
  { isRepeated, message_id, error = null }: Received & { error?: string | null },
): void {
  const received = seconds(app.clock);
  app.db.write(() => {
    const isCounted =
      isRepeated &&
      message_id !== undefined &&
      app.receivedDeliveries.countRepeat(received, address_id, message_id).changes > 0;
    if (isCounted) return;
    const content = logContent(delivery);
    const row = { address_id, received, content, error, message_id: message_id ?? null };
    const { id } = app.receivedDeliveries.insert(row);
    app.receivedDeliveries.trim({ address_id, most: LIMITS.deliveries_of_address });
    if (id % MEASURED === 0) app.receivedDeliveries.trimAccount({ bot_id, most: LIMITS.deliveries_of_user_bytes });
  });
}

/** Posts a delivery that was received before, or a sample. It does not count as a repeat. */
export function sendAgain(app: App, receiver: Receiver, delivery: Delivery): number | undefined {
  if (!receiver.bot.is_active) throw userDeactivated();
  return receiveAt(app, receiver, delivery, { isDeliberate: true });
}

/** Removes what is a week old from the logs. */
export function forgetDeliveries(app: App): void {
  app.db.write(() => app.receivedDeliveries.removeBefore(seconds(app.clock) - WEEK));
}
