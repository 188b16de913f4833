import type { App } from '../../../app.ts';
import { notAuthorizedForQuery } from '../../errors.ts';
import { isAdministrator, isGuest } from '../../people/users/roles.ts';
import type { User } from '../../people/users/types.ts';
import { canAccessMetadata, canSubscribe, isSubscribed, readAccess } from './rules.ts';
import type { Channel, ChannelView } from './types.ts';
import { channelView } from './views.ts';

export interface Listing {
  include_public: boolean;
  include_web_public: boolean;
  include_subscribed: boolean;
  exclude_archived: boolean;
  include_all: boolean;
  include_all_active: boolean;
  include_default: boolean;
  include_owner_subscribed: boolean;
  include_can_access_content: boolean;
}

/** The requested channels, by name: those of any requested kind, without channels the caller cannot see. */
export function listChannels(app: App, user: User, filter: Listing): (ChannelView & { is_default?: boolean })[] {
  if (filter.include_all_active && !isAdministrator(user)) throw notAuthorizedForQuery();
  const owner =
    filter.include_owner_subscribed && user.bot_owner_id !== null ? app.users.byId(user.bot_owner_id) : undefined;
  const isWanted = (channel: Channel): boolean =>
    filter.include_all ||
    filter.include_all_active ||
    (filter.include_public && !channel.invite_only && !isGuest(user)) ||
    (filter.include_web_public && channel.is_web_public) ||
    (filter.include_subscribed && isSubscribed(app, user, channel)) ||
    (filter.include_can_access_content &&
      (readAccess(app, user, channel) !== 'none' || canSubscribe(app, user, channel)));
  return app.channels
    .all()
    .filter((channel) => !(channel.is_archived && filter.exclude_archived))
    .filter(
      (channel) =>
        (isWanted(channel) && canAccessMetadata(app, user, channel)) ||
        (owner?.is_active && isSubscribed(app, owner, channel)),
    )
    .map((channel) => {
      const view = channelView(app, channel);
      return filter.include_default ? { ...view, is_default: channel.is_default } : view;
    });
}
