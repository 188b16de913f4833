import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { readAccess } from '../../channels/channels/rules.ts';
import type { User } from '../../people/users/types.ts';
import {
  type BotStatistic,
  type ChannelStatistic,
  formatDate,
  getDay,
  type Period,
  SIZES,
  type StatisticKind,
  type StatisticSeries,
  startsUntil,
  TOTALS,
} from './types.ts';

/** The most periods that one request reads, so that it reads a few thousand rows. */
export const MOST_PERIODS = 104;

interface Statistics {
  uncounted_messages: number;
  starts: string[];
  series: StatisticSeries;
  channels: ChannelStatistic[];
  bots: BotStatistic[];
}

/**
 * The statistics of the last periods. `viewer` is undefined for the operator, who sees all channels. Others get the sum
 * of the private channels whose messages they cannot read: an administrator may know a channel, but not who uses it.
 */
export function statisticsView(app: App, viewer: User | undefined, period: Period, count: number): Statistics {
  const starts = startsUntil(period, getDay(seconds(app.clock)), count);
  const [from, to] = [starts[0]!, starts.at(-1)!];
  const listValues = (kind: StatisticKind) => new Map(app.statistics.ofKind(period, kind, from, to));
  const makeList = <V>(kind: StatisticKind, missing: V) => {
    const values = listValues(kind);
    return starts.map((start) => values.get(start) ?? missing);
  };
  return {
    uncounted_messages: Math.max(0, app.messages.lastId() - app.statistics.progress()!.message_id),
    starts: starts.map(formatDate),
    series: {
      ...(Object.fromEntries(TOTALS.map((kind) => [kind, makeList(kind, 0)])) as Pick<
        StatisticSeries,
        (typeof TOTALS)[number]
      >),
      ...(Object.fromEntries(SIZES.map((kind) => [kind, makeList(kind, null)])) as Pick<
        StatisticSeries,
        (typeof SIZES)[number]
      >),
    },
    channels: channelsFor(app, viewer, app.statistics.sums(period, 'channel', from, to)),
    bots: app.statistics.sums(period, 'bot', from, to).map(([user_id, messages]) => ({ user_id, messages })),
  };
}

function channelsFor(
  app: App,
  viewer: User | undefined,
  sums: readonly (readonly [id: number, messages: number])[],
): ChannelStatistic[] {
  const isShown = (id: number): boolean => {
    const channel = app.channels.byId(id);
    return channel !== undefined && (viewer === undefined || readAccess(app, viewer, channel) !== 'none');
  };
  const shown = sums.filter(([id]) => isShown(id)).map(([stream_id, messages]) => ({ stream_id, messages }));
  const hidden = sums.filter(([id]) => !isShown(id));
  if (hidden.length === 0) return shown;
  return [...shown, { stream_id: null, messages: hidden.reduce((sum, [, messages]) => sum + messages, 0) }];
}
