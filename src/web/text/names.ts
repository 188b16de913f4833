import { isolateText, joinNames } from '../i18n/isolation.ts';
import { t } from '../i18n/text.ts';
import type { RouteNames } from '../routing/router.ts';
import { formatRoute } from '../routing/router.ts';
import { getPresence } from '../store/activity.ts';
import type { Conversation } from '../store/conversation.ts';
import { type Narrow, narrowTo } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { formatElapsed, formatList } from './format.ts';

// Display names. All functions read signals, so views are rendered again when a name changes.

/** A user's name for searching, sorting and mentions. */
export const fullName = (id: number): string => store.users.value.get(id)?.full_name ?? t('Unknown person');

/** A user's name for display. Guests are marked if the organization wants that. */
export const displayName = (id: number): string =>
  store.users.value.get(id)?.is_guest && store.realm.value.realm_enable_guest_user_indicator
    ? t('{name} (guest)', { name: fullName(id) })
    : fullName(id);

/** The names of the participants of a direct conversation. */
export function displayNames(ids: readonly number[], called = displayName): string {
  if (ids.length === 1 && ids[0] === store.me.value.id) return t('Notes to yourself');
  return formatList(ids.map(called));
}

export const channelName = (id: number): string => store.channels.value.get(id)?.name ?? t('Unknown channel');

/** A channel's name with its # sign. An isolate keeps the sign in front of the name in right-to-left text. */
export const channelLabel = (name: string): string => isolateText(`#${name}`);

/** A topic's name. The server's name for the empty topic is English. */
export const topicName = (topic: string): string => topic || t('general chat');

export const conversationName = (conversation: Conversation): string =>
  conversation.kind === 'topic'
    ? joinNames([`#${channelName(conversation.channel)}`, topicName(conversation.topic)], ' › ')
    : displayNames(conversation.people);

const names: RouteNames = {
  channel: (id) => store.channels.peek().get(id)?.name,
  people: (ids) => (ids.length === 1 ? store.users.peek().get(ids[0]!)?.full_name : 'group'),
};

export const hrefOfNarrow = (narrow: Narrow, near?: number): string =>
  formatRoute({ view: 'narrow', narrow, ...(near !== undefined && { near }) }, names);
export const makeHref = (conversation: Conversation, near?: number): string =>
  hrefOfNarrow(narrowTo(conversation), near);
export const hrefOfChannel = (id: number): string => hrefOfNarrow([{ operator: 'channel', operand: id }]);
export const hrefOfTopics = (id: number): string => formatRoute({ view: 'topics', channel: id }, names);

export function presence(id: number): 'active' | 'idle' | 'offline' {
  return getPresence(
    store.presences.value.get(id),
    Date.now() / 1000,
    store.realm.value.server_presence_offline_threshold_seconds,
  );
}

/** A user's presence in words. Bots, and users who hide their presence, have none. */
export function presenceText(id: number): string {
  const there = presence(id);
  if (there === 'active') return t('active now');
  const seen = store.presences.value.get(id);
  const last = Math.max(seen?.active_timestamp ?? 0, there === 'idle' ? 0 : (seen?.idle_timestamp ?? 0));
  if (there === 'idle') return last ? t('away, last active {ago}', { ago: formatElapsed(last) }) : t('away');
  return last ? t('last seen {ago}', { ago: formatElapsed(last) }) : '';
}
