import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { QueueRecord } from '../events/bus.ts';

/** Where a copy of the database is: the last turn in it. */
export interface TurnPosition {
  /** Which writer wrote the turn; later writers have higher epochs. */
  epoch: number;
  /** Rises by one with every turn. */
  turn: number;
  /** SHA-256 of the turn's bytes, which contain the hash before it. */
  hash: Buffer;
}

/** A turn as other processes get it. */
export interface CopiedTurn {
  epoch: number;
  turn: number;
  /** The hash of the turn before. */
  previous: Uint8Array;
  /** The changed rows: an SQLite change set. Empty if only events happened. */
  changes: Uint8Array;
  /** What the turn did to event queues, in order. */
  records: readonly QueueRecord[];
}

/** The turn as bytes, and the position after it. */
export interface SealedTurn extends TurnPosition {
  bytes: Uint8Array;
}

/** The position of a database without any turn. */
export const NO_TURN: TurnPosition = { epoch: 0, turn: 0, hash: Buffer.alloc(32) };

export function sealTurn(turn: CopiedTurn): SealedTurn {
  const bytes = serialize(turn);
  return { epoch: turn.epoch, turn: turn.turn, hash: hashOfTurn(bytes), bytes };
}

export const readTurn = (bytes: Uint8Array): CopiedTurn => deserialize(bytes) as CopiedTurn;

export const hashOfTurn = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Puts several turns into one entry of a log: each has its length before it. */
export function joinTurns(turns: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const bytes of turns) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}

/** Returns the turns of an entry. Throws for an entry that is cut off. */
export function splitTurns(entry: Uint8Array): Uint8Array[] {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  const turns: Uint8Array[] = [];
  for (let at = 0; at < entry.length; ) {
    const length = view.getUint32(at);
    const end = at + 4 + length;
    if (end > entry.length) throw new Error('an entry of the log is cut off');
    turns.push(entry.subarray(at + 4, end));
    at = end;
  }
  return turns;
}
