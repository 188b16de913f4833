import { Type } from 'typebox';
import { countNews, measureStorage } from '../chat/organization/statistics/batches.ts';
import { getStatistics } from '../chat/organization/statistics/endpoints.ts';
import { BotStatistic, ChannelStatistic, type Period, PeriodParameter } from '../chat/organization/statistics/types.ts';
import { MOST_PERIODS, statisticsView } from '../chat/organization/statistics/views.ts';
import { badRequest } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { operation } from './operation.ts';

/** How long the command counts before it answers, ms: much is left to count only after an upgrade or an import. */
const COUNTING = 3000;

const name = Nullable(Type.String());

export const statisticOperations = {
  /** Statistics up to now, with the current names of channels and bots. */
  stats: operation({
    result: Type.Object({
      ...getStatistics.returns,
      period: PeriodParameter,
      channels: Type.Array(Type.Object({ ...ChannelStatistic.properties, name })),
      bots: Type.Array(Type.Object({ ...BotStatistic.properties, name })),
    }),
    audit: 'transient',
    async run(app, { period, num }: { period: Period; num: number }) {
      if (num > MOST_PERIODS) throw badRequest(`At most ${MOST_PERIODS} days or weeks can be read at once.`);
      const until = performance.now() + COUNTING;
      await countNews(app, () => performance.now() > until);
      measureStorage(app);
      const { channels, bots, ...rest } = statisticsView(app, undefined, period, num);
      const nameChannel = (id: number | null) => (id === null ? null : app.channels.byId(id)!.name);
      return {
        period,
        ...rest,
        channels: channels.map((one) => ({ ...one, name: nameChannel(one.stream_id) })),
        bots: bots.map((one) => ({ ...one, name: app.users.byId(one.user_id)?.full_name ?? null })),
      };
    },
  }),
};
