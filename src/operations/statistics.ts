import type { App } from '../app.ts';
import { countNews, measureStorage } from '../chat/organization/statistics/batches.ts';
import type { Period } from '../chat/organization/statistics/types.ts';
import { MOST_PERIODS, statisticsView } from '../chat/organization/statistics/views.ts';
import { badRequest } from '../kernel/errors.ts';

/** How long the command counts before it answers, ms: much is left to count only after an upgrade or an import. */
const COUNTING = 3000;

export const statisticCommands = {
  /** Statistics up to now, with the current names of channels and bots. */
  stats: async (app: App, { period, num }: { period: Period; num: number }) => {
    if (num > MOST_PERIODS) throw badRequest(`At most ${MOST_PERIODS} days or weeks can be read at once.`);
    const until = performance.now() + COUNTING;
    await countNews(app, () => performance.now() > until);
    measureStorage(app);
    const { channels, bots, ...rest } = statisticsView(app, undefined, period, num);
    return {
      period,
      ...rest,
      channels: channels.map((one) => ({
        ...one,
        name: one.stream_id === null ? null : app.channels.byId(one.stream_id)!.name,
      })),
      bots: bots.map((one) => ({ ...one, name: app.users.byId(one.user_id)?.full_name ?? null })),
    };
  },
};
