import { startTaskProcess } from '../task-process/start-task-process.ts';
import { TaskLost, TaskProcess } from '../task-process/task-process.ts';
import type { DocumentKind, ReadingAnswer, ReadingOrder, ReadingReport, Readings } from './types.ts';

/** Milliseconds that a document may take. */
const LONGEST = 10_000;
/** A process with more memory reads no further document, because it gives little back, bytes. */
const MUCH_MEMORY = 140 * 2 ** 20;

/** Whether a process should read no further document. */
export const isWorn = ({ memory }: ReadingReport): boolean => memory > MUCH_MEMORY;

export const startReader = () => startTaskProcess('document-reader', new URL('./reader-process.ts', import.meta.url));

/** Reads mails and feeds in a process of its own. */
export class DocumentReader {
  readonly #process = new TaskProcess<ReadingOrder, ReadingReport>(startReader, { clock: LONGEST }, isWorn);

  /**
   * Reads a document. It does not throw for hostile ones: the answer says why they are rejected. It throws if the
   * server stops, because the document can be read later.
   */
  async read<K extends DocumentKind>(kind: K, task: Readings[K]['task']): Promise<ReadingAnswer<K>> {
    try {
      return (await this.#process.run({ kind, task })).answer as ReadingAnswer<K>;
    } catch (error) {
      if (!(error instanceof TaskLost) || error.reason === 'stop') throw error;
      return { rejected: `The ${kind} takes too ${error.reason === 'time' ? 'long' : 'much memory'} to read` };
    }
  }

  /** Ends the process. */
  stop(): void {
    this.#process.stop();
  }
}
