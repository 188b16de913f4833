import type { App } from '../../../app.ts';
import { readAccess, type Viewer } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import type { TopicRow } from './repository.ts';
import { topicShown } from './rules.ts';

/**
 * The topics of a channel with messages that the viewer can read, newest first. `max_id` is the newest such message,
 * and the name has its spelling.
 */
export function listTopics(
  app: App,
  viewer: Viewer,
  channel: Channel,
  knowsEmpty: boolean,
): { name: string; max_id: number }[] {
  const within = readAccess(app, viewer, channel);
  if (within === 'none') return [];
  const rows: TopicRow[] =
    within === 'all'
      ? app.topics.findNewest(channel.recipient_id)
      : app.topics.newestReceived(viewer!.id, channel.recipient_id);
  return rows
    .map(({ subject, max_id }) => ({ name: topicShown(subject, knowsEmpty), max_id }))
    .sort((a, b) => b.max_id - a.max_id);
}
