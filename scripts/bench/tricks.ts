/** What each trick of the engine brings: the same work with and without it, in turn, each in its own process. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { alternate, atLeast, type Bench, median } from './measure.ts';

/** A trick that fails here is to be removed. `least`: how many times as much the work costs without it. */
const TRICKS = [
  { name: 'ticks', what: 'CPU time of process.nextTick, keepTickShape in kernel/http/tick-shape.ts', least: 2 },
  { name: 'markdown', what: 'CPU time of a message, assignments in scripts/lean.mjs', least: 1.2 },
  { name: 'start', what: 'memory after the start, freeMemory in server/free-memory.ts', least: 1.1 },
  { name: 'upload', what: 'memory beside a large file, releaseUploadBuffers in kernel/files', least: 2 },
] as const;

const WORK = fileURLToPath(new URL('trick-work.ts', import.meta.url));

type How = 'with' | 'without';

/** What the work costs. */
const measureCost = (name: string, how: How): number =>
  Number(execFileSync(process.execPath, [WORK, name, how], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));

export const bench: Bench = {
  name: 'tricks',
  summary: 'what each trick of the engine brings: the same work without it and with it',
  async run({ quick }) {
    const rounds = quick ? 3 : 9;
    const figures: Record<string, number> = {};
    const checks = [];
    for (const { name, what, least } of TRICKS) {
      const costs = await alternate<How, number>(['without', 'with'], rounds, async (how) => measureCost(name, how));
      const [without, used] = costs.map(median) as [number, number];
      Object.assign(figures, { [`${name}, without`]: without, [`${name}, with`]: used });
      checks.push(atLeast(`${name}: ${what}`, without / used, least));
    }
    return { figures, checks };
  },
};
