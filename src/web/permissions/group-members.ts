import type { Channel } from '../store/channels.ts';
import { store } from '../store/store.ts';
import { holdsIn, mayAdminister, mayEnter } from './channels.ts';
import { mayInRealm } from './rules.ts';

// Who can add and remove subscribers of a channel, by the server's rules. Only views that load later use this file, so
// it is not in the first scripts.

/** Whether the user can add subscribers. */
export const mayAdd = (channel: Channel): boolean =>
  !channel.is_archived &&
  !store.me.value.is_guest &&
  mayEnter(channel) &&
  (mayInRealm('can_add_subscribers_group') ||
    holdsIn(channel, 'can_add_subscribers_group') ||
    (!channel.invite_only && mayAdminister(channel)));

/** Whether the user can remove this subscriber. */
export const mayRemove = (channel: Channel, person: number): boolean =>
  person === store.me.value.id ||
  store.me.value.is_admin ||
  store.users.value.get(person)?.bot_owner_id === store.me.value.id ||
  holdsIn(channel, 'can_remove_subscribers_group');
