import { memoByValue } from './memo.ts';

/** A time of the week without notifications. */
interface QuietHours {
  /** The days on which it starts: 1 is Monday, 7 is Sunday. */
  days: readonly number[];
  /** In minutes after midnight. */
  start: number;
  /** In minutes after midnight. If it is not after the start, it is on the next day. */
  end: number;
}

/** When a user wants no notifications. Times of the schedule are in the user's time zone, or in UTC without one. */
export interface DoNotDisturb {
  /** No notifications until then, in seconds; 0: not turned on. */
  until: number;
  schedule: readonly QuietHours[];
  /** The schedule holds only after this time, in seconds. */
  resumed_until: number;
}

const DAY = 1440;
const WEEK = 7 * DAY;
const MINUTE = 60;
/** More than the quiet hours of a week that can follow each other without a gap. */
const MOST_IN_A_ROW = 100;
/** There are fewer than a thousand time zones. */
const MOST_ZONES = 50;

/** When do not disturb ends that holds at `now`; 0: it does not hold. All times are in seconds. */
export function getEnd({ until, schedule, resumed_until }: DoNotDisturb, zone: string, now: number): number {
  let end = Math.max(now, until);
  for (let count = 0; count < MOST_IN_A_ROW; count++) {
    const left = end < resumed_until || schedule.length === 0 ? 0 : scheduledSeconds(schedule, zone, end);
    if (left === 0) break;
    end += left;
  }
  return end > now ? end : 0;
}

/** How long the schedule still holds at a time; 0: it does not hold. */
function scheduledSeconds(schedule: readonly QuietHours[], zone: string, time: number): number {
  const { day, minute } = wallTime(zone, time);
  const left = schedule.map(({ days, start, end }) => {
    const length = end > start ? end - start : end - start + DAY;
    const today = days.includes(day) ? minute - start : -1;
    const yesterday = days.includes(day === 1 ? 7 : day - 1) ? minute - start + DAY : -1;
    return Math.max(...[today, yesterday].map((since) => (since >= 0 && since < length ? length - since : 0)));
  });
  const minutes = Math.max(...left);
  return minutes === 0 ? 0 : minutes * MINUTE - (time % MINUTE);
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** When the schedule holds next, at `from` or later, in seconds; null: never. */
export function nextStart({ schedule, resumed_until }: DoNotDisturb, zone: string, from: number): number | null {
  if (schedule.length === 0) return null;
  const time = Math.max(from, resumed_until);
  if (time > from && scheduledSeconds(schedule, zone, time) > 0) return time;
  const { day, minute } = wallTime(zone, time);
  const starts = schedule.flatMap(({ days, start }) =>
    days.map((on) => {
      const ahead = (((on - day) * DAY + start - minute + WEEK - 1) % WEEK) + 1;
      return withWallTime(zone, time - (time % MINUTE) + ahead * MINUTE, start);
    }),
  );
  return Math.min(...starts);
}

/** The time at which clocks show a minute of the day, near `time`: the clocks may change before it. */
function withWallTime(zone: string, time: number, minute: number): number {
  const off = wallTime(zone, time).minute - minute;
  const shifted = time - (Math.abs(off) > DAY / 2 ? off - Math.sign(off) * DAY : off) * MINUTE;
  return wallTime(zone, shifted).minute === minute ? shifted : time;
}

const wallClock = memoByValue(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  MOST_ZONES,
);

/** The day of the week, from 1 for Monday, and the minute of the day. */
function wallTime(zone: string, time: number): { day: number; minute: number } {
  const parts = wallClock(zone || 'UTC').formatToParts(time * 1000);
  const part = (name: string) => parts.find(({ type }) => type === name)!.value;
  return { day: DAYS.indexOf(part('weekday')) + 1, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}
