import type { DateOperator } from './terms.ts';

/** The times from `from` until before `until`, in seconds. */
export interface Period {
  from: number;
  until: number;
}

/** All times: no message is older or newer. */
const ALWAYS: Period = { from: 0, until: Number.MAX_SAFE_INTEGER };
const DAY = 86_400;

/** The times that are before, on or after a day (YYYY-MM-DD) in a time zone; '' means UTC. */
export function periodOf(operator: DateOperator, day: string, zone: string): Period {
  const start = startOfDay(day, zone);
  if (operator === 'before') return { ...ALWAYS, until: start };
  const next = startOfDay(new Date((Date.parse(day) / 1000 + DAY) * 1000).toISOString().slice(0, 10), zone);
  return operator === 'on' ? { from: start, until: next } : { ...ALWAYS, from: next };
}

/** The time at which a day begins in a time zone, in seconds. */
function startOfDay(day: string, zone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) / 1000;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone || 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  /** What clocks in the zone show at a time, as if it was UTC. */
  const shown = (time: number): number => {
    const parts = clock.formatToParts(time * 1000);
    const part = (name: string) => Number(parts.find(({ type }) => type === name)!.value);
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) / 1000;
  };
  const guess = wanted - (shown(wanted) - wanted);
  // The clocks may have changed between the guess and the first one.
  return guess - (shown(guess) - wanted);
}
