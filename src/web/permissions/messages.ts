import type { GroupValue } from '../server/types.ts';
import type { Channel } from '../store/channels.ts';
import type { Message } from '../store/narrow.ts';
import { clockOffset, store } from '../store/store.ts';
import { hasPermission, hasRealmPermission } from './rules.ts';

// What the user can do with messages, so that no button leads to an error. The server decides; these functions follow
// the same rules.

const inChannel = (channel: Channel, name: keyof Channel): boolean =>
  hasPermission('stream', name, channel[name] as GroupValue | undefined);

const CLOCK_TOLERANCE = 10;
/** When a limit of this many seconds after the message was sent ends, by the local clock. */
export const getDeadline = (message: Message, limit: number | null): number =>
  limit === null ? Number.POSITIVE_INFINITY : message.timestamp + limit - clockOffset.value;
const isWithin = (message: Message, limit: number | null): boolean =>
  Date.now() / 1000 < getDeadline(message, limit) + CLOCK_TOLERANCE;

const findChannel = ({ stream_id }: Message): Channel | undefined =>
  stream_id === undefined ? undefined : store.channels.value.get(stream_id);
const isArchived = (message: Message): boolean => findChannel(message)?.is_archived === true;

export function canEdit(message: Message): boolean {
  const { realm_allow_message_editing: allowed, realm_message_content_edit_limit_seconds: limit } = store.realm.value;
  if (message.sender_id !== store.me.value.id || !allowed || isArchived(message)) return false;
  return message.submessages.length === 0 && isWithin(message, limit);
}

export function canDelete(message: Message): boolean {
  if (isArchived(message)) return false;
  const channel = findChannel(message);
  if (
    hasRealmPermission('can_delete_any_message_group') ||
    (channel && inChannel(channel, 'can_delete_any_message_group'))
  )
    return true;
  const me = store.me.value.id;
  if (message.sender_id !== me && store.users.value.get(message.sender_id)?.bot_owner_id !== me) return false;
  const may =
    hasRealmPermission('can_delete_own_message_group') ||
    (channel && inChannel(channel, 'can_delete_own_message_group'));
  return Boolean(may) && isWithin(message, store.realm.value.realm_message_content_delete_limit_seconds);
}

const canAdminister = (channel: Channel): boolean =>
  store.me.value.is_admin || inChannel(channel, 'can_administer_channel_group');
export const isModerator = (): boolean => store.me.value.is_moderator || store.me.value.is_admin;

export function canRenameTopic(message: Message): boolean {
  const channel = findChannel(message);
  if (!channel || channel.is_archived) return false;
  const limit = isModerator() ? null : store.realm.value.realm_move_messages_within_stream_limit_seconds;
  const may =
    hasRealmPermission('can_move_messages_between_topics_group') ||
    inChannel(channel, 'can_move_messages_within_channel_group');
  return (may || canAdminister(channel)) && isWithin(message, limit);
}

export function canMoveToChannel(message: Message): boolean {
  const channel = findChannel(message);
  if (!channel || channel.is_archived) return false;
  const limit = isModerator() ? null : store.realm.value.realm_move_messages_between_streams_limit_seconds;
  const may =
    hasRealmPermission('can_move_messages_between_channels_group') ||
    inChannel(channel, 'can_move_messages_out_of_channel_group');
  return (may || canAdminister(channel)) && isWithin(message, limit);
}

export function canResolve(id: number): boolean {
  const channel = store.channels.value.get(id);
  if (!channel || channel.is_archived) return false;
  return hasRealmPermission('can_resolve_topics_group') || inChannel(channel, 'can_resolve_topics_group');
}

/** Whether the user can post in a channel. */
export function canPost(channel: Channel | undefined): boolean {
  if (!channel || channel.is_archived) return false;
  return inChannel(channel, 'can_send_message_group');
}

/** Whether the user can pin and unpin a message: everybody in a direct conversation, or who can post in the channel. */
export const canPin = (message: Message): boolean => message.stream_id === undefined || canPost(findChannel(message));

export const canMentionMany = (): boolean => hasRealmPermission('can_mention_many_users_group');

export const canMention = (group: GroupValue): boolean => hasPermission('group', 'can_mention_group', group);
