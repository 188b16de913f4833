import type { App } from '../../../app.ts';
import { mayKnowKey } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail, avatarUrl } from '../../people/users/views.ts';
import type { OwnBot } from './types.ts';

const getName = (app: App, id: number | null): string | null =>
  id === null ? null : (app.channels.byId(id)?.name ?? null);

/** The defaults of a bot. */
export function getDefaults(app: App, { id }: User) {
  const { default_sending_channel, default_events_channel, default_all_public_streams } = app.bots.byId(id);
  return {
    default_sending_stream: getName(app, default_sending_channel),
    default_events_register_stream: getName(app, default_events_channel),
    default_all_public_streams,
  };
}

/** What the key of a bot may be used for. */
export const keyLimitView = ({ key_limit }: User): Pick<OwnBot, 'key_channels' | 'key_read_only'> => ({
  key_channels: key_limit?.channels ? [...key_limit.channels] : null,
  key_read_only: key_limit?.read_only ?? false,
});

/** A bot's API key and the services of an outgoing webhook. If `withKeys` is false, its key and tokens are empty. */
export function getSecrets(app: App, withKeys: boolean, { id, api_key }: User): Pick<OwnBot, 'api_key' | 'services'> {
  const { service } = app.bots.byId(id);
  const services = service
    ? [{ base_url: service.base_url, token: withKeys ? service.token : '', interface: service.interface }]
    : [];
  return { api_key: withKeys ? api_key : '', services };
}

/** A bot as its owner and administrators see it. The key is empty unless `viewer` may see it. */
export const ownBot = (app: App, viewer: User, bot: User): OwnBot => ({
  user_id: bot.id,
  full_name: bot.full_name,
  ...keyLimitView(bot),
  ...getDefaults(app, bot),
  avatar_url: avatarUrl(app, bot, false)!,
  owner_id: bot.bot_owner_id,
  ...getSecrets(app, mayKnowKey(viewer, bot), bot),
  email: apiEmail(app, bot),
  bot_type: bot.bot_type,
  is_active: bot.is_active,
});
