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
