/** The faults of a soak run, which come from time to time. */
import { connect } from 'node:net';
import { sleep } from '../bench/measure.ts';
import { runKlatch, type Server, startKlatch } from '../bench/server.ts';
import type { Network } from './client.ts';

/** The server that a soak run uses now. */
export interface Running {
  server: Server;
  folder: string;
  network: Network;
}

interface Fault {
  name: string;
  /** Makes it happen. Resolves when its cause is gone. */
  run(running: Running): Promise<void>;
}

/** Of this many faults, one ends the server's process. */
const ENDING = 7;
/** How long requests may fail after the cause of a fault is gone, ms. */
const AFTERMATH = 15_000;
const FROZEN = 8000;
const HALF_REQUESTS = { count: 200, time: 10_000 };

/** Faults that the server's process survives. */
const LIGHT: readonly Fault[] = [
  {
    name: 'all connections break',
    run: async ({ network }) => network.cut(),
  },
  {
    name: '200 half requests',
    async run({ server }) {
      const sockets = Array.from({ length: HALF_REQUESTS.count }, () => {
        const socket = connect(server.port, '127.0.0.1').on('error', () => {});
        socket.write('POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\ncontent=');
        return socket;
      });
      await sleep(HALF_REQUESTS.time);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'the process stands still for 8 s',
    async run({ server }) {
      process.kill(server.pid, 'SIGSTOP');
      await sleep(FROZEN);
      process.kill(server.pid, 'SIGCONT');
    },
  },
  {
    name: 'a backup beside it',
    run: ({ folder }) => runKlatch('backup', '--json', '--data', folder, '--keep', '1'),
  },
];

/** Faults that end the server's process. */
const HEAVY: readonly Fault[] = [
  { name: 'kill -9', run: (running) => restart(running, 'SIGKILL') },
  { name: 'restart', run: (running) => restart(running, 'SIGTERM') },
];

async function restart(running: Running, signal: NodeJS.Signals): Promise<void> {
  await running.server.stop(signal);
  running.server = await startKlatch(running.folder);
  running.network.url = `http://127.0.0.1:${running.server.port}`;
}

/** Causes faults until the end, and tells whether one is there. */
export class Faults {
  readonly #running: Running;
  readonly #every: number;
  #over = 0;
  #isThere = false;
  /** The number of the server's process. */
  life = 0;
  /** The faults since the table was read last. */
  recent: string[] = [];

  /** `every`: time between two faults, ms. */
  constructor(running: Running, every: number) {
    this.#running = running;
    this.#every = every;
  }

  areThere(): boolean {
    return this.#isThere || performance.now() < this.#over;
  }

  async run(end: number): Promise<void> {
    // The last fault comes early enough that its aftermath is a part of the run.
    for (let turn = 1; performance.now() + this.#every + 2 * AFTERMATH < end; turn++) {
      await sleep(this.#every);
      await this.#cause(turn % ENDING === 0 ? HEAVY[(turn / ENDING) % HEAVY.length]! : LIGHT[turn % LIGHT.length]!);
    }
  }

  async #cause(fault: Fault): Promise<void> {
    this.#isThere = true;
    this.recent.push(fault.name);
    try {
      await fault.run(this.#running);
    } finally {
      this.#over = performance.now() + AFTERMATH;
      this.#isThere = false;
    }
    if (HEAVY.includes(fault)) this.life += 1;
  }
}
