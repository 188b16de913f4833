/**
 * How long this takes at its best of three, in ms of this thread's own work: the machine may have other things to do. It is done once
 * if that is quick.
 */
export function quickest(work: () => unknown, quick: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && best >= quick; i++) best = Math.min(best, spent(work));
  return best;
}

/** Milliseconds of this thread's own work that this costs. */
export function spent(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The same of work that takes turns with others; nothing else is to be done meanwhile. */
export async function spentBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
