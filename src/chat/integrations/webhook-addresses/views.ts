import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import type { KeptDelivery, WebhookAddress } from './types.ts';

export const ListedAddress = Type.Object({
  id: Type.Integer(),
  bot_id: Type.Integer(),
  service: Type.String(),
  /** null: direct messages to the bot's owner. */
  stream_id: Nullable(Type.Integer()),
  /** null: the service decides. */
  topic: Nullable(Type.String()),
  /** Deliveries need a signature. */
  is_signed: Type.Boolean(),
  /** Unix time in seconds. */
  created: Type.Integer(),
});

export const addressView = ({ channel_id, secret, ...address }: WebhookAddress): Static<typeof ListedAddress> => ({
  ...address,
  stream_id: channel_id,
  is_signed: secret !== null,
});

export const ListedDelivery = Type.Object({
  id: Type.Integer(),
  /** Unix time in seconds. */
  received: Type.Integer(),
  /** How often it came again within a minute. */
  repeats: Type.Integer(),
  /** JSON of payload, headers and query without secrets; null: it was too long, or you may not read the channel. */
  content: Nullable(Type.String()),
  /** The error that the sender received; null: it was accepted. */
  error: Nullable(Type.String()),
  /** null: nothing was posted. */
  message_id: Nullable(Type.Integer()),
});

export const deliveryView = (
  { address_id: _, content, ...kept }: KeptDelivery,
  isReadable: boolean,
): Static<typeof ListedDelivery> => ({ ...kept, content: isReadable ? content : null });
