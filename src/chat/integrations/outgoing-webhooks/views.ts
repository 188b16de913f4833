import { type Static, Type } from 'typebox';
import type { App } from '../../../app.ts';
import { clientKind } from '../../../kernel/events/client.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { loadParts, messageView } from '../../messages/messages/views.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail } from '../../people/users/views.ts';
import { type BotServiceRow, SLACK_FORMAT } from '../bots/types.ts';
import type { Call, Delivery, SentDelivery } from './types.ts';

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'Content-Type': 'application/json' };

/** The payload of a webhook; undefined: its format does not support the message (Slack's has no direct messages). */
export function webhookRequest(
  app: App,
  bot: User,
  service: BotServiceRow,
  message: StoredMessage,
  { trigger_word }: Delivery,
): Call | undefined {
  if (service.interface !== SLACK_FORMAT) return inOwnFormat(app, bot, service, message, trigger_word);
  const channel = app.channels.byRecipient(message.recipient_id);
  if (!channel) return undefined;
  const sender = app.users.byId(message.sender_id)!;
  const form = new URLSearchParams({
    token: service.token,
    team_id: 'T1',
    team_domain: app.config.realmHost,
    channel_id: `C${channel.id}`,
    channel_name: channel.name,
    timestamp: String(message.date_sent),
    user_id: `U${sender.id}`,
    user_name: sender.full_name,
    text: message.content,
    trigger_word,
    service_id: String(bot.id),
  });
  return { url: service.base_url, headers: FORM, body: form.toString() };
}

function inOwnFormat(
  app: App,
  bot: User,
  { base_url, token }: BotServiceRow,
  message: StoredMessage,
  trigger: string,
): Call {
  const view = messageView(
    loadParts(app, bot, message, [], app.submessages.ofMessage(message.id)),
    clientKind({ apply_markdown: false, empty_topic_name: true }),
  );
  const body = {
    bot_email: apiEmail(app, bot),
    bot_full_name: bot.full_name,
    data: message.content,
    message: { ...view, rendered_content: message.rendered_content },
    trigger,
    token,
  };
  return { url: base_url, headers: JSON_BODY, body: JSON.stringify(body) };
}

const TEST = 'This is a test.';

/** The payload of a test, without a message. */
export function testRequest(app: App, bot: User, { base_url, token, interface: format }: BotServiceRow): Call {
  if (format === SLACK_FORMAT) {
    const form = new URLSearchParams({ token, text: TEST, trigger_word: 'test', service_id: String(bot.id) });
    return { url: base_url, headers: FORM, body: form.toString() };
  }
  const sender = { bot_email: apiEmail(app, bot), bot_full_name: bot.full_name };
  const body = { ...sender, data: TEST, message: null, trigger: 'test', token };
  return { url: base_url, headers: JSON_BODY, body: JSON.stringify(body) };
}

export const ListedSentDelivery = Type.Object({
  id: Type.Integer(),
  /** null: a slash command, or a test. */
  message_id: Nullable(Type.Integer()),
  /** The name of the slash command. */
  command: Nullable(Type.String()),
  /** Unix time in seconds. */
  sent: Type.Integer(),
  /** Of the answer; null: there was none. */
  status: Nullable(Type.Integer()),
  /** Why it failed; null: it did not. */
  error: Nullable(Type.String()),
});

export const sentDeliveryView = ({ bot_id: _, ...sent }: SentDelivery): Static<typeof ListedSentDelivery> => sent;

/** The message in a webhook's reply; undefined: none. Throws for an invalid reply. */
export function webhookReply({ interface: format }: BotServiceRow, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const answer = JSON.parse(text) as Record<string, unknown> | null;
  if (typeof answer !== 'object' || answer === null) throw new TypeError('not an object');
  if (answer.response_not_required === true) return undefined;
  const reply = format === SLACK_FORMAT ? answer.text : (answer.response_string ?? answer.content);
  if (reply === undefined || reply === null || reply === '') return undefined;
  if (typeof reply !== 'string') throw new TypeError('not a text');
  return reply;
}
