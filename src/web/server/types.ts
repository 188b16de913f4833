import type { Static, TObject, TProperties } from 'typebox';
import type { ChannelView } from '../../chat/channels/channels/types.ts';
import type { DefaultChannelGroup as DefaultGroup } from '../../chat/channels/default-channels/types.ts';
import type { ChannelFolder } from '../../chat/channels/folders/types.ts';
import type { SubscriptionView } from '../../chat/channels/subscriptions/types.ts';
import type { Attachment } from '../../chat/files/attachments/types.ts';
import type { OwnBot as BotOfMine } from '../../chat/integrations/bots/types.ts';
import type { Call } from '../../chat/integrations/calls/types.ts';
import type { SlashCommand } from '../../chat/integrations/slash-commands/types.ts';
import type { FetchedMessage, MessageView } from '../../chat/messages/messages/types.ts';
import type { ServerStatus } from '../../chat/monitoring/types.ts';
import type { DoNotDisturb, QuietHours } from '../../chat/notifications/do-not-disturb/types.ts';
import type { RealmDomain } from '../../chat/organization/domains/types.ts';
import type { RealmEmoji } from '../../chat/organization/emoji/types.ts';
import type { ExportView } from '../../chat/organization/exports/types.ts';
import type { Linkifier } from '../../chat/organization/linkifiers/types.ts';
import type { Playground } from '../../chat/organization/playgrounds/types.ts';
import type { RealmPermission } from '../../chat/organization/realm/permission-types.ts';
import type { ArchiveView, ImportProduct } from '../../chat/organization/uploaded-archives/types.ts';
import type { UserGroup as Group, GroupSettingValue as GroupValue } from '../../chat/people/groups/types.ts';
import type { AcceptedInvitation, InvitationView } from '../../chat/people/invitations/types.ts';
import type { ModernPresence as LastSeen } from '../../chat/people/presence/types.ts';
import type { Person } from '../../chat/people/users/types.ts';
import type { Draft as ServerDraft } from '../../chat/personal/drafts/types.ts';
import type { Reminder } from '../../chat/personal/reminders/types.ts';
import type { SavedSnippet } from '../../chat/personal/saved-snippets/types.ts';
import type { NavigationView, SidebarOrder } from '../../chat/personal/sidebar/types.ts';
import type { StateDeclaration } from '../../kernel/events/state.ts';
import type * as resources from '../../resources.ts';

export type {
  AcceptedInvitation,
  ArchiveView,
  Attachment,
  BotOfMine,
  Call,
  ChannelFolder,
  ChannelView,
  DefaultGroup,
  DoNotDisturb,
  ExportView,
  FetchedMessage,
  Group,
  GroupValue,
  ImportProduct,
  InvitationView,
  LastSeen,
  Linkifier,
  MessageView,
  NavigationView,
  Person,
  Playground,
  QuietHours,
  RealmDomain,
  RealmEmoji,
  RealmPermission,
  Reminder,
  SavedSnippet,
  ServerDraft,
  ServerStatus,
  SidebarOrder,
  SlashCommand,
  SubscriptionView,
};

/** The modules of all resources of the server. The client's types are derived from their declarations. */
type Module = (typeof resources)[keyof typeof resources][number];

/** Distributes over the modules of the union. */
type EndpointsOf<M> = M extends unknown ? Extract<M[keyof M], { kind: 'endpoint' }> : never;
type AnyEndpoint = EndpointsOf<Module>;
/** All endpoints of the server by method and path. */
type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type EndpointName = keyof Endpoints;
type Shape<P> = P extends TProperties ? Static<TObject<P>> : never;
/** Parameters with a default are optional. */
export type Params<R extends EndpointName> = Partial<Shape<Endpoints[R]['params']>>;
export type Reply<R extends EndpointName> = Shape<Endpoints[R]['returns']>;

type StatesOf<M> = M extends unknown ? Extract<M[keyof M], StateDeclaration> : never;
type StateOf<Declaration> = Declaration extends StateDeclaration<infer Properties> ? Shape<Properties> : never;
/** The intersection of a union's members. */
type Intersected<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The state that the server's resources declare. */
type DeclaredState = Intersected<StateOf<StatesOf<Module>>>;

/** The response of `/register`. The capabilities of this client decide between the forms of `presences`. */
export interface Snapshot extends Reply<'POST /register'>, Omit<DeclaredState, 'presences'> {
  presences: Record<string, LastSeen>;
}

export type UserSettings = Snapshot['user_settings'];
export type ProfileField = Snapshot['custom_profile_fields'][number];
export type ScheduledMessage = Snapshot['scheduled_messages'][number];
export type UserTopic = Snapshot['user_topics'][number];
/** Which groups a permission can be assigned to. An empty list allows all system groups. */
export type PermissionRule = Snapshot['server_supported_permission_settings']['realm'][string];

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
