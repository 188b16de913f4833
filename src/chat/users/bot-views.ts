import type { App } from '../../app.ts';
import type { OwnBot } from '../bots/types.ts';
import type { User } from './types.ts';
import { apiEmail, avatarUrl } from './views.ts';

const nameOf = (app: App, id: number | null): string | null =>
  id === null ? null : (app.channels.byId(id)?.name ?? null);

/** What a bot does where nothing else is said. */
export function defaultsOf(app: App, { id }: User) {
  const { default_sending_channel, default_events_channel, default_all_public_streams } = app.bots.byId(id);
  return {
    default_sending_stream: nameOf(app, default_sending_channel),
    default_events_register_stream: nameOf(app, default_events_channel),
    default_all_public_streams,
  };
}

/** Whom an outgoing webhook tells; nobody for other bots. */
export function servicesOf(app: App, { id }: User): OwnBot['services'] {
  const { service } = app.bots.byId(id);
  return service ? [{ base_url: service.base_url, token: service.token, interface: service.interface }] : [];
}

/** A bot with its key: for its owner and administrators alone. */
export const ownBot = (app: App, bot: User): OwnBot => ({
  user_id: bot.id,
  full_name: bot.full_name,
  api_key: bot.api_key,
  ...defaultsOf(app, bot),
  avatar_url: avatarUrl(app, bot, false)!,
  owner_id: bot.bot_owner_id,
  services: servicesOf(app, bot),
  email: apiEmail(app, bot),
  bot_type: bot.bot_type,
  is_active: bot.is_active,
});
