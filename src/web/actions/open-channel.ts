import { topicLists } from '../store/local/topic-lists.ts';
import { store } from '../store/store.ts';
import { unreadInTopic } from '../store/unread.ts';
import { hrefOf, hrefOfChannel, hrefOfTopics } from '../text/names.ts';
import { fetchTopics } from './topics.ts';

/** The initial views of a channel: the values of `web_channel_default_view`. */
const VIEW = { newestTopic: 1, feed: 2, topics: 3, newestUnread: 4 } as const;

/**
 * A click on a channel in the sidebar opens the view that the user's settings choose. The link's address remains the
 * channel's feed.
 */
export function openChannel(event: MouseEvent, id: number): void {
  const view = store.settings.peek().web_channel_default_view ?? VIEW.feed;
  if (view === VIEW.feed || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (view === VIEW.topics) location.hash = hrefOfTopics(id);
  else void openNewest(id, view === VIEW.newestUnread);
}

async function openNewest(channel: number, unread: boolean): Promise<void> {
  // Without a response, the channel's feed opens.
  if (!topicLists.peek().has(channel)) await fetchTopics(channel).catch(() => {});
  const topics = topicLists.peek().get(channel) ?? [];
  const waiting = unread ? topics.find(({ name }) => unreadInTopic(store.unread.peek(), channel, name) > 0) : undefined;
  const topic = waiting ?? topics[0];
  location.hash = topic ? hrefOf({ kind: 'topic', channel, topic: topic.name }) : hrefOfChannel(channel);
}
