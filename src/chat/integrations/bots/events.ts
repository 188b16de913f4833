import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { BotService, OwnBot } from './types.ts';

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
    default_sending_stream: Maybe(Nullable(Type.String())),
    default_events_register_stream: Maybe(Nullable(Type.String())),
    default_all_public_streams: Maybe(Type.Boolean()),
    avatar_url: Maybe(Type.String()),
    owner_id: Maybe(Nullable(Type.Integer())),
    services: Maybe(Type.Array(BotService)),
    is_active: Maybe(Type.Boolean()),
  }),
});
