import { memoByObject, memoByValue } from '../../shared/memo.ts';
import { isolateText, markDirection } from '../i18n/isolation.ts';
import { type FormatSettings, formatSettings, midnightCount } from '../store/local/format-settings.ts';

/**
 * Returns a function that returns the formatter of the current settings. It creates each formatter once, since creating
 * one takes as long as using it a hundred times.
 */
function formatter<T>(make: (settings: FormatSettings) => T): () => T {
  const made = memoByObject(make);
  return () => made(formatSettings.value);
}

/** The format options for each kind of date and time. */
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

const timeFormat = formatter(({ language, twentyFour, zone }) =>
  memoByValue((shape: keyof typeof SHAPES) => {
    const hours = /time|moment/.test(shape) && { hourCycle: twentyFour ? ('h23' as const) : ('h12' as const) };
    return new Intl.DateTimeFormat(language, { ...SHAPES[shape], ...hours, ...(zone && { timeZone: zone }) });
  }),
);

const formatTime = (seconds: number, shape: keyof typeof SHAPES): string => timeFormat()(shape).format(at(seconds));

const at = (seconds: number): Date => new Date(seconds * 1000);

/** `9:41 AM` or `09:41`. */
export const formatTimeOfDay = (seconds: number): string =>
  formatTime(seconds, formatSettings.value.twentyFour ? 'time24' : 'time');
/** Date and time. */
export const formatDateTime = (seconds: number): string => formatTime(seconds, 'moment');

/**
 * Time zone offsets are multiples of a quarter of an hour, so all times within a quarter are on the same day. The feed
 * asks for each of its messages whenever one arrives.
 */
const QUARTER = 900;
const MOST = 3000;
const dayOfQuarter = formatter(({ zone }) => {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(zone && { timeZone: zone }),
  });
  return memoByValue((quarter: number) => isoDay(format.formatToParts(at(quarter * QUARTER))), MOST);
});

/** The local date, for example `2026-11-21`. */
export const getDay = (seconds: number): string => dayOfQuarter()(Math.floor(seconds / QUARTER));

/** Built from parts, because no language's format is ISO in all browsers. */
function isoDay(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (name: string) => parts.find(({ type }) => type === name)!.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

const DAY = 86_400;
const relative = formatter(({ language }) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function daysAgo(seconds: number, now: number): number {
  void midnightCount.value;
  const number = (of: number) => Date.parse(getDay(of)) / 1000 / DAY;
  return number(now) - number(seconds);
}

const getYear = (seconds: number): string => getDay(seconds).slice(0, 4);

/** `Today`, `Yesterday` or `Friday, November 20`, with the year if it is not the current one. */
export function formatDay(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago === 0 || ago === 1) return capitalize(relative().format(-ago, 'day'));
  return formatTime(seconds, getYear(seconds) === getYear(now) ? 'day' : 'dayAndYear');
}

/** For lists: the time if it is today, otherwise the date. */
export function formatTimeOrDay(seconds: number, now = Date.now() / 1000): string {
  const ago = daysAgo(seconds, now);
  if (ago <= 0) return formatTimeOfDay(seconds);
  if (ago === 1) return capitalize(relative().format(-1, 'day'));
  if (ago < 7) return formatTime(seconds, 'weekday');
  return formatTime(seconds, getYear(seconds) === getYear(now) ? 'date' : 'dateAndYear');
}

/** Only the time if it is today. */
export const formatShortTime = (seconds: number): string =>
  getDay(seconds) === getDay(Date.now() / 1000) ? formatTimeOfDay(seconds) : formatDateTime(seconds);

const list = formatter(({ language }) => new Intl.ListFormat(language, { type: 'conjunction' }));

/** Joins names as the language does: `A, B and C`. */
export const formatList = (names: readonly string[]): string =>
  markDirection(names[0]) + list().format(names.map(isolateText));

/** The elapsed time in the largest fitting unit: `5 minutes ago`. */
export function formatElapsed(seconds: number, now = Date.now() / 1000): string {
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
