import type { ChildProcess } from 'node:child_process';
import { ApiError } from '../../../../kernel/errors.ts';
import type { RenderAnswer, RenderTask } from './types.ts';

/** Milliseconds: what a template may take, what its process may take to start, and when an idle one ends. */
const LONGEST = 200;
const START = 10_000;
const IDLE = 10_000;
const MOST_WAITING = 50;
const TOO_LONG = `it takes longer than ${LONGEST} ms, or too much memory`;

interface Order {
  task: RenderTask;
  done(answer: RenderAnswer): void;
}

/**
 * Renders the templates of administrators in a process of its own, one after another. A template that takes too much
 * time or memory ends the process, but not the server. A thread would not do, because V8 ends its whole process when a
 * text or list is too large. The process starts with the first template and ends when idle.
 */
export class TemplateRenderer {
  readonly #waiting: Order[] = [];
  readonly #start: () => ChildProcess;
  #process: ChildProcess | undefined;
  #isReady = false;
  #current: Order | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(start: () => ChildProcess) {
    this.#start = start;
  }

  /** Checks a text, and renders a delivery with it. Throws 503 if too many wait. */
  render(task: RenderTask): Promise<RenderAnswer> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new ApiError(503, 'BAD_REQUEST', 'Too many deliveries at the same time. Try again later.');
    return new Promise((done) => {
      this.#waiting.push({ task, done });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (this.#current) {
      this.#process ??= this.#begin();
      setKeptAlive(this.#process, true);
      if (this.#isReady) this.#send();
      else this.#loseAfter(START);
    } else if (this.#process) {
      setKeptAlive(this.#process, false);
      this.#timer = setTimeout(() => this.#end(), IDLE).unref();
    }
  }

  #send(): void {
    this.#process!.send(this.#current!.task);
    this.#loseAfter(LONGEST);
  }

  /** An answer that arrived while this process was busy still counts: it is read before `setImmediate`. */
  #loseAfter(milliseconds: number): void {
    const order = this.#current;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      setImmediate(() => {
        if (order === this.#current) this.#lose();
      });
    }, milliseconds);
  }

  #begin(): ChildProcess {
    const renderer = this.#start();
    renderer.on('message', (answer: RenderAnswer | 'ready') => {
      if (renderer !== this.#process) return;
      if (answer !== 'ready') return this.#finish(answer);
      this.#isReady = true;
      if (this.#current) this.#send();
    });
    for (const event of ['error', 'exit']) renderer.on(event, () => renderer === this.#process && this.#lose());
    return renderer;
  }

  #finish(answer: RenderAnswer): void {
    const order = this.#current;
    this.#current = undefined;
    order?.done(answer);
    this.#next();
  }

  #lose(): void {
    this.#end();
    this.#finish({ problem: { line: null, reason: TOO_LONG } });
  }

  #end(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    this.#isReady = false;
  }
}

/** Whether this process stays alive because of the other. */
function setKeptAlive(renderer: ChildProcess, needed: boolean): void {
  for (const one of [renderer, renderer.channel])
    if (needed) one?.ref();
    else one?.unref();
}
