import { signal } from '@preact/signals';

/** How times are written: what the person set, and the language. `zone`: undefined is the browser's. */
export const clock = signal<{ language: string; twentyFour: boolean; zone?: string }>({
  language: 'en',
  twentyFour: false,
});
/** Rises at midnight: "today" is another day then. */
export const midnights = signal(0);

type Clock = typeof clock.value;
let made = new Map<string, unknown>();
let madeFor: Clock | undefined;

/** What writes times and names, made once for a clock: to make one takes as long as to use it a hundred times. */
function once<T>(name: string, make: (of: Clock) => T): T {
  const now = clock.value;
  if (now !== madeFor) made = new Map();
  madeFor = now;
  if (!made.has(name)) made.set(name, make(now));
  return made.get(name) as T;
}

/** In which words a time is written. */
const SHAPES = {
  time: { hour: 'numeric', minute: '2-digit' },
  time24: { hour: '2-digit', minute: '2-digit' },
  moment: { dateStyle: 'full', timeStyle: 'short' },
  weekday: { weekday: 'short' },
  date: { month: 'short', day: 'numeric' },
  dateAndYear: { month: 'short', day: 'numeric', year: 'numeric' },
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  dayAndYear: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const write = (seconds: number, shape: keyof typeof SHAPES): string =>
  once(shape, ({ language, twentyFour, zone }) => {
    const hours = /time|moment/.test(shape) && { hourCycle: twentyFour ? ('h23' as const) : ('h12' as const) };
    return new Intl.DateTimeFormat(language, { ...SHAPES[shape], ...hours, ...(zone && { timeZone: zone }) });
  }).format(at(seconds));

const at = (seconds: number): Date => new Date(seconds * 1000);

/** `9:41 AM` or `09:41`. */
export const time = (seconds: number): string => write(seconds, clock.value.twentyFour ? 'time24' : 'time');
/** With its day, for whom the time is not enough. */
export const moment = (seconds: number): string => write(seconds, 'moment');

/** Zones differ by quarters of hours: within one it is the same day. A feed asks for each of its messages, whenever one comes. */
const QUARTER = 900;
const MOST = 3000;
let days = new Map<number, string>();
let daysIn: string | undefined;

/** As in `2026-11-21`, where the reader is. */
export function dayOf(seconds: number): string {
  const { zone } = clock.value;
  if (zone !== daysIn || days.size > MOST) days = new Map();
  daysIn = zone;
  const quarter = Math.floor(seconds / QUARTER);
  let found = days.get(quarter);
  if (found === undefined) days.set(quarter, (found = isoDay(at(seconds))));
  return found;
}

/** Put together from its parts: no language writes it so in all browsers. */
function isoDay(of: Date): string {
  const parts = once(
    'ISO day',
    ({ zone }) =>
      new Intl.DateTimeFormat('en-US', {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        ...(zone && { timeZone: zone }),
      }),
  ).formatToParts(of);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)!.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

const DAY = 86_400;
const relative = () => once('relative', ({ language }) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function daysAgo(seconds: number, now: number): number {
  void midnights.value;
  const number = (of: number) => Date.parse(dayOf(of)) / 1000 / DAY;
  return number(now) - number(seconds);
}

const yearOf = (seconds: number): string => dayOf(seconds).slice(0, 4);

/** `Today`, `Yesterday`, `Friday, November 20`; with the year if it is not this one. */
export function day(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago === 0 || ago === 1) return capital(relative().format(-ago, 'day'));
  return write(seconds, yearOf(seconds) === yearOf(now) ? 'day' : 'dayAndYear');
}

/** In lists: the time today, then the day. */
export function when(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago <= 0) return time(seconds);
  if (ago === 1) return capital(relative().format(-1, 'day'));
  if (ago < 7) return write(seconds, 'weekday');
  return write(seconds, yearOf(seconds) === yearOf(now) ? 'date' : 'dateAndYear');
}

/** A count that fits a badge. */
export const count = (number: number): string => (number > 999 ? '999+' : String(number));

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const readsFromTheRight = (): boolean => globalThis.document?.documentElement.dir === 'rtl';
/** Names that stand in one line, some of them or the page written from the right: each stays within itself, and they in their order. */
export const apart = (names: readonly string[]): readonly string[] =>
  readsFromTheRight() || names.some((name) => FROM_THE_RIGHT.test(name))
    ? names.map((name) => `\u2068${name}\u2069`)
    : names;

/** Names as a language joins them. */
export const list = (names: readonly string[]): string =>
  once('list', ({ language }) => new Intl.ListFormat(language, { type: 'conjunction' })).format(apart(names));

/** How long ago, in the largest unit that says it: `5 minutes ago`. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - seconds);
  const [unit, length] = UNITS.find(([, one]) => passed >= one) ?? UNITS.at(-1)!;
  return relative().format(-Math.max(unit === 'minute' ? 1 : 0, Math.floor(passed / length)), unit);
}
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
] as const;
