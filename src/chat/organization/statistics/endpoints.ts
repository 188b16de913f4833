import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { BotStatistic, ChannelStatistic, PeriodParameter, StatisticSeries } from './types.ts';
import { MOST_PERIODS, statisticsView } from './views.ts';

export const getStatistics = endpoint({
  method: 'GET',
  path: '/statistics',
  summary: 'Get statistics: messages, active users, storage and deliveries by day or week',
  auth: 'administrator',
  params: {
    period: Maybe(PeriodParameter),
    /** The number of days or weeks, up to the current one. */
    num: Maybe(Type.Integer({ minimum: 1, maximum: MOST_PERIODS })),
  },
  returns: {
    /** Messages that the job has not counted yet. */
    uncounted_messages: Type.Integer(),
    /** The first day of each period in UTC, as YYYY-MM-DD. Weeks begin on Monday. */
    starts: Type.Array(Type.String()),
    series: StatisticSeries,
    channels: Type.Array(ChannelStatistic),
    bots: Type.Array(BotStatistic),
  },
  handle: ({ app, user, params: { period = 'day', num = 30 } }) => statisticsView(app, user, period, num),
});
