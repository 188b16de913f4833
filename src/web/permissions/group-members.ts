import type { Channel } from '../store/channels.ts';
import { store } from '../store/store.ts';
import { holdsIn, mayAdminister, mayEnter } from './channels.ts';
import { mayInRealm } from './rules.ts';

// Who may say who is in a channel, by the same rules as the server's. Asked by views that come later: none of it is in the first page.

/** Whether one may add others. */
export const mayAdd = (channel: Channel): boolean =>
  !channel.is_archived &&
  !store.me.value.is_guest &&
  mayEnter(channel) &&
  (mayInRealm('can_add_subscribers_group') ||
    holdsIn(channel, 'can_add_subscribers_group') ||
    (!channel.invite_only && mayAdminister(channel)));

/** Whether one may take somebody out. */
export const mayRemove = (channel: Channel, person: number): boolean =>
  person === store.me.value.id ||
  store.me.value.is_admin ||
  store.people.value.get(person)?.bot_owner_id === store.me.value.id ||
  holdsIn(channel, 'can_remove_subscribers_group');
