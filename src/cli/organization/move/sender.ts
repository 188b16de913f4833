import { hash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { databasePath } from '../../../server/configuration.ts';
import { type Answer, BLOCK, type Message, messagesFrom, send } from './messages.ts';

/** What belongs to this machine, or is made again. */
const STAYS = /^(klatch\.lock.*|klatch\.db-shm|event-queues\.jsonl.*|cache|suspended|next-run)$/;
/** A file that was changed so short a time before it was read may change again without a new time, ms. */
const FRESH = 2000;
const DEEPEST = 32;

/** What the other side has of a file. */
interface Sent {
  size: number;
  /** When it was last changed, ms; NaN: it must be read again. */
  modified: number;
  /** A hash of each block. */
  blocks: string[];
}

/** The other side ended without an answer. */
export class Unanswered extends Error {
  readonly kind: Message['kind'];
  constructor(kind: Message['kind']) {
    super('the connection to the new machine ended');
    this.kind = kind;
  }
}

/** How to reach the process that receives. */
export interface Connection {
  input: Writable;
  output: Readable;
}

/** Sends a data folder in passes. Each sends only what was changed since the one before. */
export class Sender {
  readonly #dataDir: string;
  readonly #input: Writable;
  readonly #answers: AsyncGenerator<{ message: Answer }>;
  readonly #sent = new Map<string, Sent>();
  /** Closing this file in between would release the locks that SQLite holds on it in this process. */
  #database: FileHandle | undefined;

  constructor(dataDir: string, { input, output }: Connection) {
    this.#dataDir = dataDir;
    this.#input = input;
    this.#answers = messagesFrom<Answer>(output);
  }

  /** Sends a message that is answered. Throws the reason if it is refused, and Unanswered. */
  async ask(message: Message): Promise<void> {
    await send(this.#input, message);
    const { value } = await this.#answers.next();
    if (!value) throw new Unanswered(message.kind);
    if ('refused' in value.message) throw new Error(value.message.refused);
  }

  /** Sends what is new, and returns how many bytes that was. On return, the other side has it on disk. */
  async pass(): Promise<number> {
    this.#database ??= await open(databasePath(this.#dataDir), 'r');
    const found = new Set<string>();
    let bytes = 0;
    for await (const path of filesIn(this.#dataDir, '', DEEPEST)) {
      const sent = await this.#sendFile(path).catch(ifDeleted);
      if (sent === undefined) continue;
      found.add(path);
      bytes += sent;
    }
    for (const path of this.#sent.keys())
      if (!found.has(path)) {
        await send(this.#input, { kind: 'remove', path });
        this.#sent.delete(path);
      }
    await this.ask({ kind: 'sync' });
    return bytes;
  }

  async close(): Promise<void> {
    await this.#database?.close();
    this.#input.end();
  }

  async #sendFile(path: string): Promise<number> {
    const full = join(this.#dataDir, path);
    const { size, mtimeMs: modified } = await stat(full);
    const before = this.#sent.get(path);
    if (before && before.size === size && before.modified === modified) return 0;
    const isDatabase = resolve(full) === databasePath(this.#dataDir);
    const file = isDatabase ? this.#database! : await open(full, 'r');
    try {
      const { blocks, end, bytes } = await this.#sendBlocks(file, path, before?.blocks ?? []);
      await send(this.#input, { kind: 'complete', path, size: end });
      const isFresh = Date.now() - modified < FRESH || end !== size;
      this.#sent.set(path, { size: end, modified: isFresh ? Number.NaN : modified, blocks });
      return bytes;
    } finally {
      if (!isDatabase) await file.close();
    }
  }

  async #sendBlocks(file: FileHandle, path: string, before: readonly string[]) {
    const blocks: string[] = [];
    let end = 0;
    let bytes = 0;
    for (;;) {
      const buffer = Buffer.allocUnsafe(BLOCK);
      const { bytesRead } = await file.read(buffer, 0, BLOCK, end);
      if (bytesRead === 0) return { blocks, end, bytes };
      const block = buffer.subarray(0, bytesRead);
      const digest = hash('sha256', block, 'base64');
      if (digest !== before[blocks.length]) {
        await send(this.#input, { kind: 'write', path, offset: end, bytes: bytesRead }, block);
        bytes += bytesRead;
      }
      blocks.push(digest);
      end += bytesRead;
    }
  }
}

/** The files of a folder, with paths relative to it. Links are followed: part of a folder may be on another disk. */
async function* filesIn(root: string, folder: string, depth: number): AsyncGenerator<string> {
  for (const name of (await readdir(join(root, folder)).catch(ifDeleted)) ?? []) {
    if (folder === '' && STAYS.test(name)) continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    const found = await stat(join(root, path)).catch(ifDeleted);
    if (found?.isDirectory() && depth > 0) yield* filesIn(root, path, depth - 1);
    else if (found?.isFile()) yield path;
  }
}

/** A file or folder may be deleted at any time. */
function ifDeleted(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
