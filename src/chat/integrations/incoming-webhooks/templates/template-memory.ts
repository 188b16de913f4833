import { ApiError } from '../../../../kernel/errors.ts';
import { startTaskProcess } from '../../../../kernel/task-process/start-task-process.ts';
import { TaskLost, TaskProcess } from '../../../../kernel/task-process/task-process.ts';
import type { RenderAnswer, RenderTask } from './types.ts';

/** Milliseconds of a core that a template may take, and of a clock on a busy machine. */
const LONGEST = 200;
const LONGEST_WAIT = 2000;
const MOST_WAITING = 50;
const TOO_LONG = `it takes longer than ${LONGEST} ms, or too much memory`;

const startRenderer = () => startTaskProcess('template-renderer', new URL('./template-process.ts', import.meta.url));

/** Renders the templates of administrators in a process of its own. */
export class TemplateRenderer {
  readonly #process = new TaskProcess<RenderTask, RenderAnswer>(startRenderer, { core: LONGEST, clock: LONGEST_WAIT });

  /** Checks a text, and renders a delivery with it. Throws 503 if too many wait. */
  async render(task: RenderTask): Promise<RenderAnswer> {
    if (this.#process.waiting >= MOST_WAITING)
      throw new ApiError(503, 'BAD_REQUEST', 'Too many deliveries at the same time. Try again later.');
    try {
      return await this.#process.run(task);
    } catch (error) {
      if (error instanceof TaskLost) return { problem: { line: null, reason: TOO_LONG } };
      throw error;
    }
  }
}
