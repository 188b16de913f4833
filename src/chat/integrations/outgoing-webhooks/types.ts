/** A delivery of a message to a bot's webhook. */
export interface Delivery {
  id: number;
  bot_id: number;
  message_id: number;
  trigger_word: 'mention' | 'direct_message';
  /** The number of failures. */
  attempts: number;
}

/** The request to send. */
export interface Call {
  url: string;
  contentType: string;
  body: string;
}
