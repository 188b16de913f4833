import type { Period } from './types.ts';

const DAY = 86_400;
const WEEK = 7;
/** 1970-01-01, day 0, was a Thursday. */
const THURSDAY = 3;

/** The day of a time (s), as days since 1970 in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** The first day of the period that contains a day. Weeks begin on Monday. */
export const startOf = (period: Period, day: number): number =>
  period === 'day' ? day : day - ((((day + THURSDAY) % WEEK) + WEEK) % WEEK);

/** The first days of the last periods up to the one that contains a day, oldest first. */
export function startsUntil(period: Period, day: number, count: number): number[] {
  const length = period === 'day' ? 1 : WEEK;
  const last = startOf(period, day);
  return Array.from({ length: count }, (_, at) => last - (count - 1 - at) * length);
}

/** A day as YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);
