import { topicLists } from '../store/local/topic-lists.ts';
import { store } from '../store/store.ts';
import { unreadInTopic } from '../store/unread.ts';
import { hrefOfChannel, makeHref } from '../text/names.ts';
import { fetchTopics } from './topics.ts';

/** Opens the newest topic of a channel, or the newest one with unread messages. */
export async function openNewest(channel: number, unread: boolean): Promise<void> {
  // Without a response, the channel's feed opens.
  if (!topicLists.peek().has(channel)) await fetchTopics(channel).catch(() => {});
  const topics = topicLists.peek().get(channel) ?? [];
  const waiting = unread ? topics.find(({ name }) => unreadInTopic(store.unread.peek(), channel, name) > 0) : undefined;
  const topic = waiting ?? topics[0];
  location.hash = topic ? makeHref({ kind: 'topic', channel, topic: topic.name }) : hrefOfChannel(channel);
}
