import type { ChildProcess } from 'node:child_process';
import { startReader } from './start-reader.ts';
import type { DocumentKind, ReadingAnswer, ReadingOrder, Readings } from './types.ts';

/** Milliseconds: an idle process ends, and one that needs longer for a document is ended. */
const IDLE = 10_000;
const STUCK = 10_000;

interface Order extends ReadingOrder {
  done(answer: ReadingAnswer): void;
  fail(error: Error): void;
}

/**
 * Reads mails and feeds in a process of its own, one after another. A document that takes too much time or memory ends
 * the process, but not the server. The process starts with the first document and ends when idle.
 */
export class DocumentReader {
  readonly #waiting: Order[] = [];
  #process: ChildProcess | undefined;
  #current: Order | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Reads a document. It does not throw for hostile ones: the answer says why they are rejected. It throws if the
   * server stops, because the document can be read later.
   */
  read<K extends DocumentKind>(kind: K, task: Readings[K]['task']): Promise<ReadingAnswer<K>> {
    return new Promise((done, fail) => {
      this.#waiting.push({ kind, task, done: done as Order['done'], fail });
      this.#next();
    });
  }

  /** Ends the process. */
  stop(): void {
    const orders = [this.#current, ...this.#waiting.splice(0)];
    this.#current = undefined;
    clearTimeout(this.#timer);
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    for (const order of orders) order?.fail(new Error('The server is stopping'));
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (this.#current) {
      this.#process ??= this.#begin();
      setKeptAlive(this.#process, true);
      const { kind, task } = this.#current;
      this.#process.send({ kind, task });
      this.#timer = setTimeout(() => this.#lose(`The ${kind} takes too long to read`), STUCK);
    } else if (this.#process) {
      setKeptAlive(this.#process, false);
      this.#timer = setTimeout(() => this.#end(), IDLE);
    }
    this.#timer?.unref();
  }

  #begin(): ChildProcess {
    const reader = startReader();
    reader.on('message', (answer: ReadingAnswer) => {
      const order = this.#current;
      this.#current = undefined;
      order?.done(answer);
      this.#next();
    });
    for (const event of ['error', 'exit'])
      reader.on(
        event,
        () => reader === this.#process && this.#lose(`The ${this.#current?.kind} takes too much memory to read`),
      );
    return reader;
  }

  #lose(rejected: string): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    const order = this.#current;
    this.#current = undefined;
    order?.done({ rejected });
    this.#next();
  }

  #end(): void {
    this.#process?.disconnect();
    this.#process = undefined;
  }
}

/** Whether this process stays alive because of the other. */
function setKeptAlive(reader: ChildProcess, needed: boolean): void {
  for (const one of [reader, reader.channel])
    if (needed) one?.ref();
    else one?.unref();
}
