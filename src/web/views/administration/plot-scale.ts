const STEPS = [1, 2, 3, 4, 6, 8, 10];

/** The smallest round, even number that is at least this large, such as 2, 8 or 300: its half is a whole number. */
export function roundUp(value: number): number {
  const least = Math.max(2, value);
  const power = 10 ** Math.floor(Math.log10(least));
  return STEPS.map((step) => step * power).find((round) => round >= least && round % 2 === 0) ?? least;
}

/**
 * The first period to show: a young organization has no empty plots, but at least `least` periods. `rows` are the
 * numbers of each period.
 */
export function firstPeriod(rows: readonly (readonly (number | null)[])[], least: number): number {
  const count = rows[0]?.length ?? 0;
  const firsts = rows.map((values) => values.findIndex((value) => value)).filter((at) => at >= 0);
  return Math.max(0, Math.min(count - least, ...firsts));
}

/** The columns below which a date is written: the first, the last, and those between with enough room. */
export function labeledColumns(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)));
}
