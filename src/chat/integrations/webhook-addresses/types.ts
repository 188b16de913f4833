/** An address `/hooks/TOKEN`. It posts the deliveries of one service as one bot in one place. */
export interface WebhookAddress {
  id: number;
  bot_id: number;
  /** The last part of the service's address under /external. */
  service: string;
  /** null: a direct message to the owner of the bot. */
  channel_id: number | null;
  /** null: the service decides. */
  topic: string | null;
  /** What the sender signs its deliveries with; null: they need no signature. */
  secret: string | null;
  /** Unix time in seconds. */
  created: number;
}

/** A delivery to an address, as its log shows it. */
export interface KeptDelivery {
  id: number;
  address_id: number;
  /** Unix time in seconds, of the last one if it was repeated. */
  received: number;
  /** How often the same delivery came again within a minute. It was not posted again. */
  repeats: number;
  /** JSON of `Delivery` without secrets; null: it was too long. */
  content: string | null;
  /** The error that the sender received; null: it was accepted. */
  error: string | null;
  /** null: nothing was posted. */
  message_id: number | null;
}
