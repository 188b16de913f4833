/** A way to tell somebody who is away, by the settings that decide about it. */
export interface DeliveryMethod {
  /** Direct messages and mentions. */
  mentions: 'enable_offline_email_notifications' | 'enable_offline_push_notifications';
  followed: 'enable_followed_topic_email_notifications' | 'enable_followed_topic_push_notifications';
  /** Everything in a channel, unless its subscription says otherwise. */
  channels: 'enable_stream_email_notifications' | 'enable_stream_push_notifications';
  /** What a subscription says. */
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
