import fc from 'fast-check';

/**
 * Random tests use the same seed each time, so that no change fails by chance. `SEED=… npm test` uses another seed, and
 * `RUNS=100` runs a hundred times as many cases. Failures are reported with their seed.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });

const FACTOR = Number(process.env.RUNS ?? 1);

/** This many runs, times the RUNS variable. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: count * FACTOR });

export { fc };
