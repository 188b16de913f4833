import { onEvent, withEventsMeanwhile } from '../server/connection.ts';
import { request } from '../server/request.ts';
import type { ServerEvent } from '../server/types.ts';
import { type Topic, topicLists } from '../store/local/topic-lists.ts';
import { registrations } from '../store/store.ts';

const setTopics = (channel: number, topics: readonly Topic[]): void => {
  topicLists.value = new Map(topicLists.peek()).set(channel, topics);
};

/** Fetches a channel's topics. The known ones are shown meanwhile. */
export async function fetchTopics(channel: number): Promise<void> {
  const [{ topics }, news] = await withEventsMeanwhile(() =>
    request('GET /users/me/{stream_id}/topics', { stream_id: channel, allow_empty_topic_name: true }),
  );
  setTopics(channel, topics);
  for (const event of news) applyTopicEvent(event);
}

/** Sets a topic's visibility policy to one of POLICY. */
export async function setPolicy(channel: number, topic: string, policy: number): Promise<void> {
  await request('POST /user_topics', { stream_id: channel, topic, visibility_policy: policy as 0 });
}

/** Updates the topic lists from events. */
export function followTopics(): void {
  registrations.subscribe(() => {
    for (const channel of topicLists.peek().keys()) void fetchTopics(channel).catch(() => {});
  });
  onEvent(applyTopicEvent);
}

function applyTopicEvent(event: ServerEvent): void {
  if (event.type === 'message') {
    const { id, stream_id, subject } = event.message;
    if (stream_id !== undefined) moveToTop(stream_id, subject, id);
  } else if (event.type === 'delete_message') refresh(event.stream_id);
  else if (event.type === 'update_message' && (event.subject ?? event.new_stream_id) !== undefined) {
    refresh(event.stream_id);
    refresh(event.new_stream_id);
  }
}

function refresh(channel: number | undefined): void {
  if (channel !== undefined && topicLists.peek().has(channel)) void fetchTopics(channel).catch(() => {});
}

function moveToTop(channel: number, name: string, max_id: number): void {
  const before = topicLists.peek().get(channel);
  if (!before) return;
  setTopics(channel, [{ name, max_id }, ...before.filter((topic) => topic.name.toLowerCase() !== name.toLowerCase())]);
}
