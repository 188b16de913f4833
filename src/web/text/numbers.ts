import { formatSettings } from '../store/local/format-settings.ts';

// Numbers and dates of views that load on demand.

/** `1,234` */
export const formatNumber = (number: number): string =>
  new Intl.NumberFormat(formatSettings.value.language, { maximumFractionDigits: 1 }).format(number);

/** Formats a size in the user's language: `1.4 MB`. */
export function formatBytes(size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, size < 1000 ? 0 : Math.floor(Math.log10(size) / 3));
  return new Intl.NumberFormat(formatSettings.value.language, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(size / 1000 ** step);
}

/** A date without a time, from YYYY-MM-DD: `Fri, Nov 20` or, if it is `short`, `Nov 20`. */
export const formatDate = (date: string, short = false): string =>
  new Intl.DateTimeFormat(formatSettings.value.language, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(!short && { weekday: 'short' }),
  }).format(new Date(`${date}T00:00:00Z`));
