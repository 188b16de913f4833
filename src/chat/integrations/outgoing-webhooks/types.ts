/** A delivery of a message to a bot's webhook. */
export interface Delivery {
  id: number;
  bot_id: number;
  message_id: number;
  trigger_word: 'mention' | 'direct_message';
  /** The number of failures. */
  attempts: number;
}

/** A request to a bot's webhook, as the log shows it. */
export interface SentDelivery {
  id: number;
  bot_id: number;
  /** null: a slash command, or a test. */
  message_id: number | null;
  /** The name of the slash command; null: none. */
  command: string | null;
  /** Unix time in seconds. */
  sent: number;
  /** Of the answer; null: there was none. */
  status: number | null;
  /** Why it failed; null: it did not. */
  error: string | null;
}

/** The request to send. */
export interface Call {
  url: string;
  /** With the signature. */
  headers: Record<string, string>;
  body: string;
}
