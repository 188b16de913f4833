/** How the backups of a period share one name, so that one of them is kept. All times are UTC. */
const PERIODS = {
  h: (time: Date) => Math.floor(time.getTime() / 3_600_000),
  d: (time: Date) => Math.floor(time.getTime() / DAY),
  // 1970 began on a Thursday, and weeks begin on Monday.
  w: (time: Date) => Math.floor((time.getTime() / DAY + 3) / 7),
  m: (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth(),
  y: (time: Date) => time.getUTCFullYear(),
} as const;

const DAY = 86_400_000;

/** How many backups are kept: of single ones (no period), or of hours, days, weeks, months or years that have one. */
interface Kept {
  count: number;
  period: keyof typeof PERIODS | '';
}

/** Which backups are kept: all that at least one part covers. */
export type KeepRule = readonly Kept[];

/** Reads `7` or `7d,4w,6m`; undefined: it is neither. */
export function parseKeepRule(text: string): KeepRule | undefined {
  const parts = text.split(',').map((part) => /^([1-9]\d{0,8})([hdwmy]?)$/.exec(part.trim()));
  if (parts.some((part) => part === null)) return undefined;
  const rule = parts.map((part) => ({ count: Number(part![1]), period: part![2] as Kept['period'] }));
  return new Set(rule.map(({ period }) => period)).size === rule.length ? rule : undefined;
}

export const keepRuleText = (rule: KeepRule): string => rule.map(({ count, period }) => `${count}${period}`).join(',');

/**
 * The backups that no part of the rule covers. A part covers the newest backup of each of its last periods. Only
 * periods with a backup count, so a pause in which no backups were made removes none. `backups`: oldest first; `made`
 * in s.
 */
export function findSuperfluous<T extends { made: number }>(backups: readonly T[], rule: KeepRule): T[] {
  const kept = new Set(rule.flatMap((part) => coveredBy(part, backups)));
  return backups.filter((backup) => !kept.has(backup));
}

function coveredBy<T extends { made: number }>({ count, period }: Kept, backups: readonly T[]): T[] {
  if (period === '') return backups.slice(-count);
  const newest = new Map<number, T>();
  for (const backup of backups) newest.set(PERIODS[period](new Date(backup.made * 1000)), backup);
  return [...newest.values()].slice(-count);
}
