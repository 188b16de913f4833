import type { Worker } from 'node:worker_threads';
import { ApiError, badRequest } from '../errors.ts';
import { loadSharp } from './load-sharp.ts';
import type { Copy, Drawn, Measures, Task } from './painting.ts';
import { typeOf } from './sniff.ts';
import { startWorker } from './start-worker.ts';

/** What is read at all: never a format that can ask for other files (SVG, PDF). */
const READ = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Milliseconds: a thread without work ends, and one that is stuck is ended. */
const IDLE = 10_000;
const STUCK = 20_000;

export const isPicture = (type: string): boolean => READ.has(type);
export const badImage = (): ApiError => new ApiError(400, 'BAD_IMAGE', 'Could not decode image; did you upload an image file?');

interface Order {
  task: Task;
  done(value: Measures | Drawn[]): void;
  fail(error: Error): void;
}

/**
 * Works on pictures in a thread of its own, which begins with the first and ends when there are none: one at a time, whoever sends how many,
 * for each may take much memory. What somebody waits for comes before what nobody does. All refuse (BAD_IMAGE) what is no picture, or one
 * that would take too much.
 */
export class Painter {
  readonly #urgent: Order[] = [];
  readonly #waiting: Order[] = [];
  #worker: Worker | undefined;
  #current: Order | undefined;
  #timer: NodeJS.Timeout | undefined;
  #able: Promise<boolean> | undefined;

  /** Whether this machine can. The library stays loaded here, so that threads which have it can come and go. */
  able(): Promise<boolean> {
    this.#able ??= loadSharp().then(
      () => true,
      () => false,
    );
    return this.#able;
  }

  /** Squares of these sizes from the middle of a picture, upright, with nothing of what the camera wrote down. */
  squares = (path: string, sizes: readonly number[]): Promise<Drawn[]> => this.#draw({ do: 'squares', path, sizes });

  /** A picture no larger than this, its shape kept. */
  async within(path: string, width: number, height: number): Promise<Drawn> {
    const [drawn] = await this.#draw({ do: 'within', path, width, height });
    return drawn!;
  }

  /** A small square that shows the whole picture; of one that moves, its first frame besides. */
  async emoji(path: string, size: number): Promise<{ image: Drawn; still?: Drawn }> {
    const [image, still] = await this.#draw({ do: 'emoji', path, size });
    return { image: image!, ...(still && { still }) };
  }

  async measure(path: string): Promise<Measures> {
    return (await this.#order({ do: 'measure', path }, this.#urgent)) as Measures;
  }

  /** Smaller copies, one of each. */
  copies = async (path: string, copies: readonly Copy[]): Promise<Drawn[]> =>
    (await this.#order({ do: 'copies', path, copies }, this.#waiting)) as Drawn[];

  async #draw(task: Task): Promise<Drawn[]> {
    return (await this.#order(task, this.#urgent)) as Drawn[];
  }

  async #order(task: Task, line: Order[]): Promise<Measures | Drawn[]> {
    if (!isPicture(await typeOf(task.path))) throw badImage();
    if (!(await this.able())) throw badRequest('This server cannot work on pictures.');
    return new Promise((done, fail) => {
      line.push({ task, done, fail });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#urgent.shift() ?? this.#waiting.shift();
    clearTimeout(this.#timer);
    if (this.#current) {
      this.#worker ??= this.#begin();
      this.#worker.ref();
      this.#worker.postMessage(this.#current.task);
      this.#timer = setTimeout(() => this.#lose(), STUCK);
    } else {
      // Nobody waits for it any more.
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.#end(), IDLE);
    }
    this.#timer.unref();
  }

  #begin(): Worker {
    const worker = startWorker();
    worker.on('message', ({ value, refused }: { value?: Measures | Drawn[]; refused?: string }) => {
      const order = this.#current;
      this.#current = undefined;
      if (refused === undefined) order?.done(value!);
      else order?.fail(badImage());
      this.#next();
    });
    // A file that brings the thread down is no picture.
    worker.on('error', () => this.#lose());
    return worker;
  }

  /** The thread is lost, and with it what it had; the next thing gets a new one. */
  #lose(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#current?.fail(badImage());
    this.#current = undefined;
    this.#next();
  }

  #end(): void {
    this.#worker?.postMessage(null);
    this.#worker = undefined;
  }
}
