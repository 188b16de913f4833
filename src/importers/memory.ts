import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size of the heap space for new objects at which it stops growing, in bytes. */
const YOUNG_GENERATION = 16 * 2 ** 20;
const INTERVAL = 5;

/**
 * Limits the heap space for new objects. On a machine with much memory, V8 lets it grow to three times this size, and
 * then keeps objects of finished batches for long. Smaller from the beginning, it would be collected too often.
 */
export function limitYoungGeneration(): void {
  const timer = setInterval(() => {
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
    if (space_size < YOUNG_GENERATION) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, INTERVAL);
  timer.unref();
}
