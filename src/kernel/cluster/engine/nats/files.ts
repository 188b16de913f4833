import { type Context, retryAttempt } from './connection.ts';

/** What a file is for. */
export type FileKind = 'entry' | 'snapshot';

/** Parts that are sent or requested at the same time. */
const PARALLEL = 4;
const PART_BYTES = 512 * 1024;
const ATTEMPT = 5_000;

/**
 * Files in a stream, one message per part, each with its own subject. Writing a part again has no effect, and any
 * replica can answer for a part. So both directions go on after the loss of a server.
 */
export class Files {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  get partBytes(): number {
    return Math.min(PART_BYTES, this.#context.maxData);
  }

  /** Stores parts, in order. Returns how many there were. Throws EngineUnavailable. */
  async write(kind: FileKind, id: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    const sending = new Set<Promise<void>>();
    let count = 0;
    for await (const part of parts) {
      const sent: Promise<void> = this.#writePart(`${this.#subject(kind, id)}.${count}`, part);
      // A failure is thrown where it is waited for, below.
      sent.then(() => sending.delete(sent)).catch(() => {});
      sending.add(sent);
      count += 1;
      if (sending.size >= PARALLEL) await Promise.race(sending);
    }
    await Promise.all(sending);
    return count;
  }

  async #writePart(subject: string, part: Uint8Array): Promise<void> {
    await retryAttempt(this.#context, 'A file cannot be stored', () =>
      this.#context.js.publish(subject, part, { timeout: ATTEMPT }),
    );
  }

  /** The parts, in order. A part that does not exist is undefined, and the last that is returned. */
  async *read(kind: FileKind, id: string, count: number): AsyncGenerator<Uint8Array | undefined> {
    const requested: Promise<Uint8Array | undefined>[] = [];
    let next = 0;
    while (next < count || requested.length > 0) {
      while (next < count && requested.length < PARALLEL) {
        const part = this.#readPart(`${this.#subject(kind, id)}.${next}`);
        part.catch(() => {});
        requested.push(part);
        next += 1;
      }
      const part = await requested.shift()!;
      yield part;
      if (!part) return;
    }
  }

  async #readPart(subject: string): Promise<Uint8Array | undefined> {
    const { jsm, names } = this.#context;
    return retryAttempt(this.#context, 'A file cannot be read', async () => {
      const near = await jsm.direct.getMessage(names.filesStream, { last_by_subj: subject });
      if (near) return near.data;
      // The replica that answered may be late. The leader has everything.
      return (await jsm.streams.getMessage(names.filesStream, { last_by_subj: subject }))?.data;
    });
  }

  async remove(kind: FileKind, id: string): Promise<void> {
    const { jsm, names } = this.#context;
    await jsm.streams.purge(names.filesStream, { filter: `${this.#subject(kind, id)}.*` });
  }

  /** The IDs of the files of a kind. */
  async list(kind: FileKind): Promise<string[]> {
    const { jsm, names } = this.#context;
    const prefix = `${names.files}.${kind}.`;
    const { state } = await jsm.streams.info(names.filesStream, { subjects_filter: `${prefix}*.0` });
    return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length, -'.0'.length));
  }

  #subject(kind: FileKind, id: string): string {
    return `${this.#context.names.files}.${kind}.${id}`;
  }
}
