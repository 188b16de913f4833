import { type Static, Type } from 'typebox';
import { MapOf, Nullable } from '../../../kernel/http/schema.ts';

export const BOT = { generic: 1, incoming: 2, outgoing: 3, embedded: 4 } as const;

/** What a bot has besides its account. */
export interface BotRow {
  user_id: number;
  /** Channel ids; null: none. */
  default_sending_channel: number | null;
  default_events_channel: number | null;
  default_all_public_streams: boolean;
  /** Only for outgoing webhooks. */
  service: BotServiceRow | null;
  /** An integration's own settings. */
  config: Record<string, string>;
}

export interface BotServiceRow {
  base_url: string;
  token: string;
  /** 1: the API's own format, 2: Slack's. */
  interface: number;
}

export const SLACK_FORMAT = 2;

/** The services of outgoing webhooks and embedded bots. */
export const BotService = Type.Union([
  Type.Object({ base_url: Type.String(), token: Type.String(), interface: Type.Integer() }),
  Type.Object({ service_name: Type.String(), config_data: MapOf(Type.String()) }),
]);

const defaults = {
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
};

const keyLimit = {
  /** The ids of the only channels that the key may be used for; null: everything. */
  key_channels: Nullable(Type.Array(Type.Integer())),
  /** Whether the key may only be used for reading. */
  key_read_only: Type.Boolean(),
};

/** A bot as users see it who may use its key. */
export const OwnBot = Type.Object({
  user_id: Type.Integer(),
  full_name: Type.String(),
  api_key: Type.String(),
  ...keyLimit,
  ...defaults,
  avatar_url: Type.String(),
  owner_id: Nullable(Type.Integer()),
  services: Type.Array(BotService),
  email: Type.String(),
  bot_type: Nullable(Type.Integer()),
  is_active: Type.Boolean(),
});
export type OwnBot = Static<typeof OwnBot>;

/** The same in the list of the user's own bots. */
export const ListedBot = Type.Object({
  username: Type.String(),
  full_name: Type.String(),
  api_key: Type.String(),
  avatar_url: Type.String(),
  ...keyLimit,
  ...defaults,
});

/** The reply to creating a bot. */
export const CreatedBot = {
  user_id: Type.Integer(),
  api_key: Type.String(),
  avatar_url: Type.String(),
  ...keyLimit,
  ...defaults,
};

/** The reply to changing a bot: its current state. */
export const ChangedBot = {
  full_name: Type.String(),
  avatar_url: Type.String(),
  service_interface: Nullable(Type.Integer()),
  service_payload_url: Nullable(Type.String()),
  config_data: MapOf(Type.String()),
  ...keyLimit,
  ...defaults,
  /** The address of the new owner, if there is one. */
  bot_owner: Type.Optional(Type.String()),
};

export const BotConfig = MapOf(Type.String());
