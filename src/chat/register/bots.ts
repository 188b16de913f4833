import { type Static, Type } from 'typebox';
import type { App } from '../../app.ts';
import { state } from '../../kernel/events/state.ts';
import { MapOf, Nullable } from '../../kernel/http/schema.ts';
import type { User } from '../users/types.ts';
import { apiEmail, avatarUrl } from '../users/views.ts';

const OutgoingService = Type.Object({ base_url: Type.String(), token: Type.String(), interface: Type.Integer() });
const EmbeddedService = Type.Object({ service_name: Type.String(), config_data: MapOf(Type.String()) });

/** A bot as those see it who may use its key. */
const OwnBot = Type.Object({
  user_id: Type.Integer(),
  full_name: Type.String(),
  api_key: Type.String(),
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
  avatar_url: Type.String(),
  owner_id: Nullable(Type.Integer()),
  services: Type.Array(Type.Union([OutgoingService, EmbeddedService])),
  email: Type.String(),
  bot_type: Nullable(Type.Integer()),
  is_active: Type.Boolean(),
});

/** The bots someone owns; for administrators all. */
export const realmBots = state('realm_bot', { realm_bots: Type.Array(OwnBot) }, ({ app, user }) => {
  if (!user) return { realm_bots: [] };
  const ids = user.role <= 200 ? app.users.allBots() : app.users.botsOf(user.id);
  return { realm_bots: ids.map((id) => ownBot(app, app.users.byId(id)!)) };
});

const ownBot = (app: App, bot: User): Static<typeof OwnBot> => ({
  user_id: bot.id,
  full_name: bot.full_name,
  api_key: bot.api_key,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  avatar_url: avatarUrl(app, bot, false)!,
  owner_id: bot.bot_owner_id,
  services: [],
  email: apiEmail(app, bot),
  bot_type: bot.bot_type,
  is_active: bot.is_active,
});
