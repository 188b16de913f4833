import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { postNews } from './actions.ts';
import { fetchFeed } from './client.ts';
import type { Feed } from './types.ts';

/** The number of feeds that are read at the same time. */
const MOST = 4;

/** Reads the feeds that are due. */
export const feedReading = job({
  name: 'feeds',
  every: 10,
  async run(app, stopping) {
    const { feedReads } = app.memory;
    const now = seconds(app.clock);
    const readNext = async (): Promise<void> => {
      const next = app.feeds.due(now, feedReads.size + 1).find(({ id }) => !feedReads.has(id));
      if (!next || stopping?.aborted) return;
      await feedReads.run(next.id, () => readOne(app, next, stopping));
      await readNext();
    };
    await Promise.all(Array.from({ length: MOST - feedReads.size }, readNext));
  },
  next: (app) => app.feeds.nextDue(),
});

async function readOne(app: App, feed: Feed, stopping: AbortSignal | undefined): Promise<void> {
  const answer = await fetchFeed(app, feed);
  if (stopping?.aborted) return;
  postNews(app, feed.id, answer);
  await app.db.committed();
}
