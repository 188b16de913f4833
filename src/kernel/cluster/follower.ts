import type { Database } from '../db/database.ts';
import type { NodeSqlite } from '../db/node-sqlite.ts';
import type { EventBus } from '../events/bus.ts';
import { type replicationRepository, UNKNOWN_SEQUENCE } from './repository.ts';
import { hashOfTurn, readTurn, type TurnPosition } from './turn.ts';

/** A copy cannot be continued: turns are missing, or the copy is not one of the same database. */
export class CopyDiverged extends Error {}

/** The tables that each process writes for itself. */
const OWN_TABLES = /^(search_progress|replication|event_queue|message_search.*)$/;

interface Parts {
  db: Database;
  events: EventBus;
  sqlite: NodeSqlite;
  replication: ReturnType<typeof replicationRepository>;
}

/**
 * Applies the turns of another process to this one's copy of the database, and delivers their events to the queues
 * here. Everything of a turn happens in one uninterrupted block, so a request sees all of it or nothing.
 */
export class Follower {
  readonly #parts: Parts;
  #last: TurnPosition;
  #waiting: { turn: number; resolve: () => void }[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#last = parts.replication.position();
    parts.db.setFollower(true);
  }

  get position(): TurnPosition {
    return this.#last;
  }

  /**
   * Applies the next turn; one that is here already is ignored. `sequence`: the entry of the log that contains it.
   * Throws CopyDiverged.
   */
  apply(bytes: Uint8Array, sequence = UNKNOWN_SEQUENCE): void {
    const { db, events, sqlite, replication } = this.#parts;
    const { epoch, turn, previous, changes, records } = readTurn(bytes);
    if (turn <= this.#last.turn) return;
    if (turn !== this.#last.turn + 1 || epoch < this.#last.epoch || !this.#last.hash.equals(previous))
      throw new CopyDiverged(`turn ${turn} does not follow turn ${this.#last.turn}`);
    const hash = hashOfTurn(bytes);
    db.writeForeign(() => {
      const tables = new Set<string>();
      const takes = (table: string) => !OWN_TABLES.test(table) && Boolean(tables.add(table));
      if (changes.length > 0) sqlite.apply(changes, takes);
      replication.setPosition(epoch, turn, hash, sequence);
      return tables;
    });
    this.#last = { epoch, turn, hash };
    events.deliverCopies(records);
    this.#resume();
  }

  /** Resolves when this turn is here. */
  async reached(turn: number): Promise<void> {
    if (turn <= this.#last.turn) return;
    await new Promise<void>((resolve) => this.#waiting.push({ turn, resolve }));
  }

  #resume(): void {
    const { turn } = this.#last;
    const ready = this.#waiting.filter((each) => each.turn <= turn);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter((each) => each.turn > turn);
    for (const { resolve } of ready) resolve();
  }
}
