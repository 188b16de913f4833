import { t } from '../i18n/text.ts';
import type { Channel } from '../store/channels.ts';
import { store } from '../store/store.ts';
import { hasPermission, hasRealmPermission } from './rules.ts';

// What the user can do with channels, by the server's rules, so that no button leads to an error. All functions read
// signals.

/** Whether the user has a permission of a channel. */
export const hasChannelPermission = (channel: Channel, name: ChannelPermission): boolean =>
  hasPermission('stream', name, channel[name]);
export type ChannelPermission = Extract<keyof Channel, `can_${string}_group`>;

/** Whether the user can read the channel or join it. */
export const canAccess = (channel: Channel): boolean =>
  channel.subscribed ||
  channel.is_web_public ||
  (!store.me.value.is_guest && (!channel.invite_only || canAddOthers(channel)));

const canAddOthers = (channel: Channel): boolean =>
  hasChannelPermission(channel, 'can_add_subscribers_group') || hasChannelPermission(channel, 'can_subscribe_group');

/** Whether the user can subscribe to the channel. */
export const canJoin = (channel: Channel): boolean =>
  !channel.subscribed &&
  !channel.is_archived &&
  store.me.value.id !== 0 &&
  !store.me.value.is_guest &&
  canAccess(channel);

/** The reason why the user cannot join, for display. */
export function reasonCannotJoin(channel: Channel): string {
  if (channel.is_archived) return t('This channel is archived.');
  if (store.me.value.is_guest) return t('Guests can’t join channels on their own. Ask a member to add you.');
  return t('This channel is private. Ask someone in it to add you.');
}

export const canAdminister = (channel: Channel): boolean =>
  store.me.value.is_admin || hasChannelPermission(channel, 'can_administer_channel_group');

/** Whether the user can create channels of this kind. */
export const canCreateChannel = (kind: 'public' | 'private' | 'web_public'): boolean =>
  !store.me.value.is_guest &&
  (kind !== 'web_public' || allowsVisitors()) &&
  hasRealmPermission(`can_create_${kind}_channel_group`);
export const canCreateAnyChannel = (): boolean => (['public', 'private', 'web_public'] as const).some(canCreateChannel);

/** Whether the organization admits visitors without an account. */
export const allowsVisitors = (): boolean =>
  store.realm.value.server_web_public_streams_enabled && store.realm.value.realm_enable_spectator_access;
