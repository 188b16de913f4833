import { signal } from '@preact/signals';
import { withNews } from '../server/connection.ts';
import { ask, Refusal } from '../server/request.ts';
import type { MessageView } from '../server/types.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { type Narrow, narrowTo } from '../store/narrow.ts';
import { recent, withAsked, withHeard, withOlderPage } from '../store/recent-conversations.ts';
import { beginnings, store } from '../store/store.ts';

/** The number of messages processed in one step; more would not fit into a frame. */
const PAGE = 500;
/** The number of messages that determine the participants of a conversation. */
const FEW = 10;

interface Wanted {
  anchor: string;
  num_before: number;
  narrow?: Narrow;
}

const messagesBefore = ({ anchor, num_before, narrow = [] }: Wanted) =>
  ask('GET /messages', {
    anchor,
    num_before,
    num_after: 0,
    include_anchor: false,
    narrow: [...narrow, ...(store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : [])],
    client_gravatar: false,
    apply_markdown: true,
    allow_empty_topic_name: true,
  });

/** Fetches the conversations of the newest messages, unless they are loaded. */
export async function fetchRecent(): Promise<void> {
  if (store.recent.peek().fetched) return;
  const [{ messages, found_oldest }, news] = await withNews(() =>
    messagesBefore({ anchor: 'newest', num_before: PAGE }),
  );
  const fresh = withHeard({ ...store.recent.peek(), all: new Map(), unsure: [] }, messages as MessageView[]);
  const oldest = messages[0]?.id ?? 0;
  store.recent.value = news.reduce(recent.apply, { ...fresh, fetched: true, oldest, complete: found_oldest });
}

/** The state of fetching older conversations; undefined when idle. */
export const olderState = signal<'fetching' | Refusal | undefined>(undefined);

/** Fetches the conversations of the messages before the oldest processed one. */
export async function fetchOlder(): Promise<void> {
  const { oldest, complete, fetched } = store.recent.peek();
  if (!fetched || complete || olderState.peek() === 'fetching') return;
  olderState.value = 'fetching';
  const times = beginnings.peek();
  try {
    const { messages, found_oldest } = await messagesBefore({ anchor: String(oldest), num_before: PAGE });
    // After a new registration this page no longer continues the loaded list.
    if (beginnings.peek() === times && store.recent.peek().oldest === oldest)
      store.recent.value = withOlderPage(store.recent.peek(), messages as MessageView[], found_oldest);
    olderState.value = undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    olderState.value = error;
  }
}

/** Fetches the current state of conversations that lost moved or deleted messages. */
export async function askUnsure(): Promise<void> {
  for (const conversation of store.recent.peek().unsure) await askAbout(conversation);
}

async function askAbout(conversation: Conversation): Promise<void> {
  const wanted = { anchor: 'newest', num_before: FEW, narrow: narrowTo(conversation) };
  const [{ messages }, news] = await withNews(() => messagesBefore(wanted));
  const next = withAsked(store.recent.peek(), keyOf(conversation), messages as MessageView[]);
  store.recent.value = news.reduce(recent.apply, next);
}
