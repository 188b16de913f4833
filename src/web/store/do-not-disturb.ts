import type { DoNotDisturb, QuietHours } from '../server/types.ts';
import { memoByValue } from './memo.ts';

// The same rules as the server's, in chat/notifications/do-not-disturb/rules.ts. A test compares both.

const DAY = 1440;
const MINUTE = 60;
/** More than the quiet hours of a week that can follow each other without a gap. */
const MOST_IN_A_ROW = 100;

/** When do not disturb ends that holds at `now`; 0: it does not hold. All times are in seconds. */
export function endOf({ until, schedule, resumed_until }: DoNotDisturb, zone: string, now: number): number {
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

const wallClock = memoByValue(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  50,
);

/** The day of the week, from 1 for Monday, and the minute of the day. */
function wallTime(zone: string, time: number): { day: number; minute: number } {
  const parts = wallClock(zone || 'UTC').formatToParts(time * 1000);
  const part = (name: string) => parts.find(({ type }) => type === name)!.value;
  return { day: DAYS.indexOf(part('weekday')) + 1, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}
