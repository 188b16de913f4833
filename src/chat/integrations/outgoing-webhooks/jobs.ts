import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ForbiddenAddress, post } from '../../../kernel/http/outgoing.ts';
import { job } from '../../declare.ts';
import { giveUp, handleFailure, handleReply, prepare } from './actions.ts';
import type { Call, Delivery } from './types.ts';
import { webhookReply } from './views.ts';

/** The timeout of a webhook, ms. */
const TIMEOUT = 10_000;
/** The number of concurrent deliveries. */
const MOST = 10;

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

async function deliver(app: App, delivery: Delivery, { url, contentType, body }: Call): Promise<void> {
  const allowPrivate = app.config.choices.allowPrivateWebhooks === true;
  let answer: Awaited<ReturnType<typeof post>>;
  try {
    answer = await post(url, contentType, body, { allowPrivate, timeout: TIMEOUT });
  } catch (error) {
    if (error instanceof ForbiddenAddress) return giveUp(app, delivery, 'its address is one of a private network');
    const isLate = (error as Error).name === 'AbortError' || (error as Error).name === 'TimeoutError';
    return handleFailure(
      app,
      delivery,
      isLate ? `it did not answer in ${TIMEOUT / 1000} seconds` : 'it could not be reached',
    );
  }
  if (answer.status >= 500 || answer.status === 429)
    return handleFailure(app, delivery, `it answered with status ${answer.status}`);
  if (answer.status < 200 || answer.status >= 300)
    return giveUp(app, delivery, `it answered with status ${answer.status}`);
  const { service } = app.bots.byId(delivery.bot_id);
  let reply: string | undefined;
  try {
    reply = service ? webhookReply(service, answer.text) : undefined;
  } catch {
    return giveUp(app, delivery, 'its answer cannot be read');
  }
  handleReply(app, delivery, reply);
}
