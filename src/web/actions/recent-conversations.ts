import { RequestError } from '../errors/request-error.ts';
import { withEventsMeanwhile } from '../server/connection.ts';
import { request } from '../server/request.ts';
import type { NarrowTerm } from '../server/types.ts';
import { type Conversation, getKey } from '../store/conversation.ts';
import { olderState } from '../store/local/fetch-states.ts';
import { requestedPreviews } from '../store/local/previews.ts';
import { type Narrow, narrowTo } from '../store/narrow.ts';
import { recentConversations, withMessages, withOlderPage, withRefetched } from '../store/recent-conversations.ts';
import { registrations, store } from '../store/store.ts';

/** The number of messages processed in one step; more would not fit into a frame. */
const PAGE = 500;
/** The number of messages that determine the participants of a conversation. */
const SENDER_SAMPLE = 10;

interface MessageQuery {
  anchor: string;
  num_before: number;
  narrow?: Narrow;
}

/** Visitors without an account can request only web-public channels, and the narrow must say so. */
const visible = (narrow: Narrow): NarrowTerm[] => [
  ...narrow,
  ...(store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : []),
];

const messagesBefore = ({ anchor, num_before, narrow = [] }: MessageQuery) =>
  request('GET /messages', {
    anchor,
    num_before,
    num_after: 0,
    include_anchor: false,
    narrow: visible(narrow),
    client_gravatar: false,
    apply_markdown: true,
    allow_empty_topic_name: true,
  });

/** Fetches the conversations of the newest messages, unless they are loaded. */
export async function fetchRecent(): Promise<void> {
  if (store.recentConversations.peek().fetched) return;
  const [{ messages, found_oldest }, news] = await withEventsMeanwhile(() =>
    messagesBefore({ anchor: 'newest', num_before: PAGE }),
  );
  const fresh = withMessages({ ...store.recentConversations.peek(), all: new Map(), unsure: [] }, messages);
  const oldest = messages[0]?.id ?? 0;
  store.recentConversations.value = news.reduce(recentConversations.apply, {
    ...fresh,
    fetched: true,
    oldest,
    complete: found_oldest,
  });
}

/** Fetches the conversations of the messages before the oldest processed one. */
export async function fetchOlder(): Promise<void> {
  const { oldest, complete, fetched } = store.recentConversations.peek();
  if (!fetched || complete || olderState.peek() === 'fetching') return;
  olderState.value = 'fetching';
  const times = registrations.peek();
  try {
    const { messages, found_oldest } = await messagesBefore({ anchor: String(oldest), num_before: PAGE });
    // After a new registration this page no longer continues the loaded list.
    if (registrations.peek() === times && store.recentConversations.peek().oldest === oldest)
      store.recentConversations.value = withOlderPage(store.recentConversations.peek(), messages, found_oldest);
    olderState.value = undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    olderState.value = error;
  }
}

/**
 * Fetches the newest messages of conversations, whose IDs are known from other lists. They are few, because only rows
 * on screen have a preview.
 */
export async function fetchPreviews(ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => !requestedPreviews.has(id)).slice(0, MAX_PREVIEWS);
  if (missing.length === 0) return;
  for (const id of missing) requestedPreviews.add(id);
  try {
    const [{ messages }, news] = await withEventsMeanwhile(() =>
      request('GET /messages', {
        message_ids: missing,
        narrow: visible([]),
        client_gravatar: false,
        apply_markdown: true,
        allow_empty_topic_name: true,
      }),
    );
    const next = withMessages(store.recentConversations.peek(), messages);
    store.recentConversations.value = news.reduce(recentConversations.apply, next);
  } catch (error) {
    for (const id of missing) requestedPreviews.delete(id);
    throw error;
  }
}
/** The length of the list stays within what an address can hold. */
const MAX_PREVIEWS = 100;

/** Fetches the current state of conversations that lost moved or deleted messages. */
export async function refetchUnsure(): Promise<void> {
  for (const conversation of store.recentConversations.peek().unsure) await refetchConversation(conversation);
}

async function refetchConversation(conversation: Conversation): Promise<void> {
  const query = { anchor: 'newest', num_before: SENDER_SAMPLE, narrow: narrowTo(conversation) };
  const [{ messages }, news] = await withEventsMeanwhile(() => messagesBefore(query));
  const next = withRefetched(store.recentConversations.peek(), getKey(conversation), messages);
  store.recentConversations.value = news.reduce(recentConversations.apply, next);
}
