/** The interface of a benchmark, its result, and shared arithmetic. */

export interface Options {
  quick: boolean;
  /** Measure the reference server instead of Klatch too. */
  itself: boolean;
  /** Of `office`: how many people are online, for how long, and the cores of the server and of the load. */
  people?: number | undefined;
  minutes?: number | undefined;
  cores?: readonly [server: number, load: number] | undefined;
}

export interface Bench {
  name: string;
  summary: string;
  run(options: Options): Promise<Result>;
}

/** A target and its measured value. The first check of a result is its `ratio`. */
export interface Check {
  name: string;
  value: number;
  target: string;
  holds: boolean;
}

export interface Result {
  figures: Record<string, number | string>;
  checks: Check[];
}

export const atLeast = (name: string, value: number, limit: number, unit = ''): Check => ({
  name,
  value: rounded(value),
  target: `≥ ${rounded(limit)}${unit}`,
  holds: value >= limit,
});

export const atMost = (name: string, value: number, limit: number, unit = ''): Check => ({
  name,
  value: rounded(value),
  target: `≤ ${rounded(limit)}${unit}`,
  holds: value <= limit,
});

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Rounds to three significant digits: 12345 → 12345, 1.23456 → 1.23. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** The system's monotonic clock in ms, which is the same in all processes. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs `measure` for each side in turn, `rounds` times. The order changes every round, so that neither side has the
 * quieter machine.
 */
export async function alternate<Side, T>(
  sides: readonly [Side, Side],
  rounds: number,
  measure: (side: Side) => Promise<T>,
): Promise<[T[], T[]]> {
  const results: [T[], T[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      results[index].push(await measure(sides[index]));
  }
  return results;
}

export interface Load {
  /** Milliseconds the work took. */
  elapsed: number;
  /** Share of one core that the server used meanwhile. */
  serverCore: number;
  /**
   * Share of one core that the load generator (this process) used. If it is near 1 and the server's is not, the
   * generator is the bottleneck.
   */
  ownCore: number;
}

export async function underLoad(server: { cpu(): number }, work: () => Promise<unknown>): Promise<Load> {
  const own = process.cpuUsage();
  const cpu = server.cpu();
  const begun = performance.now();
  await work();
  const elapsed = performance.now() - begun;
  const used = process.cpuUsage(own);
  return { elapsed, serverCore: (server.cpu() - cpu) / elapsed, ownCore: (used.user + used.system) / 1000 / elapsed };
}

/** The median of each field over several measurements. */
export function medians<T extends Record<keyof T, number>>(all: readonly T[]): T {
  const fields = Object.keys(all[0]!) as (keyof T)[];
  return Object.fromEntries(fields.map((field) => [field, median(all.map((one) => one[field]))])) as T;
}

export function report(name: string, { figures, checks }: Result): string {
  const width = Math.max(
    ...Object.keys(figures).map(({ length }) => length),
    ...checks.map((check) => check.name.length),
  );
  const lines = [`${name}`];
  for (const [figure, value] of Object.entries(figures)) {
    lines.push(`  ${figure.padEnd(width)}  ${typeof value === 'number' ? rounded(value).toLocaleString('en') : value}`);
  }
  for (const check of checks)
    lines.push(`${check.holds ? '✓' : '✗'} ${check.name.padEnd(width)}  ${check.value} (${check.target})`);
  return lines.join('\n');
}

export function inOneLine(name: string, { figures, checks }: Result): string {
  const exact = Object.entries(figures).map(([figure, value]) => [
    figure,
    typeof value === 'number' ? rounded(value) : value,
  ]);
  for (const check of checks) exact.push([check.name, check.value]);
  return JSON.stringify({
    bench: name,
    figures: Object.fromEntries(exact),
    ratio: checks[0]!.value,
    target: checks.map((check) => `${check.name} ${check.target}`).join('; '),
    holds: checks.every(({ holds }) => holds),
  });
}
