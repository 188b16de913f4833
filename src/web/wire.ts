import type { ChannelFolder } from '../chat/channel-folders/types.ts';
import type { ChannelView } from '../chat/channels/types.ts';
import type { FetchedMessage, MessageView } from '../chat/messages/types.ts';
import type { UserSettings } from '../chat/settings/settings.ts';
import type { SubscriptionView } from '../chat/subscriptions/types.ts';
import type { Person } from '../chat/users/types.ts';

export type { ChannelFolder, ChannelView, FetchedMessage, MessageView, Person, SubscriptionView, UserSettings };

/** Seconds since 1970 of when somebody was last seen. */
export interface Seen {
  active_timestamp: number;
  idle_timestamp: number;
}

export interface UserTopic {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}

export interface RealmEmoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
}

export interface Group {
  id: number;
  name: string;
  description: string;
  members: number[];
  direct_subgroup_ids: number[];
  is_system_group: boolean;
  deactivated: boolean;
}

/** The parts of /register's answer that the client keeps; with nobody signed in, those about oneself are not there. */
export interface Snapshot {
  queue_id: string | null;
  last_event_id: number;
  user_id?: number;
  full_name?: string;
  is_admin: boolean;
  is_owner: boolean;
  is_moderator: boolean;
  is_guest: boolean;
  realm_users: Omit<Person, 'is_active'>[];
  realm_non_active_users: Omit<Person, 'is_active'>[];
  cross_realm_bots: Person[];
  realm_user_groups: Group[];
  realm_emoji: Record<string, RealmEmoji>;
  subscriptions: SubscriptionView[];
  unsubscribed: SubscriptionView[];
  never_subscribed: ChannelView[];
  streams: ChannelView[];
  channel_folders: ChannelFolder[];
  user_topics: UserTopic[];
  muted_users: { id: number; timestamp: number }[];
  starred_messages: number[];
  recent_private_conversations: { max_message_id: number; user_ids: number[] }[];
  unread_msgs: {
    pms: { other_user_id: number; unread_message_ids: number[] }[];
    huddles: { user_ids_string: string; unread_message_ids: number[] }[];
    streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
    mentions: number[];
    old_unreads_missing: boolean;
  };
  presences: Record<string, Seen>;
  presence_last_update_id?: number;
  server_timestamp: number;
  user_settings?: UserSettings;
  /** `realm_…`, `server_…` and `max_…`: what is true of the organisation and the server. */
  [realm: string]: any;
}

/** What the queue brings; what else is in it depends on type and op. */
export interface ServerEvent {
  id: number;
  type: string;
  op?: string;
  [field: string]: any;
}

export interface NarrowTerm {
  operator: string;
  operand: string | number | number[];
  negated?: boolean;
}
