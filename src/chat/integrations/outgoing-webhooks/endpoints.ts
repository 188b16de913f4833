import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { logRequest, prepareTest } from './actions.ts';
import { callWebhook } from './client.ts';
import { requireWebhook, signingSecret } from './rules.ts';
import { ListedSentDelivery, sentDeliveryView } from './views.ts';

const bot_id = Type.Integer();

export const getOutgoingWebhook = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/webhook',
  // It creates the key that signs requests, when it is needed first.
  runsAt: 'writer',
  summary: 'Get what the requests of an outgoing webhook bot are signed with, and its last requests',
  auth: 'human-member',
  params: { bot_id },
  returns: {
    /** As libraries for Standard Webhooks expect it. */
    signing_secret: Type.String(),
    /** The number of messages that wait for their request. */
    waiting: Type.Integer(),
    deliveries: Type.Array(ListedSentDelivery),
  },
  handle({ app, user, params }) {
    const { bot, service } = requireWebhook(app, user, params.bot_id);
    return {
      signing_secret: signingSecret(app, bot, service),
      waiting: app.outgoingWebhooks.waiting(bot.id)!,
      deliveries: app.sentDeliveries.ofBot(bot.id).map(sentDeliveryView),
    };
  },
});

export const testOutgoingWebhook = endpoint({
  method: 'POST',
  path: '/bots/{bot_id}/webhook/test',
  summary: 'Send a test to the webhook of an outgoing webhook bot',
  auth: 'human-member',
  params: { bot_id },
  returns: {
    /** Of the answer; null: there was none. */
    status: Nullable(Type.Integer()),
    /** Why it failed; null: it did not. */
    error: Nullable(Type.String()),
  },
  async prepare({ app, user, params }) {
    const { bot, service } = requireWebhook(app, user, params.bot_id);
    const outcome = await callWebhook(app, prepareTest(app, bot, service));
    return 'answer' in outcome ? { status: outcome.answer.status, error: null } : outcome;
  },
  handle({ app, user, params, prepared: { status, error } }) {
    const { bot } = requireWebhook(app, user, params.bot_id);
    logRequest(app, { bot_id: bot.id, message_id: null, command: null, status, error });
    return { status, error };
  },
});
