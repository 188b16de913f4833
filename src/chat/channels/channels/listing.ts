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
export function listChannels(app: App, user: User, wanted: Listing): (ChannelView & { is_default?: boolean })[] {
  if (wanted.include_all_active && !isAdministrator(user)) throw notAuthorizedForQuery();
  const owner =
    wanted.include_owner_subscribed && user.bot_owner_id !== null ? app.users.byId(user.bot_owner_id) : undefined;
  const isWanted = (channel: Channel): boolean =>
    wanted.include_all ||
    wanted.include_all_active ||
    (wanted.include_public && !channel.invite_only && !isGuest(user)) ||
    (wanted.include_web_public && channel.is_web_public) ||
    (wanted.include_subscribed && isSubscribed(app, user, channel)) ||
    (wanted.include_can_access_content &&
      (readAccess(app, user, channel) !== 'none' || canSubscribe(app, user, channel)));
  return app.channels
    .all()
    .filter((channel) => !(channel.is_archived && wanted.exclude_archived))
    .filter(
      (channel) =>
        (isWanted(channel) && canAccessMetadata(app, user, channel)) ||
        (owner?.is_active && isSubscribed(app, owner, channel)),
    )
    .map((channel) => ({
      ...channelView(app, channel),
      ...(wanted.include_default && { is_default: channel.is_default }),
    }));
}
