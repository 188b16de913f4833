import type { App } from '../../../app.ts';
import { freezeFields } from '../../../kernel/http/reply-text.ts';
import { notAuthorizedForQuery } from '../../errors.ts';
import { settingValue } from '../../people/groups/rules.ts';
import type { SystemGroup } from '../../people/groups/types.ts';
import { narrowestAround } from '../../people/groups/views.ts';
import { keyReachesChannel } from '../../people/users/key-limit-rules.ts';
import { isAdministrator, isGuest, type User } from '../../people/users/types.ts';
import type { AnonymousGroup } from './memory.ts';
import { canAccessMetadata, canSubscribe, isSubscribed, readAccess } from './rules.ts';
import { CHANNEL_PERMISSION_NAMES, type Channel, type ChannelView } from './types.ts';

/** A channel as everyone who can see it sees it. The same object until something of it changes. */
export function channelView(app: App, channel: Channel): ChannelView {
  const known = app.memory.channelViews.get(channel);
  if (
    known?.view.subscriber_count === app.subscriptions.subscriberCount(channel.id) &&
    known.anonymous.every((group) => isCurrent(app, group))
  )
    return known.view;
  const view = freezeFields(newView(app, channel));
  const anonymous = CHANNEL_PERMISSION_NAMES.map((name) => channel[name])
    .filter((id) => app.groups.byId(id)!.name === null)
    .map((id) => ({ id, members: app.groups.members(id), subgroups: app.groups.subgroups(id) }));
  app.memory.channelViews.set(channel, { view, anonymous });
  return view;
}

const isCurrent = (app: App, { id, members, subgroups }: AnonymousGroup): boolean =>
  app.groups.members(id) === members && app.groups.subgroups(id) === subgroups;

function newView(app: App, channel: Channel): ChannelView {
  const stream_post_policy = postPolicy(app, channel.can_send_message_group);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.is_archived,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: channel.date_created,
    creator_id: channel.creator_id,
    invite_only: channel.invite_only,
    is_web_public: channel.is_web_public,
    stream_post_policy,
    is_announcement_only: stream_post_policy === POLICY.administrators,
    message_retention_days: channel.message_retention_days,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    first_message_id: channel.first_message_id,
    folder_id: channel.folder_id,
    topics_policy: channel.topics_policy,
    is_recently_active: channel.is_recently_active,
    subscriber_count: app.subscriptions.subscriberCount(channel.id),
    stream_weekly_traffic: channel.weekly_traffic,
    can_add_subscribers_group: settingValue(app, channel.can_add_subscribers_group),
    can_administer_channel_group: settingValue(app, channel.can_administer_channel_group),
    can_delete_any_message_group: settingValue(app, channel.can_delete_any_message_group),
    can_delete_own_message_group: settingValue(app, channel.can_delete_own_message_group),
    can_move_messages_out_of_channel_group: settingValue(app, channel.can_move_messages_out_of_channel_group),
    can_move_messages_within_channel_group: settingValue(app, channel.can_move_messages_within_channel_group),
    can_remove_subscribers_group: settingValue(app, channel.can_remove_subscribers_group),
    can_resolve_topics_group: settingValue(app, channel.can_resolve_topics_group),
    can_send_message_group: settingValue(app, channel.can_send_message_group),
    can_subscribe_group: settingValue(app, channel.can_subscribe_group),
  };
}

/** The values of the deprecated `stream_post_policy`. */
const POLICY = { anyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const;
type Policy = (typeof POLICY)[keyof typeof POLICY];

const OF_SYSTEM_GROUP: Record<SystemGroup, Policy> = {
  'role:nobody': POLICY.administrators,
  'role:owners': POLICY.administrators,
  'role:administrators': POLICY.administrators,
  'role:moderators': POLICY.moderators,
  'role:fullmembers': POLICY.fullMembers,
  'role:members': POLICY.anyone,
  'role:everyone': POLICY.anyone,
  'role:internet': POLICY.anyone,
};

/** The strictest old policy that allows everyone who can ever post. */
export const postPolicy = (app: App, groupId: number): Policy => OF_SYSTEM_GROUP[narrowestAround(app, groupId)];

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
        (owner?.is_active && isSubscribed(app, owner, channel) && keyReachesChannel(user, channel.id)),
    )
    .map((channel) => {
      const view = channelView(app, channel);
      return filter.include_default ? { ...view, is_default: channel.is_default } : view;
    });
}
