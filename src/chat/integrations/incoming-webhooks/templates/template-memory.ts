import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ApiError } from '../../../../kernel/errors.ts';
import type { RenderAnswer, RenderTask } from './types.ts';

/** Milliseconds of a core that a template may take, and of a clock on a busy machine. */
const LONGEST = 200;
const LONGEST_WAIT = 2000;
/** The system counts the time of a core in steps. */
const TICK = 10;
/** Milliseconds that the process may take to start, and after which an idle one ends. */
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
    const renderer = this.#process!;
    const sent = { time: performance.now(), core: readCoreTime(renderer) };
    renderer.send(this.#current!.task);
    // On a busy machine it may not have run yet. Where nobody knows, the comparison is false, and it is over.
    const hasTime = () =>
      readCoreTime(renderer) - sent.core < LONGEST - 2 * TICK && performance.now() - sent.time < LONGEST_WAIT;
    this.#loseAfter(LONGEST, hasTime);
  }

  /**
   * Loses the task after this time, or later while it has time. An answer that arrived while this process was busy
   * still counts, since it is read before `setImmediate`.
   */
  #loseAfter(milliseconds: number, hasTime = (): boolean => false): void {
    const order = this.#current;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      setImmediate(() => {
        if (order !== this.#current) return;
        if (hasTime()) this.#loseAfter(milliseconds, hasTime);
        else this.#lose();
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

/** The time of a core that a process has used, in ms. Infinite where the system does not say it. */
function readCoreTime({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Whether this process stays alive because of the other. */
function setKeptAlive(renderer: ChildProcess, needed: boolean): void {
  for (const one of [renderer, renderer.channel])
    if (needed) one?.ref();
    else one?.unref();
}
