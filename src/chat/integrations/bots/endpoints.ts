import { Type } from 'typebox';
import { MapOf, Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { getRoleName } from '../../../shared/roles.ts';
import { endpoint } from '../../declare.ts';
import { AVATAR_FILE, keepAvatar } from '../../people/users/avatar-endpoints.ts';
import { RoleNumber } from '../../people/users/types.ts';
import { avatarUrl } from '../../people/users/views.ts';
import * as actions from './actions.ts';
import { clearStorage, readStorage, writeStorage } from './actions.ts';
import { BotConfig, ChangedBot, CreatedBot, ListedBot } from './types.ts';
import { getDefaults, keyLimitView, ownBot } from './views.ts';

const bot_id = Type.Integer();
const defaults = {
  default_sending_stream: Maybe(Type.String()),
  default_events_register_stream: Maybe(Type.String()),
  default_all_public_streams: Maybe(Type.Boolean()),
};
const keyLimit = {
  /** The ids of the only channels that the key may be used for; null: everything that the bot may do. */
  key_channels: Maybe(Nullable(Type.Array(Type.Integer(), { maxItems: LIMITS.key_channels }))),
  key_read_only: Maybe(Type.Boolean()),
};

export const getBots = endpoint({
  method: 'GET',
  path: '/bots',
  summary: 'Get your active bots with their keys',
  auth: 'human-member',
  returns: { bots: Type.Array(ListedBot) },
  handle: ({ app, user }) => ({
    bots: app.users
      .listBots(user.id)
      .map((id) => ownBot(app, user, app.users.byId(id)!))
      .filter(({ is_active }) => is_active)
      .map(({ email, full_name, api_key, avatar_url, user_id }) => ({
        username: email,
        full_name,
        api_key,
        avatar_url,
        ...keyLimitView(app.users.byId(user_id)!),
        ...getDefaults(app, app.users.byId(user_id)!),
      })),
  }),
});

export const createBot = endpoint({
  method: 'POST',
  path: '/bots',
  summary: 'Create a bot',
  auth: 'human-member',
  files: AVATAR_FILE,
  params: {
    full_name: Type.String({ maxLength: 100 }),
    /** The beginning of its address: `{short_name}-bot@…`. */
    short_name: Type.String(),
    bot_type: Type.Unsafe<1 | 2 | 3 | 4>({ type: 'integer', enum: [1, 2, 3, 4], default: 1 }),
    payload_url: Type.String({ default: '' }),
    /** The service of an embedded bot or an integration, or the URL of an outgoing webhook. */
    service_name: Maybe(Type.String()),
    config_data: Maybe(BotConfig),
    interface_type: Type.Unsafe<1 | 2>({ type: 'integer', enum: [1, 2], default: 1 }),
    ...keyLimit,
    ...defaults,
  },
  returns: CreatedBot,
  audit: () => (reply: { user_id: number }) => ({ kind: 'bot_create', user_id: reply.user_id }),
  prepare: keepAvatar,
  handle({ app, user, params, prepared: picture }) {
    const bot = actions.createBot(app, user, params, picture);
    const { id: user_id, api_key } = bot;
    return {
      user_id,
      api_key,
      avatar_url: avatarUrl(app, bot, false)!,
      ...keyLimitView(bot),
      ...getDefaults(app, bot),
    };
  },
});

/** The names of what changes; of the limits of the key also the values, since they decide what others may read. */
const describeChanges = (changes: object): string =>
  Object.entries(changes)
    .map(([name, value]) => (name in keyLimit ? `${name}: ${JSON.stringify(value)}` : name))
    .join(', ');

export const updateBot = endpoint({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  summary: 'Update a bot',
  auth: 'human-member',
  files: AVATAR_FILE,
  params: {
    bot_id,
    full_name: Maybe(Type.String({ maxLength: 100 })),
    role: Maybe(RoleNumber),
    bot_owner_id: Maybe(Type.Integer()),
    config_data: Maybe(BotConfig),
    service_payload_url: Maybe(Type.String()),
    service_interface: Type.Unsafe<1 | 2>({ ...OneOf(1, 2), default: 1 }),
    ...keyLimit,
    ...defaults,
  },
  returns: ChangedBot,
  audit: ({ params: { bot_id: user_id, role, service_interface: _, ...changes } }) =>
    role === undefined
      ? { kind: 'bot_update', user_id, details: describeChanges(changes) }
      : { kind: 'role_change', user_id, details: getRoleName(role) },
  prepare: keepAvatar,
  handle: ({ app, user, params: { bot_id, ...changes }, prepared: picture }) =>
    actions.updateBot(app, user, bot_id, changes, picture),
});

export const deactivateBot = endpoint({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  summary: 'Deactivate a bot',
  params: { bot_id },
  audit: ({ params }) => ({ kind: 'user_deactivate', user_id: params.bot_id }),
  handle: ({ app, user, params }) => actions.deactivateBot(app, user, params.bot_id),
});

export const regenerateBotKey = endpoint({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  summary: 'Replace the API key of a bot',
  auth: 'human-member',
  params: { bot_id },
  returns: { api_key: Type.String() },
  audit: ({ params }) => ({ kind: 'api_key_replace', user_id: params.bot_id }),
  handle: ({ app, user, params }) => ({ api_key: actions.regenerateBotKey(app, user, params.bot_id) }),
});

const Keys = Maybe(Type.Array(Type.String()));

export const getStorage = endpoint({
  method: 'GET',
  path: '/bot_storage',
  summary: 'Get your own bot storage',
  params: { keys: Keys },
  returns: { storage: MapOf(Type.String()) },
  handle: ({ app, user, params }) => ({ storage: readStorage(app, user, params.keys) }),
});

export const updateStorage = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  summary: 'Update your own bot storage',
  params: { storage: MapOf(Type.String()) },
  handle: ({ app, user, params }) => writeStorage(app, user, params.storage),
});

export const removeStorage = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  summary: 'Remove entries from your own bot storage',
  params: { keys: Keys },
  handle: ({ app, user, params }) => clearStorage(app, user, params.keys),
});
