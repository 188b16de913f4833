export const paintQueue = {
  /** The callbacks that run after the next paints. */
  waiting: new Set<() => void>(),
  /** Whether one of them runs after the next paint. */
  isDue: false,
};
