import fc from 'fast-check';

/**
 * What is tried at random is the same each time, so that nobody's change fails by chance. `SEED=… npm test` tries something else, and
 * `RUNS=100` a hundred times as much. What failed is told with its seed.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });

const FACTOR = Number(process.env.RUNS ?? 1);

/** So many runs, or more if somebody wants it so. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: count * FACTOR });

export { fc };
