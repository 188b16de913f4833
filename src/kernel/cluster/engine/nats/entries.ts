import { createHash } from 'node:crypto';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Context } from './connection.ts';
import type { Files } from './files.ts';

/** Which engine appended an entry, and a hash of it. No two appends of different entries have the same. */
const IDENTITY = 'Klatch-Identity';
/** For an entry that is too large for a message: the file that contains it, and its number of parts. */
const FILE = 'Klatch-File';
const PARTS = 'Klatch-Parts';

/** An entry as a message of the log. */
export interface Message {
  readonly identity: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A message as it was stored. */
export interface StoredMessage {
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
}

/** Turns entries into messages and back. Entries larger than a message become files. */
export class Entries {
  readonly #context: Context;
  readonly #files: Files;

  constructor(context: Context, files: Files) {
    this.#context = context;
    this.#files = files;
  }

  /** Resolves when all of the entry that is not in the message is stored. Throws EngineUnavailable. */
  async encode(entry: Uint8Array, sequence: number): Promise<Message> {
    const hash = createHash('sha256').update(entry).digest('base64url');
    const identity = `${this.#context.instance} ${hash}`;
    if (entry.length <= this.#context.maxData) return { identity, data: entry, headers: { [IDENTITY]: identity } };
    const id = `${sequence}-${this.#context.instance}-${hash}`;
    const parts = await this.#files.write('entry', id, this.#split(entry));
    const headers = { [IDENTITY]: identity, [FILE]: id, [PARTS]: `${parts}` };
    return { identity, data: new Uint8Array(), headers };
  }

  *#split(entry: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < entry.length; at += this.#files.partBytes)
      yield entry.subarray(at, at + this.#files.partBytes);
  }

  isSame(stored: StoredMessage, { identity }: Message): boolean {
    return stored.headers?.get(IDENTITY) === identity;
  }

  isInFile({ headers }: StoredMessage): boolean {
    return headers?.has(FILE) ?? false;
  }

  /** The entry of a stored message. Throws if its file is not complete. */
  async decode(stored: StoredMessage): Promise<Uint8Array> {
    const id = stored.headers?.get(FILE);
    if (!id) return stored.data;
    const parts: Uint8Array[] = [];
    for await (const part of this.#files.read('entry', id, Number(stored.headers!.get(PARTS)))) {
      if (!part) throw new Error(`The file of the log entry ${id} is not complete.`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Deletes the files of entries up to and including `sequence`, also of those that were never appended. */
  async trim(sequence: number): Promise<void> {
    for (const id of await this.#files.list('entry'))
      if (Number.parseInt(id, 10) <= sequence) await this.#files.remove('entry', id);
  }
}
