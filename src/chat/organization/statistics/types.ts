import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

/** Counts are kept for days and for weeks, so that a year is read from 52 rows. */
export const PERIODS = ['day', 'week'] as const;
export type Period = (typeof PERIODS)[number];
export const PeriodParameter = OneOf(...PERIODS);

/** Numbers that are counted over the whole organization. */
export const TOTALS = [
  'channel_messages',
  'direct_messages',
  'bot_messages',
  'active_users',
  'mails_sent',
  'mails_failed',
  'pushes_sent',
  'pushes_failed',
] as const;
type Total = (typeof TOTALS)[number];
export type Delivery = Extract<Total, 'mails_sent' | 'mails_failed' | 'pushes_sent' | 'pushes_failed'>;

/** Sizes in bytes, measured once an hour. */
export const SIZES = ['database_bytes', 'upload_bytes'] as const;
type Size = (typeof SIZES)[number];

/** A column of the table: a number of the whole organization (with key 0), or messages by channel or by bot. */
export type StatisticKind = Total | Size | 'channel' | 'bot';

const Counts = Type.Array(Type.Integer());
const Sizes = Type.Array(Nullable(Type.Integer()));

/** The numbers, each as a list with one value for each period. */
export const StatisticSeries = Type.Object({
  /** Messages in channels, and direct messages. Bots are included. */
  channel_messages: Counts,
  direct_messages: Counts,
  /** How many of these bots sent. */
  bot_messages: Counts,
  /** People who sent a message or used a client. */
  active_users: Counts,
  mails_sent: Counts,
  /** E-mails that were given up. */
  mails_failed: Counts,
  /** Notifications that a push service accepted, for phones and browsers. */
  pushes_sent: Counts,
  pushes_failed: Counts,
  /** Null: not measured in this period. */
  database_bytes: Sizes,
  upload_bytes: Sizes,
});
export type StatisticSeries = Static<typeof StatisticSeries>;

/** Messages by channel, most first. */
export const ChannelStatistic = Type.Object({
  /** Null: all private channels together that you cannot read. */
  stream_id: Nullable(Type.Integer()),
  messages: Type.Integer(),
});
export type ChannelStatistic = Static<typeof ChannelStatistic>;

/** Messages by bot, most first. */
export const BotStatistic = Type.Object({ user_id: Type.Integer(), messages: Type.Integer() });
export type BotStatistic = Static<typeof BotStatistic>;

const DAY = 86_400;
const WEEK = 7;
/** 1970-01-01, day 0, was a Thursday. */
const THURSDAY = 3;

/** The day of a time (s), as days since 1970 in UTC. */
export const getDay = (time: number): number => Math.floor(time / DAY);

/** The first day of the period that contains a day. Weeks begin on Monday. */
export const getStart = (period: Period, day: number): number =>
  period === 'day' ? day : day - ((((day + THURSDAY) % WEEK) + WEEK) % WEEK);

/** The first days of the last periods up to the one that contains a day, oldest first. */
export function startsUntil(period: Period, day: number, count: number): number[] {
  const length = period === 'day' ? 1 : WEEK;
  const last = getStart(period, day);
  return Array.from({ length: count }, (_, at) => last - (count - 1 - at) * length);
}

/** A day as YYYY-MM-DD. */
export const formatDate = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);
