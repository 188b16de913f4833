import type { ChildProcess } from 'node:child_process';
import { ApiError, badRequest } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Copy, Measures, ProcessedImage, Task } from './image-processing.ts';
import type { Answer } from './image-worker-process.ts';
import { typeOf } from './sniff.ts';
import { startWorker } from './start-worker.ts';

/** The accepted formats: none that can refer to other files (SVG, PDF). */
const READ = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Milliseconds: an idle process ends, and one that hangs is ended. */
const IDLE = 10_000;
const STUCK = 20_000;

export const isImage = (type: string): boolean => READ.has(type);
const unable = () => badRequest('This server cannot process images.');
const invalidImage = (): ApiError =>
  new ApiError(400, 'BAD_IMAGE', 'Could not decode image; did you upload an image file?');

interface Order {
  task: Task;
  done(value: Measures | ProcessedImage[]): void;
  fail(error: Error): void;
}

/**
 * Processes images in a process of its own, which starts with the first image and ends when idle. One image at a time,
 * because each may take much memory, which only an ended process returns completely. Work that a user waits for comes
 * first. All methods throw BAD_IMAGE for files that are no image or would need too much memory.
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

  /** Whether this machine can process images; checked once. */
  async able(): Promise<boolean> {
    if (this.#able === undefined) await this.#queue({ do: 'nothing' }, this.#urgent).catch(() => {});
    return this.#able ?? false;
  }

  /** Squares of these sizes from the middle of an image, upright and without metadata. */
  squares = (path: string, sizes: readonly number[]): Promise<ProcessedImage[]> =>
    this.#draw({ do: 'squares', path, sizes });

  /** An image no larger than this, with the same proportions. */
  async within(path: string, width: number, height: number): Promise<ProcessedImage> {
    const [drawn] = await this.#draw({ do: 'within', path, width, height });
    return drawn!;
  }

  /** A small square that shows the whole image; of an animated one, also the first frame. */
  async emoji(path: string, size: number): Promise<{ image: ProcessedImage; still?: ProcessedImage }> {
    const [image, still] = await this.#draw({ do: 'emoji', path, size });
    return { image: image!, ...(still && { still }) };
  }

  async measure(path: string): Promise<Measures> {
    return (await this.#order({ do: 'measure', path }, this.#urgent)) as Measures;
  }

  /** One thumbnail in each format. */
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
        this.#log.warn({ reason: answer.unable }, 'this machine cannot process images');
      this.#able = !('unable' in answer);
      if ('value' in answer) order?.done(answer.value);
      else order?.fail('unable' in answer ? unable() : invalidImage());
      this.#next();
    });
    // A file that crashes the process is rejected as an image.
    for (const event of ['error', 'exit']) worker.on(event, () => worker === this.#worker && this.#lose());
    return worker;
  }

  /** The process and its task are lost; the next task starts a new one. */
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

/** Whether this process stays alive because of the other. */
function keepFor(worker: ChildProcess, needed: boolean): void {
  for (const one of [worker, worker.channel])
    if (needed) one?.ref();
    else one?.unref();
}
