import { oneAtATime } from '../../../shared/memo.ts';
import { fetchRecent } from '../../actions/recent-conversations.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { currentRoute } from '../../store/local/route.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { isMutedAt } from '../../store/topics.ts';
import { newest } from '../unread-counts.ts';

export interface SuggestedConversation {
  conversation: Conversation;
  /** The number of unread messages. */
  unread: number;
}

const MAX_SUGGESTIONS = 8;

/** Suggestions for an empty query: unread conversations, then recent ones, without the current one and muted ones. */
export function suggestedConversations(most = MAX_SUGGESTIONS): SuggestedConversation[] {
  const found = new Map<string, SuggestedConversation & { newest: number }>();
  const take = (conversation: Conversation, newest: number, unread: number) => {
    const key = getKey(conversation);
    if (!found.has(key) && !isLeftOut(conversation, key)) found.set(key, { conversation, unread, newest });
  };
  for (const one of store.unread.value.conversations.values()) take(one.conversation, newest(one), one.ids.size);
  for (const one of store.recentConversations.value.all.values()) take(one.conversation, one.newest, 0);
  for (const { people, newest } of store.directConversations.value.all.values())
    take({ kind: 'direct', people }, newest, 0);
  if (found.size < most) void fetchMore();
  return [...found.values()]
    .sort((a, b) => Math.sign(b.unread) - Math.sign(a.unread) || b.newest - a.newest)
    .slice(0, most);
}

function isLeftOut(conversation: Conversation, key: string): boolean {
  const here = currentRoute.peek();
  const at = here.view === 'narrow' ? conversationIn(here.narrow) : undefined;
  if (at && getKey(at) === key) return true;
  if (conversation.kind === 'direct')
    return conversation.people.length === 1 && store.mutedUsers.value.has(conversation.people[0]!);
  const channels = store.channels.value;
  return (
    !channels.has(conversation.channel) || isMutedAt(store.topicPolicies.value, channels, conversation.channel, key)
  );
}

/** Fetches messages from before the page was opened. */
const fetchMore = oneAtATime(() => fetchRecent().catch(() => {}));
