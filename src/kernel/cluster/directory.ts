import { setTimeout as wait } from 'node:timers/promises';
import type { Announcement, Engine, LeaseHolder } from './engine/engine.ts';
import type { PeerAddress } from './peer-requests.ts';
import type { PeerDirectory } from './request-forwarding.ts';

/** How long requests wait for a machine that is restarted, ms. */
const RESTART_TIME = 20_000;
const PAUSE = 50;

interface Options {
  engine: Engine;
  /** The name of this machine. */
  name: string;
  /** The machine that has the lease. */
  holder: () => LeaseHolder | undefined;
  /** A machine ended, or cannot be reached. */
  onGone: (address: PeerAddress) => void;
}

/** Where the machines of a cluster are, as they announce it. */
export class Directory implements PeerDirectory {
  readonly #options: Options;
  #nodes: readonly Announcement[] = [];
  /** Machines that are restarted, and until when others wait for them, ms. */
  readonly #leaving = new Map<string, number>();
  #waiting: ((address: PeerAddress) => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    options.engine.nodes.watch((nodes) => this.#onChange(nodes));
  }

  /** All machines, sorted by name. */
  get nodes(): readonly Announcement[] {
    return this.#nodes;
  }

  /** The machine that writes. */
  writer(): PeerAddress | undefined {
    const holder = this.#options.holder()?.node;
    return getAddress(this.#nodes.find(({ name, role }) => name === holder && role === 'writer'));
  }

  /** Waits for a machine that writes, at most `timeLimit` ms. */
  async untilWriter(timeLimit: number): Promise<PeerAddress | undefined> {
    const { promise, resolve } = Promise.withResolvers<PeerAddress | undefined>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((each) => each !== resolve);
      resolve(undefined);
    }, timeLimit);
    this.noticeWriter();
    return promise.finally(() => clearTimeout(timer));
  }

  /** Lets requests go on that wait for a machine that writes, if there is one. */
  noticeWriter(): void {
    const writer = this.writer();
    if (writer) for (const resolve of this.#waiting.splice(0)) resolve(writer);
  }

  peer(name: string): PeerAddress | undefined {
    return getAddress(this.#nodes.find((node) => node.name === name && node.role !== 'leaving'));
  }

  /** Waits until a machine that is restarted is back; undefined: it is not restarted. */
  untilBack(name: string): Promise<PeerAddress | undefined> | undefined {
    const until = this.#leaving.get(name);
    return until === undefined || until < performance.now() ? undefined : this.#untilBack(name, until);
  }

  async #untilBack(name: string, until: number): Promise<PeerAddress | undefined> {
    while (performance.now() < until && !this.peer(name)) await wait(PAUSE);
    return this.peer(name);
  }

  /** All other machines. */
  others(): PeerAddress[] {
    return this.#nodes.filter(({ name }) => name !== this.#options.name).map((node) => getAddress(node));
  }

  /** Another machine that follows. */
  reader(): PeerAddress | undefined {
    return getAddress(this.#nodes.find(({ name, role }) => name !== this.#options.name && role === 'follower'));
  }

  #onChange(nodes: readonly Announcement[]): void {
    const gone = this.#nodes.filter(({ name, url }) => !nodes.some((node) => node.name === name && node.url === url));
    this.#nodes = nodes;
    for (const { name, role } of nodes)
      if (role !== 'leaving') this.#leaving.delete(name);
      else if (!this.#leaving.has(name)) this.#leaving.set(name, performance.now() + RESTART_TIME);
    for (const node of gone) this.#options.onGone(getAddress(node));
    this.noticeWriter();
  }
}

function getAddress(node: Announcement): PeerAddress;
function getAddress(node: Announcement | undefined): PeerAddress | undefined;
function getAddress(node: Announcement | undefined): PeerAddress | undefined {
  if (!node) return undefined;
  const { hostname, port } = new URL(node.url);
  return { host: hostname.replace(/[[\]]/g, ''), port: Number(port || 80) };
}
