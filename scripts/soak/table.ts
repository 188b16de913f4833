/** The table of a soak run: memory over time, sends, errors and losses. */
import { readdirSync } from 'node:fs';
import { percentile, sleep } from '../bench/measure.ts';
import { getSize } from '../bench/server.ts';
import type { Faults, Running } from './faults.ts';
import type { Surroundings } from './person.ts';

const MINUTE = 60_000;
/** Time between two lines, ms; less in a short run. */
const LINE_EVERY = 4 * MINUTE;
/** A server's first minutes, in which its caches fill. */
const WARMING = 5 * MINUTE;

/** The memory of a server's process at one time. */
export interface Sample {
  /** Increases with each start of the server. */
  life: number;
  /** Since the run began, ms. */
  at: number;
  memory: number;
}

const COLUMNS = [
  'minute',
  'memory MB',
  'of files MB',
  'open files',
  'core %',
  'data MB',
  'sends',
  'p50 ms',
  'p99 ms',
  'by faults',
  'errors',
  'lost',
  'doubled',
  'faults',
];

/** Prints a line of the table from time to time. */
export class Table {
  readonly samples: Sample[] = [];
  readonly #running: Running;
  readonly #around: Surroundings;
  readonly #faults: Faults;
  readonly #begun: number;
  #before = { cpu: 0, at: 0, sends: 0, interrupted: 0, errors: 0, life: 0 };

  constructor(running: Running, around: Surroundings, faults: Faults, begun: number) {
    this.#running = running;
    this.#around = around;
    this.#faults = faults;
    this.#begun = begun;
  }

  async run(end: number): Promise<void> {
    console.log(`| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---').join('|')}|`);
    const every = Math.min(LINE_EVERY, (end - this.#begun) / 10);
    for (let next = this.#begun + every; next < end + every / 2; next += every) {
      while (performance.now() < Math.min(next, end)) {
        await sleep(Math.min(5000, Math.max(0, next - performance.now()) + 1));
        this.#sample();
      }
      // A server that is being restarted has no figures.
      while (this.#faults.areThere()) await sleep(500);
      this.#print();
    }
  }

  #sample(): void {
    if (this.#faults.areThere()) return;
    const { life } = this.#faults;
    this.samples.push({ life, at: performance.now() - this.#begun, memory: this.#running.server.anonymous() });
  }

  #print(): void {
    const { counts } = this.#around;
    const { server, folder } = this.#running;
    const [now, cpu, before] = [performance.now() - this.#begun, server.cpu(), this.#before];
    const sends = counts.sends.slice(before.sends);
    const isSameProcess = before.life === this.#faults.life;
    const cells = [
      (now / MINUTE).toFixed(0),
      megabytes(server.anonymous()),
      megabytes(server.rss() - server.anonymous()),
      readdirSync(`/proc/${server.pid}/fd`).length,
      isSameProcess ? ((100 * (cpu - before.cpu)) / (now - before.at)).toFixed(1) : '–',
      megabytes(getSize(folder)),
      sends.length,
      percentile(sends, 0.5).toFixed(1),
      percentile(sends, 0.99).toFixed(0),
      counts.interrupted - before.interrupted,
      counts.errors.length - before.errors,
      counts.lost,
      counts.doubled,
      this.#faults.recent.splice(0).join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    this.#before = {
      cpu,
      at: now,
      sends: counts.sends.length,
      interrupted: counts.interrupted,
      errors: counts.errors.length,
      life: this.#faults.life,
    };
  }
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

/**
 * By how many percent the memory of the longest life of a process grew: the median of its last fifth, compared with
 * that of the fifth after its first minutes.
 */
export function measureGrowth(samples: readonly Sample[]): number {
  const lives = Map.groupBy(samples, ({ life }) => life);
  const [longest = []] = [...lives.values()].sort((a, b) => b.length - a.length);
  const warm = longest.filter(({ at }) => at - longest[0]!.at >= WARMING).map(({ memory }) => memory);
  const fifth = Math.floor(warm.length / 5);
  if (fifth === 0) return 0;
  return 100 * (percentile(warm.slice(-fifth), 0.5) / percentile(warm.slice(0, fifth), 0.5) - 1);
}
