import type { Channel } from '../store/channels.ts';
import { store } from '../store/store.ts';
import { canAccess, canAdminister, hasChannelPermission } from './channels.ts';
import { hasRealmPermission } from './rules.ts';

// Who can add and remove subscribers of a channel, by the server's rules. Only views that load later use this file, so
// it is not in the first scripts.

/** Whether the user can add subscribers. */
export const canAddSubscribers = (channel: Channel): boolean =>
  !channel.is_archived &&
  !store.me.value.is_guest &&
  canAccess(channel) &&
  (hasRealmPermission('can_add_subscribers_group') ||
    hasChannelPermission(channel, 'can_add_subscribers_group') ||
    (!channel.invite_only && canAdminister(channel)));

/** Whether the user can remove this subscriber. */
export const canRemoveSubscriber = (channel: Channel, person: number): boolean =>
  person === store.me.value.id ||
  store.me.value.is_admin ||
  store.users.value.get(person)?.bot_owner_id === store.me.value.id ||
  hasChannelPermission(channel, 'can_remove_subscribers_group');
