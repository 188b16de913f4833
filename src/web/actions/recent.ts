import { ask } from '../api.ts';
import { withNews } from '../connection.ts';
import { recent, withHeard } from '../store/recent.ts';
import { store } from '../store/store.ts';
import type { MessageView } from '../wire.ts';

const LATELY = 500;

/** Fetches where something was said lately, unless it is known. */
export async function fetchRecent(): Promise<void> {
  if (store.recent.peek().fetched) return;
  const [{ messages }, news] = await withNews(() =>
    ask('GET /messages', {
      anchor: 'newest',
      num_before: LATELY,
      num_after: 0,
      narrow: store.me.peek().id === 0 ? [{ operator: 'channels', operand: 'web-public' }] : [],
      client_gravatar: false,
      apply_markdown: true,
      allow_empty_topic_name: true,
    }),
  );
  const fresh = withHeard({ ...store.recent.peek(), all: new Map() }, messages as MessageView[]);
  store.recent.value = news.reduce(recent.apply, { ...fresh, fetched: true });
  if (!store.recent.peek().fetched) await fetchRecent();
}
