import type { ChannelView } from '../../chat/channels/channels/types.ts';
import type { DefaultChannelGroup as DefaultGroup } from '../../chat/channels/default-channels/types.ts';
import type { ChannelFolder } from '../../chat/channels/folders/types.ts';
import type { SubscriptionView } from '../../chat/channels/subscriptions/types.ts';
import type { Attachment } from '../../chat/files/attachments/types.ts';
import type { OwnBot as BotOfMine } from '../../chat/integrations/bots/types.ts';
import type { FetchedMessage, MessageView } from '../../chat/messages/messages/types.ts';
import type { RealmDomain } from '../../chat/organization/domains/types.ts';
import type { RealmEmoji } from '../../chat/organization/emoji/types.ts';
import type { ExportView } from '../../chat/organization/exports/types.ts';
import type { Linkifier } from '../../chat/organization/linkifiers/types.ts';
import type { Playground } from '../../chat/organization/playgrounds/types.ts';
import type { UserGroup as Group, GroupSettingValue as GroupValue } from '../../chat/people/groups/types.ts';
import type { InvitationView } from '../../chat/people/invitations/types.ts';
import type { ProfileField } from '../../chat/people/profile-fields/types.ts';
import type { Person } from '../../chat/people/users/types.ts';
import type { Draft as ServerDraft } from '../../chat/personal/drafts/types.ts';
import type { NavigationView } from '../../chat/personal/navigation-views/types.ts';
import type { Reminder } from '../../chat/personal/reminders/types.ts';
import type { SavedSnippet } from '../../chat/personal/saved-snippets/types.ts';
import type { UserSettings } from '../../chat/personal/settings/settings.ts';
import type * as resources from '../../resources.ts';

export type {
  Attachment,
  BotOfMine,
  ChannelFolder,
  ChannelView,
  DefaultGroup,
  ExportView,
  FetchedMessage,
  Group,
  GroupValue,
  InvitationView,
  Linkifier,
  MessageView,
  NavigationView,
  Person,
  Playground,
  ProfileField,
  RealmDomain,
  RealmEmoji,
  Reminder,
  SavedSnippet,
  ServerDraft,
  SubscriptionView,
  UserSettings,
};

/** Which groups a permission can be assigned to: `server_supported_permission_settings` of `/register`. */
export interface PermissionRule {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  default_group_name: string;
  default_for_system_groups: string | null;
  /** An empty list allows all. */
  allowed_system_groups: readonly string[];
}

/** When a user was last seen, as UNIX times in seconds. */
export interface LastSeen {
  active_timestamp: number;
  idle_timestamp: number;
}

/** A scheduled message, as `/register` returns it. */
export interface ScheduledMessage {
  scheduled_message_id: number;
  type: 'stream' | 'private';
  to: number | number[];
  topic?: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

export interface UserTopic {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}

/** The parts of the `/register` response that the client keeps. Without an account the personal parts are missing. */
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
  alert_words?: string[];
  navigation_views?: NavigationView[];
  onboarding_steps?: { name: string }[];
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
  presences: Record<string, LastSeen>;
  presence_last_update_id?: number;
  server_timestamp: number;
  user_settings?: UserSettings;
  /** `realm_…`, `server_…` and `max_…`: settings of the organization and the server. */
  [realm: string]: any;
}

/** The modules of all resources of the server. The client's types are derived from their declarations. */
export type Module = (typeof resources)[keyof typeof resources]['parts'][number];
/** Distributes over the modules of the union. */
type EventsOf<M> = M extends unknown ? ReceivedBy<M[keyof M]> : never;
type ReceivedBy<Maker> = Maker extends { declaration: object; received?: infer Event }
  ? Exclude<Event, undefined>
  : never;

/** An event of the queue: a union of all events that the server declares. */
export type ServerEvent = EventsOf<Module>;

/** The name of an event: `type` or `type/op`. */
type NameOf<Event extends ServerEvent> = Event extends { op: infer Op extends string }
  ? `${Event['type']}/${Op}`
  : Event['type'];
export type EventName = NameOf<ServerEvent>;
type EventTable = { [Event in ServerEvent as NameOf<Event>]: Event };
export type EventNamed<Name extends EventName> = EventTable[Name];

/** One object type with all fields of a union's members. Fields that only some members have are optional. */
export type Merged<Union> = { [Field in KeysOf<Union>]?: FieldOf<Union, Field> };
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Field extends PropertyKey> = Union extends { [K in Field]?: infer Value } ? Value : never;

export interface NarrowTerm {
  operator: string;
  operand: string | number | number[];
  negated?: boolean;
}
