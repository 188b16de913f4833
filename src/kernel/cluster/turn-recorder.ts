import type { Session } from 'node:sqlite';
import type { NodeSqlite } from '../db/node-sqlite.ts';
import type { QueueRecord } from '../events/bus.ts';
import type { TurnCopies } from '../journal/journal.ts';
import { type replicationRepository, UNKNOWN_SEQUENCE } from './repository.ts';
import { type SealedTurn, sealTurn, type TurnPosition } from './turn.ts';

/** Records the turns of the process that writes: their change sets and what they did to event queues. */
export class TurnRecorder implements TurnCopies {
  readonly #sqlite: NodeSqlite;
  readonly #replication: ReturnType<typeof replicationRepository>;
  readonly #epoch: number;
  #last: TurnPosition;
  #session: Session | undefined;
  #sealed: SealedTurn | undefined;

  constructor(sqlite: NodeSqlite, replication: ReturnType<typeof replicationRepository>, epoch: number) {
    this.#sqlite = sqlite;
    this.#replication = replication;
    this.#epoch = epoch;
    this.#last = replication.position();
  }

  /** The last turn that was committed. */
  get position(): TurnPosition {
    return this.#last;
  }

  begin(): void {
    this.#session = this.#sqlite.record();
  }

  /** Stores the new position in the same transaction. What is written after it is in no copy. */
  seal(records: readonly unknown[]): void {
    const changes = this.#session!.changeset();
    this.#end();
    if (changes.length === 0 && records.length === 0) return;
    const turn = this.#last.turn + 1;
    const sealed = sealTurn({
      epoch: this.#epoch,
      turn,
      previous: this.#last.hash,
      changes,
      records: records as readonly QueueRecord[],
    });
    this.#replication.setPosition(sealed.epoch, turn, sealed.hash, UNKNOWN_SEQUENCE);
    this.#sealed = sealed;
  }

  discard(): void {
    this.#sealed = undefined;
    if (this.#session) this.#end();
  }

  /** The turn that was just committed; undefined if it concerns only this process. */
  take(): SealedTurn | undefined {
    const sealed = this.#sealed;
    this.#sealed = undefined;
    if (sealed) this.#last = sealed;
    return sealed;
  }

  #end(): void {
    this.#session!.close();
    this.#session = undefined;
  }
}
