import { ask } from '../api.ts';
import { withHeard } from '../store/recent.ts';
import { store } from '../store/store.ts';
import type { MessageView } from '../wire.ts';

const LATELY = 500;

/** Fetches where something was said lately, unless it is known. */
export async function fetchRecent(): Promise<void> {
  if (store.recent.peek().fetched) return;
  const { messages } = await ask('GET /messages', {
    anchor: 'newest',
    num_before: LATELY,
    num_after: 0,
    narrow: store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : [],
    client_gravatar: false,
    apply_markdown: true,
    allow_empty_topic_name: true,
  });
  const fresh = { ...store.recent.peek(), all: new Map() };
  store.recent.value = { ...withHeard(fresh, messages as MessageView[]), fetched: true };
}
