/** A message that calls a bot, until its webhook was told. */
export interface Delivery {
  id: number;
  bot_id: number;
  message_id: number;
  trigger_word: 'mention' | 'direct_message';
  /** That failed. */
  attempts: number;
}

/** What is posted where. */
export interface Call {
  url: string;
  contentType: string;
  body: string;
}
