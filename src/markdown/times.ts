import type { StateInline } from 'markdown-it';
import { escapeText } from './escape.ts';
import { putHtml } from './mentions.ts';

const WRITTEN = /<time:([^>\n]{0,100})>/y;

/** Parses `<time:2026-11-21T12:00:00+01:00>`: a moment that each client shows in its user's time zone. */
export function time(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  WRITTEN.lastIndex = state.pos;
  const found = WRITTEN.exec(state.src);
  if (!found || state.pos + found[0].length > state.posMax) return false;
  const words = escapeText(found[1]!);
  const moment = readMoment(found[1]!.trim());
  const html = moment
    ? `<time datetime="${moment.toISOString().replace(/\.000Z$/, 'Z')}">${words}</time>`
    : `<span class="timestamp-error">Invalid time format: ${words}</span>`;
  return putHtml(state, html, found[0].length);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Abbreviations of time zones with one common meaning, in hours from UTC. */
const ZONES: Record<string, number> = {
  ...{
    z: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    ist: 5.5,
    jst: 9,
    kst: 9,
  },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
};

const NUMBERS = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ]+|$)/i;
/** `20261121` and `11/21/2026`. The first number of the latter is the month if it can be one. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:[T ]+|$)/i;
const YEAR_LAST = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?:,? |$)/;
const NAMED_FIRST = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})(?:,? |$)/i;
const DAY_FIRST = /^(?:[a-z]{3,9},? )?(\d\d?) ([a-z]{3,9})\.? (\d{4})(?:,? |$)/i;
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([ap])m)? ?(?:([a-z]{1,4})|([+-])(\d\d):?(\d\d)?)?$/i;

/** Rewrites `5pm` and `100000` as clock times. */
const asClock = (written: string) =>
  written
    .replace(/^(\d\d?)(?= ?[ap]m\b)/i, '$1:00')
    .replace(/^(\d\d)(\d\d)(\d\d)?(?=$|[Z .,+-])/i, (_, h, m, s) => [h, m, ...(s ? [s] : [])].join(':'));

/**
 * Parses a moment as people and programs write it: ISO 8601, seconds since 1970, or with a month's name. Without a zone
 * it is in UTC.
 */
function readMoment(written: string): Date | undefined {
  if (/^-?\d{1,11}(?:\.\d{1,6})?$/.test(written) && !/^\d{4}$/.test(written) && !dayIn(written))
    return validDate(Math.round(Number(written) * 1000));
  const [day, rest] = dayIn(written) ?? [];
  if (day === undefined || rest === '') return day === undefined ? undefined : validDate(day);
  const [, hours, minutes, seconds = '0', fraction = '', half, zone, sign, zoneHours, zoneMinutes = '0'] =
    CLOCK.exec(asClock(rest!)) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59 || Number(hours) > (half ? 12 : 23))
    return undefined;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  const ahead = zone
    ? ZONES[zone.toLowerCase()]
    : sign
      ? Number(sign + 1) * (Number(zoneHours) + Number(zoneMinutes) / 60)
      : 0;
  if (ahead === undefined || Math.abs(ahead) >= 24) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return validDate(day + (((hour - ahead) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds);
}

/** The first millisecond of the day, and the text after the date. */
function dayIn(written: string): [day: number, rest: string] | undefined {
  const [, year, , month, day] = NUMBERS.exec(written) ?? [];
  if (year !== undefined) return exact(Number(year), Number(month) - 1, Number(day), written.replace(NUMBERS, ''));
  const [, compactYear, compactMonth, compactDay] = COMPACT.exec(written) ?? [];
  if (compactYear !== undefined)
    return exact(Number(compactYear), Number(compactMonth) - 1, Number(compactDay), written.replace(COMPACT, ''));
  const [, one, , other, lastYear] = YEAR_LAST.exec(written) ?? [];
  if (one !== undefined) {
    const [inMonth, onDay] = Number(one) > 12 ? [other, one] : [one, other];
    return exact(Number(lastYear), Number(inMonth) - 1, Number(onDay), written.replace(YEAR_LAST, ''));
  }
  const [, name, date, of] = NAMED_FIRST.exec(written) ?? [];
  if (name !== undefined) return exact(Number(of), monthNamed(name), Number(date), written.replace(NAMED_FIRST, ''));
  const [, first, called, ofYear] = DAY_FIRST.exec(written) ?? [];
  return first === undefined
    ? undefined
    : exact(Number(ofYear), monthNamed(called!), Number(first), written.replace(DAY_FIRST, ''));
}

const monthNamed = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

/** JavaScript reads years below 100 as years of the 20th century, and no message means the first century. */
const FIRST_YEAR = 100;

/** Rejects dates that do not exist, such as February 31. */
function exact(year: number, month: number, day: number, rest: string): [number, string] | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return year >= FIRST_YEAR && month >= 0 && date.getUTCMonth() === month && date.getUTCDate() === day
    ? [date.getTime(), rest]
    : undefined;
}

function validDate(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= 9999 ? date : undefined;
}
