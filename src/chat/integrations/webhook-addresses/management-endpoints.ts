import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { canManageBot, requireManageableBot } from '../bots/rules.ts';
import { loadServiceFor } from '../webhook-templates/checks.ts';
import { createAddress, revokeAddress } from './actions.ts';
import { sendAgain } from './log-actions.ts';
import { canReadDeliveries, requireKeptDelivery, requireManageableAddress, requireSample } from './rules.ts';
import type { WebhookAddress } from './types.ts';
import { addressView, deliveryView, ListedAddress, ListedDelivery } from './views.ts';

const webhook_id = Type.Integer();

export const getWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'Get the webhook addresses of bots that you may manage',
  auth: 'human-member',
  params: {
    /** Absent: your own bots; for administrators, all. */
    bot_id: Maybe(Type.Integer()),
  },
  returns: { webhooks: Type.Array(ListedAddress) },
  handle: ({ app, user, params: { bot_id } }) => ({
    webhooks: listAddresses(app, user, bot_id).map(addressView),
  }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook address for an incoming-webhook bot',
  auth: 'human-member',
  params: {
    bot_id: Type.Integer(),
    /** The name of a service, as in `GET /integrations`. */
    service: Type.String(),
    /** Absent: the bot's owner receives direct messages. */
    stream_id: Maybe(Type.Integer()),
    /** Absent: the service decides. */
    topic: Maybe(Type.String()),
    /** What the service signs its deliveries with. Absent: they need no signature. */
    secret: Maybe(Type.String()),
  },
  /** The URL is returned only once, since the server stores only a hash of its token. */
  returns: { id: Type.Integer(), url: Type.String() },
  audit:
    ({ params: { bot_id: user_id } }) =>
    ({ id }: { id: number }) => ({ kind: 'bot_update', user_id, details: `new webhook address ${id}` }),
  handle({ app, user, params: { bot_id, stream_id, ...draft } }) {
    const bot = requireManageableBot(app, user, bot_id);
    const channel_id = stream_id === undefined ? null : requireChannelAccess(app, user, stream_id).id;
    const { token, address } = createAddress(app, bot, { ...draft, channel_id });
    return { id: address.id, url: `${app.config.url}/hooks/${token}` };
  },
});

export const revokeWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Revoke a webhook address',
  auth: 'human-member',
  params: { webhook_id },
  audit: ({ app, params }) => ({
    kind: 'bot_update',
    user_id: app.webhookAddresses.byId(params.webhook_id)?.bot_id,
    details: `revoked webhook address ${params.webhook_id}`,
  }),
  handle: ({ app, user, params }) => revokeAddress(app, requireManageableAddress(app, user, params.webhook_id).address),
});

export const getDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  summary: 'Get the last deliveries to a webhook address',
  auth: 'human-member',
  params: { webhook_id },
  returns: { deliveries: Type.Array(ListedDelivery) },
  handle({ app, user, params }) {
    const { address, bot } = requireManageableAddress(app, user, params.webhook_id);
    const isReadable = canReadDeliveries(app, user, bot, address);
    return { deliveries: app.receivedDeliveries.list(address.id).map((kept) => deliveryView(kept, isReadable)) };
  },
});

export const sendToWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/send',
  summary: 'Post one of the last deliveries to a webhook address again, or a sample of its service',
  auth: 'human-member',
  params: {
    webhook_id,
    /** A delivery in its log. */
    delivery_id: Maybe(Type.Integer()),
    /** Without `delivery_id`: the number of a sample in `GET /integrations/{service}`. */
    sample: Type.Integer({ default: 0 }),
  },
  /** null: nothing was posted. */
  returns: { message_id: Nullable(Type.Integer()) },
  audit: () => undefined,
  prepare({ app, user, params: { webhook_id, delivery_id } }) {
    const found = requireManageableAddress(app, user, webhook_id);
    const kept = delivery_id === undefined ? undefined : requireKeptDelivery(app, user, found, delivery_id);
    return loadServiceFor(app, found.address.service, kept);
  },
  handle({ app, user, params: { webhook_id: id, delivery_id, sample }, prepared: service }) {
    const { address, bot } = requireManageableAddress(app, user, id);
    const delivery =
      delivery_id === undefined
        ? requireSample(service, sample)
        : requireKeptDelivery(app, user, { address, bot }, delivery_id);
    return { message_id: sendAgain(app, { address, bot, service }, delivery) ?? null };
  },
});

function listAddresses(app: App, user: User, bot_id: number | undefined): WebhookAddress[] {
  if (bot_id !== undefined) return app.webhookAddresses.ofBot(requireManageableBot(app, user, bot_id).id);
  if (!isAdministrator(user)) return app.webhookAddresses.ofOwner(user.id);
  return app.webhookAddresses.list().filter((one) => canManageBot(user, app.users.byId(one.bot_id)!));
}
