import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { clientKind } from './client.ts';
import { EventQueue, type QueuedEvent, type QueueOptions } from './queue.ts';
import { EventQueues, HEARTBEAT, type QueueChange } from './queues.ts';

/** The file is rewritten when it has grown by this many bytes, and by twice the size that it then had. */
const GROWTH = 4 * 2 ** 20;
/** A queue with more unconfirmed events is not written: its client is gone, or registers again. */
const MOST_EVENTS = 1000;

/** The first line: the file is of no use after a loss of power, since it is never synced. */
interface Header {
  boot: string;
}
/** A queue as it was registered, or as it was when the file was rewritten. */
interface QueueLine {
  queue: number;
  id: string;
  options: QueueOptions;
  nextId: number;
  pruned: number;
}
/** Events of some queues, in the order in which each gets them. */
interface Delivery {
  to: number[];
  bodies: string[];
}
/** What a commit did to queues. `mark` identifies it; see `Database.commitMark`. */
interface CommitLine {
  mark: string;
  events?: Delivery[];
  changes?: QueueChange[];
}
type Line = QueueLine | CommitLine | { gone: number } | { heartbeats: number[] };

/** A turn that is being committed, or waits until it is durable. */
interface Turn {
  events: Delivery[];
  changes: QueueChange[];
  text: string;
  /** How many of its events are not in the queues yet. */
  left: number;
}

interface Options {
  path: string;
  queues: EventQueues;
  /** Identifies the newest commit. */
  mark: () => string;
  /** Reports that the file cannot be written; clients register again after a crash. */
  onFailure: (error: unknown) => void;
}

/**
 * A file that describes all queues, so that they survive a crash of the process. It is appended to without syncs: what
 * was written is there after the end of the process, but not after that of the machine. The line of a commit is written
 * right after it. So a file whose last mark is not that of the database lacks something, or knows too much, and is not
 * used.
 */
export class QueueLog {
  readonly #options: Options;
  readonly #boot: string;
  #file: number | undefined;
  #size = 0;
  #maxSize = 0;
  #places = 0;
  #turn: Turn | undefined;
  readonly #inFlight: Turn[] = [];
  #lastMark = '';

  /** `boot`: identifies the time since the machine started; see `bootId`. */
  constructor(options: Options, boot: string) {
    this.#options = options;
    this.#boot = boot;
    if (options.queues.count > 0) this.#rewrite();
  }

  addQueue(queue: EventQueue): void {
    queue.place = ++this.#places;
    if (this.#file === undefined) this.#rewrite();
    else this.#append(describe(queue));
  }

  removeQueue({ place }: EventQueue): void {
    if (this.#file === undefined) return;
    if (this.#options.queues.count === 0) this.remove();
    else this.#append({ gone: place });
  }

  addHeartbeats(queues: readonly EventQueue[]): void {
    if (queues.length > 0) this.#append({ heartbeats: queues.map(({ place }) => place) });
  }

  /** Adds events to the commit. Call the returned function when they are in the queues. */
  deliver(deliveries: readonly (readonly [EventQueue, readonly QueuedEvent[]])[]): () => void {
    const groups = new Map<readonly QueuedEvent[], number[]>();
    for (const [{ place }, events] of deliveries) {
      const group = groups.get(events);
      if (group) group.push(place);
      else groups.set(events, [place]);
    }
    this.#turn ??= newTurn();
    const turn = this.#turn;
    turn.left += 1;
    for (const [events, to] of groups) turn.events.push({ to, bodies: events.map(({ body }) => body) });
    return () => {
      turn.left -= 1;
      while (this.#inFlight[0]?.left === 0) this.#inFlight.shift();
    };
  }

  /** Adds a change of queues to the commit. */
  change(change: QueueChange): void {
    this.#turn ??= newTurn();
    this.#turn.changes.push(change);
  }

  /** Writes what was added to the commit that just happened. */
  commit(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    if (this.#file === undefined && !turn) return;
    this.#lastMark = this.#options.mark();
    const line: CommitLine = {
      mark: this.#lastMark,
      ...(turn && turn.events.length > 0 && { events: turn.events }),
      ...(turn && turn.changes.length > 0 && { changes: turn.changes }),
    };
    const text = this.#append(line);
    if (!turn || turn.left === 0) return;
    turn.text = text;
    this.#inFlight.push(turn);
  }

  /** Notes commits of SQLite's own, such as those of a checkpoint, and shortens a long file. */
  sweep(): void {
    if (this.#file === undefined) return;
    if (this.#options.mark() !== this.#lastMark) this.commit();
    if (this.#size > this.#maxSize) this.#rewrite();
  }

  /** Removes the file, until there is a queue again. */
  remove(): void {
    this.#close();
    rmSync(this.#options.path, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #append(line: Line | Header): string {
    const text = toText(line);
    this.#write(text);
    return text;
  }

  #write(text: string): void {
    if (this.#file === undefined) return;
    try {
      this.#size += writeSync(this.#file, text);
    } catch (error) {
      this.#options.onFailure(error);
      this.remove();
    }
  }

  /** Replaces the file by one with the queues as they are. */
  #rewrite(): void {
    const { path, mark, onFailure } = this.#options;
    this.#close();
    const temporary = `${path}.new`;
    try {
      this.#file = openSync(temporary, 'w', 0o600);
      this.#size = 0;
      this.#lastMark = mark();
      this.#write(
        [
          toText({ boot: this.#boot }),
          ...this.#describeAll(),
          ...this.#inFlight.map(({ text }) => text),
          toText({ mark: this.#lastMark }),
        ].join(''),
      );
      this.#maxSize = GROWTH + 3 * this.#size;
      renameSync(temporary, path);
    } catch (error) {
      onFailure(error);
      this.remove();
    }
  }

  *#describeAll(): Generator<string> {
    const written = [...this.#options.queues.all].filter(({ events }) => events.length <= MOST_EVENTS);
    const events = new Map<number, Delivery>();
    for (const queue of written) {
      queue.place ||= ++this.#places;
      yield toText(describe(queue));
      for (const { serial, body } of queue.events) {
        const found = events.get(serial);
        if (found) found.to.push(queue.place);
        else events.set(serial, { to: [queue.place], bodies: [body] });
      }
    }
    const bySerial = [...events].sort(([one], [other]) => one - other);
    yield toText({ mark: this.#lastMark, events: bySerial.map(([, delivery]) => delivery) });
  }
}

const newTurn = (): Turn => ({ events: [], changes: [], text: '', left: 0 });
const toText = (line: Line | Header): string => `${JSON.stringify(line)}\n`;

const describe = ({ place, id, options, nextId, pruned, events }: EventQueue): QueueLine => ({
  queue: place,
  id,
  options,
  nextId: events[0]?.id ?? nextId,
  pruned,
});

/** Identifies the time since the machine started; undefined: this system cannot tell. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The file in a data folder. */
export const queueLogPath = (dataDir: string): string => join(dataDir, 'event-queues.jsonl');

/**
 * Returns the queues that a file describes; undefined: it cannot be read, or does not describe those of this database
 * and this boot.
 */
export function readQueueLog(
  path: string,
  { boot, mark, clock }: { boot: string | undefined; mark: string; clock: Clock },
): EventQueues | undefined {
  const reader = new Reader(clock);
  try {
    const [header, ...lines] = readFileSync(path, 'utf8').split('\n');
    // After the last line end there is nothing, or a part of a line.
    lines.pop();
    if ((JSON.parse(header!) as Header).boot !== boot) return undefined;
    for (const line of lines) reader.apply(JSON.parse(line) as Line);
  } catch {
    return undefined;
  }
  return reader.mark === mark ? reader.queues : undefined;
}

class Reader {
  readonly queues: EventQueues;
  mark = '';
  readonly #clock: Clock;
  readonly #byPlace = new Map<number, EventQueue>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.queues = new EventQueues(clock);
  }

  apply(line: Line): void {
    if ('queue' in line) this.#add(line);
    else if ('gone' in line) this.#remove(line.gone);
    else if ('heartbeats' in line) this.#push(line.heartbeats, HEARTBEAT);
    else {
      this.mark = line.mark;
      for (const { to, bodies } of line.events ?? []) for (const body of bodies) this.#push(to, body);
      for (const change of line.changes ?? []) this.queues.change(change);
    }
  }

  #add({ queue: place, id, options, nextId, pruned }: QueueLine): void {
    const queue = new EventQueue(id, { ...options, kind: clientKind(options.kind) }, this.#clock.now());
    queue.nextId = nextId;
    queue.pruned = pruned;
    this.#byPlace.set(place, this.queues.add(queue));
  }

  #remove(place: number): void {
    const queue = this.#byPlace.get(place);
    if (queue) this.queues.remove(queue);
  }

  #push(to: readonly number[], body: string): void {
    const event = this.queues.waiting(body);
    for (const place of to) this.#byPlace.get(place)?.push(event);
  }
}
