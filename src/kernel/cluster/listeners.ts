import type { RowCache } from '../db/row-cache.ts';
import type { Kernel } from '../kernel.ts';
import type { listenerRepository } from './repository.ts';

/** Users who begin or cease to have queues in a process. */
export interface ListenerChange {
  node: string;
  users: readonly number[];
}

interface Options {
  app: Kernel;
  /** The name of this process. */
  name: string;
  repository: ReturnType<typeof listenerRepository>;
  /** Sends a request to the process that writes. It returns the turn from which it has effect. */
  callWriter(path: 'listen' | 'unlisten', body: ListenerChange): Promise<{ turn: number }>;
}

/**
 * Which users have event queues in which process. The writer computes events only for them. The list is a table, so
 * each copy has it, and every later writer knows it.
 */
export class Listeners {
  readonly #options: Options;
  /** The users of this process that are in the list. */
  readonly #listed: Set<number>;
  /** The users of all other processes, by the name of this one. */
  readonly #elsewhere: RowCache<string, Set<number>>;
  /** Users that the next request adds. */
  #wanted: { users: Set<number>; added: Promise<void> } | undefined;
  /** The requests are sent one after the other. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const { app, name, repository } = options;
    this.#listed = new Set(repository.ofNode(name));
    this.#elsewhere = app.db.cached(['queue_listener'], (of: string) => new Set(repository.elsewhere(of)));
    app.queues.onForgotten = () => this.#listed.clear();
    app.queues.findElsewhere = () => this.#elsewhere.get(name)!;
  }

  /** This process has no queues any more: its users of the last run are removed from the list. */
  reset(): void {
    this.#listed.clear();
  }

  /** Adds a user of this process. Resolves when this copy has the turn that did it. */
  add(user: number): Promise<void> {
    if (this.#listed.has(user)) return Promise.resolve();
    if (!this.#wanted) {
      const users = new Set<number>();
      const added = this.#enqueue(() => this.#addWanted());
      this.#wanted = { users, added };
    }
    this.#wanted.users.add(user);
    return this.#wanted.added;
  }

  /** Removes the users of this process that have no queues any more. */
  prune(): Promise<void> {
    return this.#enqueue(async () => {
      const { app, name } = this.#options;
      const users = [...this.#listed].filter((user) => !app.queues.users.has(user) && !this.#wanted?.users.has(user));
      if (users.length === 0) return;
      for (const user of users) this.#listed.delete(user);
      await this.#tellWriter('unlisten', users, () => this.drop(name, users));
    });
  }

  /** Adds users of a process. Only the process that writes may call it. */
  store(node: string, users: readonly number[]): void {
    this.#options.app.db.write(() => this.#options.repository.add(node, JSON.stringify(users)));
    if (node !== this.#options.name) for (const user of users) this.#elsewhere.get(this.#options.name)!.add(user);
  }

  /** Removes all users of a process, and its queues if it is alive. Only the process that writes may call it. */
  forget(node: string): void {
    const { app, repository } = this.#options;
    app.db.write(() => {
      repository.removeNode(node);
      app.events.changeQueues({ kind: 'remove of process', process: node });
    });
    this.#elsewhere.clear();
  }

  /** The processes with users in the list. */
  nodes(): string[] {
    return this.#options.repository.nodes();
  }

  /** Removes users of a process. Only the process that writes may call it. */
  drop(node: string, users: readonly number[]): void {
    this.#options.app.db.write(() => this.#options.repository.remove(node, JSON.stringify(users)));
    this.#elsewhere.clear();
  }

  async #addWanted(): Promise<void> {
    const users = [...this.#wanted!.users];
    this.#wanted = undefined;
    await this.#tellWriter('listen', users, () => this.store(this.#options.name, users));
    for (const user of users) this.#listed.add(user);
  }

  async #tellWriter(path: 'listen' | 'unlisten', users: readonly number[], write: () => void): Promise<void> {
    const { app, name, callWriter } = this.#options;
    if (!app.db.isFollower) {
      write();
      return app.db.committed();
    }
    const { turn } = await callWriter(path, { node: name, users });
    await app.node?.follower?.reached(turn);
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#sent.then(work);
    this.#sent = done.catch(() => {});
    return done;
  }
}
