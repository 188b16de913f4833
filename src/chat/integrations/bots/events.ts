import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { isAdministrator } from '../../people/users/types.ts';
import { BotService, OwnBot } from './types.ts';
import { ownBot } from './views.ts';

const user_id = Type.Integer();

/** A bot was created, got a new owner, or became visible to an administrator; for its owner and administrators. */
export const botAdded = event('realm_bot', 'add', { bot: OwnBot });

/** A bot got another owner; for its former owner, and for users who are no longer administrators. */
export const botRemoved = event('realm_bot', 'delete', { bot: Type.Object({ user_id }) });

/** A bot changed; for its owner and administrators. */
export const botUpdated = event('realm_bot', 'update', {
  bot: Type.Object({
    user_id,
    full_name: Maybe(Type.String()),
    api_key: Maybe(Type.String()),
    key_channels: Maybe(Nullable(Type.Array(Type.Integer()))),
    key_read_only: Maybe(Type.Boolean()),
    default_sending_stream: Maybe(Nullable(Type.String())),
    default_events_register_stream: Maybe(Nullable(Type.String())),
    default_all_public_streams: Maybe(Type.Boolean()),
    avatar_url: Maybe(Type.String()),
    owner_id: Maybe(Nullable(Type.Integer())),
    services: Maybe(Type.Array(BotService)),
    is_active: Maybe(Type.Boolean()),
  }),
});

/** The bots of a user; for administrators all. Keys that the viewer may not see are empty. */
export const realmBots = state('realm_bot', { realm_bots: Type.Array(OwnBot) }, ({ app, user }) => {
  if (!user) return { realm_bots: [] };
  const ids = isAdministrator(user) ? app.users.allBots() : app.users.listBots(user.id);
  return { realm_bots: ids.map((id) => ownBot(app, user, app.users.byId(id)!)) };
});
