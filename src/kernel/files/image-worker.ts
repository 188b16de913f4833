import { ApiError, badRequest } from '../errors.ts';
import type { Log } from '../log.ts';
import { startTaskProcess } from '../task-process/start-task-process.ts';
import { TaskProcess } from '../task-process/task-process.ts';
import type { Copy, Measures, ProcessedImage, Task } from './image-processing.ts';
import type { Answer } from './image-worker-process.ts';
import { typeOf } from './sniff.ts';

/** The accepted formats: none that can refer to other files (SVG, PDF). */
const READ = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Milliseconds that an image may take. */
const LONGEST = 20_000;

export const isImage = (type: string): boolean => READ.has(type);
const unable = () => badRequest('This server cannot process images.');
const invalidImage = (): ApiError =>
  new ApiError(400, 'BAD_IMAGE', 'Could not decode image; did you upload an image file?');

const startWorker = () => startTaskProcess('image-worker', new URL('./image-worker-process.ts', import.meta.url));

/**
 * Processes images in a process of its own, one at a time. Work that a user waits for comes first. All methods throw
 * BAD_IMAGE for files that are no image or would need too much memory.
 */
export class ImageWorker {
  readonly #process = new TaskProcess<Task, Answer>(startWorker, { clock: LONGEST });
  #able: boolean | undefined;
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether this machine can process images; checked once. */
  async able(): Promise<boolean> {
    if (this.#able === undefined) await this.#run({ do: 'nothing' }, true).catch(() => {});
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
    return (await this.#order({ do: 'measure', path }, true)) as Measures;
  }

  /** One thumbnail in each format. */
  copies = async (path: string, copies: readonly Copy[]): Promise<ProcessedImage[]> =>
    (await this.#order({ do: 'copies', path, copies }, false)) as ProcessedImage[];

  async #draw(task: Exclude<Task, { do: 'nothing' }>): Promise<ProcessedImage[]> {
    return (await this.#order(task, true)) as ProcessedImage[];
  }

  async #order(task: Exclude<Task, { do: 'nothing' }>, urgent: boolean): Promise<Measures | ProcessedImage[]> {
    if (!isImage(await typeOf(task.path))) throw invalidImage();
    return this.#run(task, urgent);
  }

  async #run(task: Task, urgent: boolean): Promise<Measures | ProcessedImage[]> {
    const answer = await this.#process.run(task, { urgent }).catch(() => {
      // A file that ends the process is rejected as an image.
      throw invalidImage();
    });
    if ('unable' in answer && this.#able === undefined)
      this.#log.warn({ reason: answer.unable }, 'this machine cannot process images');
    this.#able = !('unable' in answer);
    if ('value' in answer) return answer.value;
    throw this.#able ? invalidImage() : unable();
  }
}
