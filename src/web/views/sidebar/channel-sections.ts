import { computed } from '@preact/signals';
import { activeFolders } from '../../store/account.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { unreadByChannel } from '../unread-counts.ts';

/** A section of the channel list: pinned channels, a folder, or the others. */
export interface ChannelSection {
  id: string;
  /** undefined for pinned and other channels. */
  folder?: string;
  channels: readonly Channel[];
  /** Channels without recent messages, shown on demand. */
  inactive: readonly Channel[];
}

const byName = (a: Channel, b: Channel): number =>
  Number(a.is_muted) - Number(b.is_muted) || compareNames(a.name, b.name);

/** The number of channels from which inactive ones are hidden by default. */
const MANY = 30;
const DEMOTE_INACTIVE = { automatic: 1, always: 2, never: 3 };

/** The channels in the order of the left sidebar, which the `n` shortcut follows too. */
export const channelSections = computed((): readonly ChannelSection[] => {
  const spectator = store.me.value.id === 0;
  const mine = [...store.channels.value.values()]
    .filter(({ subscribed, is_archived }) => (subscribed || spectator) && !is_archived)
    .sort(byName);
  const { web_left_sidebar_show_channel_folders: show, demote_inactive_streams: demote } = store.settings.value;
  const folders = show === false ? [] : activeFolders(store.folders.value);
  const known = new Set(folders.map(({ id }) => id));
  const quiet =
    !spectator &&
    (demote === DEMOTE_INACTIVE.always ||
      ((demote ?? DEMOTE_INACTIVE.automatic) === DEMOTE_INACTIVE.automatic && mine.length > MANY));
  const part = (id: string, channels: readonly Channel[], folder?: string): ChannelSection => ({
    id,
    ...(folder !== undefined && { folder }),
    channels: quiet ? channels.filter(({ is_recently_active }) => is_recently_active) : channels,
    inactive: quiet ? channels.filter(({ is_recently_active }) => !is_recently_active) : [],
  });
  return [
    { id: 'pinned', channels: inOwnOrder(mine.filter(({ pin_to_top }) => pin_to_top)), inactive: [] },
    ...folders.map(({ id, name }) =>
      part(
        `folder${id}`,
        mine.filter(({ pin_to_top, folder_id }) => !pin_to_top && folder_id === id),
        name,
      ),
    ),
    part(
      'channels',
      mine.filter(({ pin_to_top, folder_id }) => !pin_to_top && !(folder_id !== null && known.has(folder_id))),
    ),
  ];
});

/** Pinned channels in the user's order; new ones are last. */
function inOwnOrder(pinned: readonly Channel[]): readonly Channel[] {
  const places = new Map(store.sidebarOrder.value.channels.map((id, at) => [id, at]));
  const getPlace = ({ stream_id }: Channel): number => places.get(stream_id) ?? places.size;
  return pinned.toSorted((a, b) => getPlace(a) - getPlace(b));
}

export interface WaitingTopic {
  channel: number;
  topic: string;
}

/** Topics with unread messages in the order of the sidebar, without muted ones. */
export function waitingTopics(): readonly WaitingTopic[] {
  const topics = unreadByChannel.peek();
  return channelSections
    .peek()
    .flatMap(({ channels, inactive }) => [...channels, ...inactive])
    .flatMap(({ stream_id: channel }) =>
      (topics.get(channel) ?? [])
        .filter(({ muted }) => !muted)
        .sort((a, b) => b.newest - a.newest)
        .map(({ topic }) => ({ channel, topic })),
    );
}
