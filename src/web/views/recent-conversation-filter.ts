import { POLICY } from '../../shared/topic-policies.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import type { RecentConversation } from '../store/recent-conversations.ts';
import { store } from '../store/store.ts';
import { isMuted } from '../store/topics.ts';
import { compareNames } from '../text/compare-names.ts';
import { channelName, displayNames, fullName, topicName } from '../text/names.ts';
import { newest } from './unread-counts.ts';

export type Filter = 'unread' | 'taken' | 'followed' | 'muted';
export type Order = 'newest' | 'name' | 'unread';
export interface ListOptions {
  filters: readonly Filter[];
  order: Order;
}

/** The number of participants that a row shows. */
export const FACES = 4;

/**
 * The conversations that pass the filters and whose names contain `words`, in the selected order. `only` restricts them
 * to direct messages.
 */
export function filteredConversations(
  only: 'direct' | undefined,
  { filters, order }: ListOptions,
  words: string,
): RecentConversation[] {
  const { conversations } = store.unread.value;
  const policies = store.topicPolicies.value;
  const channels = store.channels.value;
  const me = store.me.value.id;
  const { all } = store.recentConversations.value;
  // All direct and unread conversations are known, however old they are.
  const old = new Map<string, RecentConversation>();
  if (only)
    for (const [key, { people, newest }] of store.directConversations.value.all)
      if (!all.has(key)) old.set(key, withoutMessages({ kind: 'direct', people }, newest));
  for (const [key, one] of conversations)
    if (!all.has(key) && !old.has(key)) old.set(key, withoutMessages(one.conversation, newest(one)));
  const isShown = ({ conversation, senders }: RecentConversation): boolean => {
    if (only && conversation.kind !== only) return false;
    const key = getKey(conversation);
    if (filters.includes('unread') && !conversations.has(key)) return false;
    if (filters.includes('taken') && !senders.includes(me)) return false;
    if (filters.includes('followed') && policies.get(key) !== POLICY.followed) return false;
    if (words !== '' && !getWords(conversation).includes(words)) return false;
    if (filters.includes('muted') || conversation.kind === 'direct') return true;
    return !isMuted(policies, channels, conversation.channel, conversation.topic);
  };
  const waiting = ({ conversation }: RecentConversation) => conversations.get(getKey(conversation))?.ids.size ?? 0;
  const shown = [...all.values(), ...old.values()].filter(isShown);
  const names = new Map(order === 'name' ? shown.map((one) => [one, getWords(one.conversation)]) : []);
  const before: Record<Order, (a: RecentConversation, b: RecentConversation) => number> = {
    newest: (a, b) => b.newest - a.newest,
    name: (a, b) => compareNames(names.get(a)!, names.get(b)!) || b.newest - a.newest,
    unread: (a, b) => waiting(b) - waiting(a) || b.newest - a.newest,
  };
  return shown.sort(before[order]);
}

/** A conversation without loaded messages. */
const withoutMessages = (conversation: Conversation, newest: number): RecentConversation => ({
  conversation,
  newest,
  timestamp: 0,
  senders: conversation.kind === 'direct' ? conversation.people.slice(0, FACES) : [],
});

const getWords = (conversation: Conversation): string =>
  (conversation.kind === 'direct'
    ? displayNames(conversation.people, fullName)
    : `${channelName(conversation.channel)} ${topicName(conversation.topic)}`
  ).toLowerCase();
