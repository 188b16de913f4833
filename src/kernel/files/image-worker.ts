import type { ChildProcess } from 'node:child_process';
import { ApiError, badRequest } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Copy, Measures, ProcessedImage, Task } from './image-processing.ts';
import type { Answer } from './image-worker-process.ts';
import { typeOf } from './sniff.ts';
import { startWorker } from './start-worker.ts';

/** What is read at all: never a format that can ask for other files (SVG, PDF). */
const READ = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Milliseconds: a process without work ends, and one that is stuck is ended. */
const IDLE = 10_000;
const STUCK = 20_000;

export const isImage = (type: string): boolean => READ.has(type);
const unable = () => badRequest('This server cannot work on pictures.');
export const invalidImage = (): ApiError =>
  new ApiError(400, 'BAD_IMAGE', 'Could not decode image; did you upload an image file?');

interface Order {
  task: Task;
  done(value: Measures | ProcessedImage[]): void;
  fail(error: Error): void;
}

/**
 * Works on pictures in a process of its own, which begins with the first and ends when there are none: one at a time, whoever sends how many,
 * for each may take much memory, which only a process that ends gives back as a whole. What somebody waits for comes before what nobody does.
 * All refuse (BAD_IMAGE) what is no picture, or one that would take too much.
 */
export class ImageWorker {
  readonly #urgent: Order[] = [];
  readonly #waiting: Order[] = [];
  #worker: ChildProcess | undefined;
  #current: Order | undefined;
  #timer: NodeJS.Timeout | undefined;
  #able: boolean | undefined;
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether this machine can; asked once. */
  async able(): Promise<boolean> {
    if (this.#able === undefined) await this.#queue({ do: 'nothing' }, this.#urgent).catch(() => {});
    return this.#able ?? false;
  }

  /** Squares of these sizes from the middle of a picture, upright, with nothing of what the camera wrote down. */
  squares = (path: string, sizes: readonly number[]): Promise<ProcessedImage[]> =>
    this.#draw({ do: 'squares', path, sizes });

  /** A picture no larger than this, its shape kept. */
  async within(path: string, width: number, height: number): Promise<ProcessedImage> {
    const [drawn] = await this.#draw({ do: 'within', path, width, height });
    return drawn!;
  }

  /** A small square that shows the whole picture; of one that moves, its first frame besides. */
  async emoji(path: string, size: number): Promise<{ image: ProcessedImage; still?: ProcessedImage }> {
    const [image, still] = await this.#draw({ do: 'emoji', path, size });
    return { image: image!, ...(still && { still }) };
  }

  async measure(path: string): Promise<Measures> {
    return (await this.#order({ do: 'measure', path }, this.#urgent)) as Measures;
  }

  /** Smaller copies, one of each. */
  copies = async (path: string, copies: readonly Copy[]): Promise<ProcessedImage[]> =>
    (await this.#order({ do: 'copies', path, copies }, this.#waiting)) as ProcessedImage[];

  async #draw(task: Exclude<Task, { do: 'nothing' }>): Promise<ProcessedImage[]> {
    return (await this.#order(task, this.#urgent)) as ProcessedImage[];
  }

  async #order(task: Exclude<Task, { do: 'nothing' }>, line: Order[]): Promise<Measures | ProcessedImage[]> {
    if (!isImage(await typeOf(task.path))) throw invalidImage();
    return this.#queue(task, line);
  }

  #queue(task: Task, line: Order[]): Promise<Measures | ProcessedImage[]> {
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
      keepFor(this.#worker, true);
      this.#worker.send(this.#current.task);
      this.#timer = setTimeout(() => this.#lose(), STUCK);
    } else {
      // Nobody waits for it any more.
      if (this.#worker) keepFor(this.#worker, false);
      this.#timer = setTimeout(() => this.#end(), IDLE);
    }
    this.#timer.unref();
  }

  #begin(): ChildProcess {
    const worker = startWorker();
    worker.on('message', (answer: Answer) => {
      const order = this.#current;
      this.#current = undefined;
      if ('unable' in answer && this.#able === undefined)
        this.#log.warn({ reason: answer.unable }, 'this machine cannot work on pictures');
      this.#able = !('unable' in answer);
      if ('value' in answer) order?.done(answer.value);
      else order?.fail('unable' in answer ? unable() : invalidImage());
      this.#next();
    });
    // A file that brings the process down is no picture.
    for (const event of ['error', 'exit']) worker.on(event, () => worker === this.#worker && this.#lose());
    return worker;
  }

  /** The process is lost, and with it what it had; the next thing gets a new one. */
  #lose(): void {
    this.#worker?.kill('SIGKILL');
    this.#worker = undefined;
    this.#current?.fail(invalidImage());
    this.#current = undefined;
    this.#next();
  }

  #end(): void {
    this.#worker?.disconnect();
    this.#worker = undefined;
  }
}

/** Whether this process goes on for the sake of the other. */
function keepFor(worker: ChildProcess, needed: boolean): void {
  for (const one of [worker, worker.channel])
    if (needed) one?.ref();
    else one?.unref();
}
