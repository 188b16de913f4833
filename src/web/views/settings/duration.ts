import { plural } from '../../i18n/text.ts';

/** Seconds per unit. */
export const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
export type Unit = keyof typeof UNITS;

/** A number of seconds in the largest unit that expresses it exactly. */
export function duration(seconds: number): { amount: number; unit: Unit } {
  const unit = (['day', 'hour', 'minute', 'second'] as const).find((one) => seconds % UNITS[one] === 0)!;
  return { amount: seconds / UNITS[unit], unit };
}

export function durationName(seconds: number): string {
  const { amount, unit } = duration(seconds);
  if (unit === 'day') return plural(amount, '{n} day', '{n} days');
  if (unit === 'hour') return plural(amount, '{n} hour', '{n} hours');
  return unit === 'minute' ? plural(amount, '{n} minute', '{n} minutes') : plural(amount, '{n} second', '{n} seconds');
}
