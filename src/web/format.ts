import { signal } from '@preact/signals';

/** How times are written: what the person set, and the language. */
export const clock = signal({ language: 'en', twentyFour: false });

const made = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { language, twentyFour } = clock.value;
  const all = { ...options, ...('hour' in options && { hourCycle: twentyFour ? ('h23' as const) : ('h12' as const) }) };
  const key = language + JSON.stringify(all);
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.DateTimeFormat(language, all)));
  return found;
}

const at = (seconds: number): Date => new Date(seconds * 1000);

/** `9:41 AM` or `09:41`. */
export const time = (seconds: number): string => format({ hour: 'numeric', minute: '2-digit' }).format(at(seconds));
/** With day and second, for whom the time is not enough. */
export const moment = (seconds: number): string =>
  format({ dateStyle: 'full', timeStyle: 'short' } as Intl.DateTimeFormatOptions).format(at(seconds));

export const dayOf = (seconds: number): string => at(seconds).toDateString();

const DAY = 86_400;
const relative = () => new Intl.RelativeTimeFormat(clock.value.language, { numeric: 'auto' });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function daysAgo(seconds: number, now: number): number {
  const midnight = (of: number) => new Date(at(of).toDateString()).getTime() / 1000;
  return Math.round((midnight(now) - midnight(seconds)) / DAY);
}

/** `Today`, `Yesterday`, `Friday, November 20`; with the year if it is not this one. */
export function day(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago === 0 || ago === 1) return capital(relative().format(-ago, 'day'));
  const year = at(seconds).getFullYear() === at(now).getFullYear() ? {} : { year: 'numeric' as const };
  return format({ weekday: 'long', month: 'long', day: 'numeric', ...year }).format(at(seconds));
}

/** In lists: the time today, then the day. */
export function when(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago <= 0) return time(seconds);
  if (ago === 1) return capital(relative().format(-1, 'day'));
  if (ago < 7) return format({ weekday: 'short' }).format(at(seconds));
  const year = at(seconds).getFullYear() === at(now).getFullYear() ? {} : { year: 'numeric' as const };
  return format({ month: 'short', day: 'numeric', ...year }).format(at(seconds));
}

/** A count that fits a badge. */
export const count = (number: number): string => (number > 999 ? '999+' : String(number));

/** Names as a language joins them. */
export const list = (names: readonly string[]): string => new Intl.ListFormat(clock.value.language, { type: 'conjunction' }).format(names);
