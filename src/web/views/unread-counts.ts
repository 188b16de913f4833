import { computed } from '@preact/signals';
import { memoByObject, memoByValue } from '../../shared/memo.ts';
import { POLICY } from '../../shared/topic-policies.ts';
import type { NarrowTerm } from '../server/types.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import { conversationIn, type Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { isMutedAt } from '../store/topics.ts';
import type { UnreadIn } from '../store/unread.ts';

export interface UnreadTopic {
  topic: string;
  count: number;
  newest: number;
  muted: boolean;
}

type WithIds = Pick<UnreadIn, 'ids'>;

/** The newest unread message of a conversation. */
export const newest = memoByObject(({ ids }: WithIds) => {
  let found = 0;
  for (const id of ids) if (id > found) found = id;
  return found;
});

/** The oldest unread message of a conversation. */
export const oldest = memoByObject(({ ids }: WithIds) => {
  let found = Number.POSITIVE_INFINITY;
  for (const id of ids) if (id < found) found = id;
  return found;
});

/** Unread counts, computed once for all views. Muted topics have their own counts but never add to a sum. */
export const counts = computed(() => {
  const unread = store.unread.value;
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  const muted = store.mutedUsers.value;
  const byChannel = new Map<number, number>();
  const quietByChannel = new Map<number, number>();
  let direct = 0;
  let all = 0;
  for (const [key, { conversation, ids }] of unread.conversations) {
    if (conversation.kind === 'direct') {
      if (conversation.people.length === 1 && muted.has(conversation.people[0]!)) continue;
      direct += ids.size;
      all += ids.size;
      continue;
    }
    const { channel } = conversation;
    const isQuiet = isMutedAt(policies, channels, channel, key);
    const sums = isQuiet ? quietByChannel : byChannel;
    sums.set(channel, (sums.get(channel) ?? 0) + ids.size);
    if (!isQuiet) all += ids.size;
  }
  return { all, direct, byChannel, quietByChannel, mentions: unread.mentions.size };
});

/** Topics with unread messages and their channels; of one channel or of all. */
function* unreadTopics(only?: number): Iterable<[number, UnreadTopic]> {
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  for (const [key, one] of store.unread.value.conversations) {
    if (one.conversation.kind === 'direct') continue;
    const { channel, topic } = one.conversation;
    if (only !== undefined && channel !== only) continue;
    yield [
      channel,
      { topic, count: one.ids.size, newest: newest(one), muted: isMutedAt(policies, channels, channel, key) },
    ];
  }
}

/** The same grouped by channel, for the inbox, which is rarely open. */
export const unreadByChannel = computed((): ReadonlyMap<number, readonly UnreadTopic[]> => {
  const found = new Map<number, UnreadTopic[]>();
  for (const [channel, waiting] of unreadTopics()) {
    const list = found.get(channel);
    if (list) list.push(waiting);
    else found.set(channel, [waiting]);
  }
  return found;
});

export const unreadInChannel = (channel: number): UnreadTopic[] =>
  Array.from(unreadTopics(channel), ([, waiting]) => waiting);

/** The keys of conversations with unread mentions of the user, and their channels. */
export const mentioned = computed(() => {
  const { mentions, where, conversations: known } = store.unread.value;
  const conversations = new Set<string>();
  const channels = new Set<number>();
  for (const id of mentions) {
    const key = where.get(id);
    const conversation = key !== undefined && known.get(key)?.conversation;
    if (!conversation) continue;
    conversations.add(key);
    if (conversation.kind === 'topic') channels.add(conversation.channel);
  }
  return { conversations, channels };
});

/**
 * The unread messages of a narrow, loaded or not, as groups of IDs; undefined if only the server can tell. Views use
 * the groups' memoized ends, because tens of thousands of IDs are too many for one frame.
 */
export function findUnread(narrow: Narrow): Iterable<WithIds> | undefined {
  const { conversations, mentions } = store.unread.value;
  const conversation = conversationIn(narrow);
  if (conversation) return groups(conversations.get(getKey(conversation)));
  if (narrow.length !== 1 || narrow[0]!.negated) return undefined;
  const [{ operator, operand }] = narrow as [NarrowTerm];
  if (operator === 'is' && operand === 'mentioned') return groups({ ids: mentions });
  if (operator === 'is' && operand === 'starred') return groups({ ids: unreadAmong(store.starred.value) });
  if (operator === 'is' && operand === 'unread') return conversations.values();
  if (operator === 'channel') return groupsWhere(({ conversation: one }) => isInChannel(one, Number(operand)));
  if (operator === 'is' && operand === 'dm') return groupsWhere(({ conversation: one }) => one.kind === 'direct');
  const policies = store.topicPolicies.value;
  if (operator === 'is' && operand === 'followed')
    return groupsWhere(({ key }) => policies.get(key) === POLICY.followed);
  if (operator !== 'in' || operand !== 'home') return undefined;
  const channels = store.channels.value;
  return groupsWhere(
    ({ key, conversation: one }) => one.kind === 'direct' || !isMutedAt(policies, channels, one.channel, key),
  );
}

const isInChannel = (one: Conversation, channel: number): boolean => one.kind === 'topic' && one.channel === channel;

const groups = (one: WithIds | undefined): readonly WithIds[] => (one && one.ids.size > 0 ? [one] : []);

const groupsWhere = (fits: (one: UnreadIn) => boolean): readonly UnreadIn[] =>
  [...store.unread.value.conversations.values()].filter(fits);

function unreadAmong(ids: Iterable<number>): ReadonlySet<number> {
  const { where } = store.unread.value;
  return new Set([...ids].filter((id) => where.has(id)));
}

/** Values of `web_stream_unreads_count_display_policy`. */
const COUNTED = { all: 1, none: 3 } as const;

function countShown(channel: number): number {
  const policy = store.settings.value.web_stream_unreads_count_display_policy;
  if (policy === COUNTED.none) return 0;
  const { byChannel, quietByChannel } = counts.value;
  return (byChannel.get(channel) ?? 0) + (policy === COUNTED.all ? (quietByChannel.get(channel) ?? 0) : 0);
}

const shownCount = memoByValue((channel: number) => computed(() => countShown(channel)));

/** A channel's unread count. Views are rendered again only when the number changes. */
export const getUnreadCount = (channel: number): number => shownCount(channel).value;

/** The count for the title and icons, by the setting `desktop_icon_count_display`. */
export const badgeCount = computed(() => {
  const { desktop_icon_count_display: wanted } = store.settings.value;
  if (wanted === NOTHING) return 0;
  if (wanted !== NOTIFYING && wanted !== NOTIFYING_AND_FOLLOWED) return counts.value.all;
  const { conversations, mentions } = store.unread.value;
  const muted = store.mutedUsers.value;
  let sum = 0;
  for (const [key, { conversation, ids }] of conversations) {
    const isDirect =
      conversation.kind === 'direct' && !(conversation.people.length === 1 && muted.has(conversation.people[0]!));
    const isFollowed = wanted === NOTIFYING_AND_FOLLOWED && store.topicPolicies.value.get(key) === POLICY.followed;
    if (isDirect || isFollowed) sum += ids.size;
    else if (conversation.kind === 'topic') for (const id of ids) if (mentions.has(id)) sum++;
  }
  return sum;
});
const NOTIFYING_AND_FOLLOWED = 2;
const NOTIFYING = 3;
const NOTHING = 4;
