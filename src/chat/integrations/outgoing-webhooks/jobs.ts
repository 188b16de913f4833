import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { giveUp, handleFailure, handleReply, logRequest, prepare } from './actions.ts';
import { callWebhook, UNREADABLE } from './client.ts';
import type { Call, Delivery } from './types.ts';
import { webhookReply } from './views.ts';

/** The number of concurrent deliveries. */
const MOST = 10;
const WEEK = 7 * 86_400;

/** Delivers messages to webhooks. Deliveries that a stop interrupted continue after the next start. */
export const deliveries = job({
  name: 'outgoing webhooks',
  every: 1,
  async run(app) {
    const { webhookDeliveries } = app.memory;
    const due = app.outgoingWebhooks.due(seconds(app.clock)).filter(({ id }) => !webhookDeliveries.has(id));
    await Promise.all(
      due
        .slice(0, Math.max(0, MOST - webhookDeliveries.size))
        .map((delivery) => webhookDeliveries.run(delivery.id, () => attempt(app, delivery))),
    );
  },
  next: (app) => app.outgoingWebhooks.nextDue(),
});

async function attempt(app: App, delivery: Delivery): Promise<void> {
  const call = prepare(app, delivery);
  if (call) await deliver(app, delivery, call);
  await app.db.committed();
}

async function deliver(app: App, delivery: Delivery, call: Call): Promise<void> {
  const { bot_id, message_id } = delivery;
  const log = (status: number | null, error: string | null) =>
    logRequest(app, { bot_id, message_id, command: null, status, error });
  const outcome = await callWebhook(app, call);
  if (!('answer' in outcome)) {
    log(outcome.status, outcome.error);
    if (outcome.isTemporary) handleFailure(app, delivery, outcome.error);
    else giveUp(app, delivery, outcome.error);
    return;
  }
  const { status, text } = outcome.answer;
  const { service } = app.bots.byId(bot_id);
  let reply: string | undefined;
  try {
    reply = service ? webhookReply(service, text) : undefined;
  } catch {
    log(status, UNREADABLE);
    return giveUp(app, delivery, UNREADABLE);
  }
  log(status, null);
  handleReply(app, delivery, reply);
}

/** Removes what is a week old from the logs. */
export const deletingOldRequests = job({
  name: 'old requests to outgoing webhooks',
  every: 3600,
  run: (app) => void app.db.write(() => app.sentDeliveries.removeBefore(seconds(app.clock) - WEEK)),
});
