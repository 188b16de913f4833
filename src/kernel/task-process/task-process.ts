import type { ChildProcess, Serializable } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds that a process may take to start, and after which an idle one ends. */
const START = 10_000;
const IDLE = 10_000;
/** The system counts the time of a core in steps of so many milliseconds. */
const TICK = 10;

/** How long a task may take: milliseconds of the clock, and of a core where the system tells them. */
export interface TaskTime {
  clock: number;
  core?: number;
}

/** A task has no answer: it took too long, its process ended (as one does that needs too much memory), or we stop. */
export class TaskLost extends Error {
  readonly reason: 'time' | 'end' | 'stop';

  constructor(reason: TaskLost['reason']) {
    super(reason === 'stop' ? 'The server is stopping' : 'The task was lost');
    this.reason = reason;
  }
}

interface Order<Task, Answer> {
  task: Task;
  done(answer: Answer): void;
  fail(lost: TaskLost): void;
}

/**
 * Runs tasks one after another in a process of its own (answer-tasks.ts). A task that takes too much time or memory
 * ends that process, but not the server. A thread would not do: V8 ends its whole process when a value is too large,
 * and only an ended process returns all its memory. The process starts with the first task and ends when idle.
 */
export class TaskProcess<Task extends Serializable, Answer> {
  readonly #urgent: Order<Task, Answer>[] = [];
  readonly #waiting: Order<Task, Answer>[] = [];
  readonly #start: () => ChildProcess;
  readonly #time: TaskTime;
  readonly #isLast: (answer: Answer) => boolean;
  #process: ChildProcess | undefined;
  #isReady = false;
  #current: Order<Task, Answer> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `isLast`: whether a process ends after an answer, so that the next task gets another one. */
  constructor(start: () => ChildProcess, time: TaskTime, isLast: (answer: Answer) => boolean = () => false) {
    this.#start = start;
    this.#time = time;
    this.#isLast = isLast;
  }

  /** How many tasks have not begun. */
  get waiting(): number {
    return this.#urgent.length + this.#waiting.length;
  }

  /** Runs a task; an urgent one before all that are not. Throws `TaskLost`. */
  run(task: Task, { urgent = false } = {}): Promise<Answer> {
    return new Promise((done, fail) => {
      (urgent ? this.#urgent : this.#waiting).push({ task, done, fail });
      this.#next();
    });
  }

  /** Ends the process. Tasks without an answer are lost. */
  stop(): void {
    const orders = [this.#current, ...this.#urgent.splice(0), ...this.#waiting.splice(0)];
    this.#current = undefined;
    clearTimeout(this.#timer);
    this.#end();
    for (const order of orders) order?.fail(new TaskLost('stop'));
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#urgent.shift() ?? this.#waiting.shift();
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
    const worker = this.#process!;
    const { clock, core } = this.#time;
    worker.send(this.#current!.task);
    if (core === undefined) {
      this.#loseAfter(clock);
      return;
    }
    const sent = { time: performance.now(), core: readCoreTime(worker) };
    // On a busy machine it may not have run yet. Where nobody knows, the comparison is false, and it is over.
    this.#loseAfter(
      core,
      () => readCoreTime(worker) - sent.core < core - 2 * TICK && performance.now() - sent.time < clock,
    );
  }

  /**
   * Loses the task after this time, or later while it has time. An answer that arrived while the server was busy still
   * counts, since it is read before `setImmediate`.
   */
  #loseAfter(milliseconds: number, hasTime = (): boolean => false): void {
    const order = this.#current;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      setImmediate(() => {
        if (order !== this.#current) return;
        if (hasTime()) this.#loseAfter(milliseconds, hasTime);
        else this.#lose('time');
      });
    }, milliseconds);
    this.#timer.unref();
  }

  #begin(): ChildProcess {
    const worker = this.#start();
    worker.on('message', (answer: Answer | 'ready') => {
      if (worker !== this.#process) return;
      if (answer === 'ready') {
        this.#isReady = true;
        if (this.#current) this.#send();
        return;
      }
      const order = this.#current;
      this.#current = undefined;
      order?.done(answer);
      if (this.#isLast(answer)) this.#end();
      this.#next();
    });
    for (const event of ['error', 'exit']) worker.on(event, () => worker === this.#process && this.#lose('end'));
    return worker;
  }

  #lose(reason: TaskLost['reason']): void {
    const order = this.#current;
    this.#current = undefined;
    this.#end();
    order?.fail(new TaskLost(reason));
    this.#next();
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

/** Whether the server stays alive because of the process. */
function setKeptAlive(worker: ChildProcess, needed: boolean): void {
  for (const one of [worker, worker.channel])
    if (needed) one?.ref();
    else one?.unref();
}
