/** A delivery method for notifications, with the settings that control it. */
export interface DeliveryMethod {
  /** Direct messages and mentions. */
  mentions: 'enable_offline_email_notifications' | 'enable_offline_push_notifications';
  followed: 'enable_followed_topic_email_notifications' | 'enable_followed_topic_push_notifications';
  /** All messages of a channel, unless the subscription has its own setting. */
  channels: 'enable_stream_email_notifications' | 'enable_stream_push_notifications';
  /** The subscription's own setting. */
  own: 'email_notifications' | 'push_notifications';
}

export const MAIL: DeliveryMethod = {
  mentions: 'enable_offline_email_notifications',
  followed: 'enable_followed_topic_email_notifications',
  channels: 'enable_stream_email_notifications',
  own: 'email_notifications',
};

export const PUSH: DeliveryMethod = {
  mentions: 'enable_offline_push_notifications',
  followed: 'enable_followed_topic_push_notifications',
  channels: 'enable_stream_push_notifications',
  own: 'push_notifications',
};
