/**
 * The best of three times this takes, in ms of this thread's CPU time, because the machine may be busy. It runs once if
 * that is quick enough.
 */
export function bestCpuTime(work: () => unknown, quick: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && best >= quick; i++) best = Math.min(best, cpuTime(work));
  return best;
}

/** The CPU time of this thread for this work, in ms. */
export function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The same for asynchronous work. Nothing else may run meanwhile. */
export async function asyncCpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
