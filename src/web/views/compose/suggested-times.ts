/** A suggested time, as UNIX time in seconds. */
export interface SuggestedTime {
  name: 'soon' | 'later' | 'tomorrow' | 'afternoon' | 'monday';
  at: number;
}

const MINUTES = 60;

/** Suggested times for scheduling or reminders, starting at `now` in local time. */
export function suggestedTimes(now: Date, kind: 'send' | 'remind'): SuggestedTime[] {
  const wall = (days: number, hour: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime() / 1000;
  const seconds = Math.floor(now.getTime() / 1000);
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const all: SuggestedTime[] = [];
  if (kind === 'remind') {
    all.push({ name: 'soon', at: seconds + 30 * MINUTES });
    all.push({ name: 'later', at: seconds + 180 * MINUTES });
  }
  if (now.getHours() < 15) all.push({ name: 'afternoon', at: wall(0, 16) });
  all.push({ name: 'tomorrow', at: wall(1, 9) });
  if (untilMonday > 1) all.push({ name: 'monday', at: wall(untilMonday, 9) });
  return all;
}

/** When a status ends: by a choice, or at a set time in seconds. */
export interface StatusEnd {
  choice: 'never' | 'half' | 'one' | 'four' | 'today' | 'week' | 'set';
  set: number;
}

/** The UNIX time at which a status ends, in seconds; 0: it does not end. Days end at midnight, weeks on Sunday. */
export function endTime({ choice, set }: StatusEnd, now: number): number {
  const today = new Date(now * 1000);
  const midnight = (days: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime() / 1000;
  const ends: Record<StatusEnd['choice'], number> = {
    never: 0,
    half: Math.ceil(now) + 30 * MINUTES,
    one: Math.ceil(now) + 60 * MINUTES,
    four: Math.ceil(now) + 240 * MINUTES,
    today: midnight(1),
    week: midnight((8 - today.getDay()) % 7 || 7),
    set,
  };
  return ends[choice];
}

/** The next full hour. */
export const nextHour = (): number => Math.ceil(Date.now() / 3_600_000) * 3600;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The value of a datetime-local input: `2026-11-21T17:05` in local time. */
export function wallTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

export const readSeconds = (wall: string): number => Math.floor(new Date(wall).getTime() / 1000);

/** The same time in message syntax, with the local UTC offset. */
export function timeMarkdown(seconds: number): string {
  const offset = -new Date(seconds * 1000).getTimezoneOffset();
  const size = Math.abs(offset);
  return `<time:${wallTime(seconds)}:00${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}>`;
}
