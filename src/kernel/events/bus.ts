import { memoByObject } from '../../shared/memo.ts';
import type { Database } from '../db/database.ts';
import { inSlices } from '../time-slices.ts';
import type { ClientKind } from './client.ts';
import type { EventDeclaration, PublishedEvent } from './event.ts';
import { LoopLoad } from './loop-load.ts';
import type { EventQueue, QueuedEvent } from './queue.ts';
import type { EventQueues, QueueChange } from './queues.ts';

/** Answering polls may take so many milliseconds in a turn of the event loop; a thousand answers take about ten. */
const SLICE = 2;

/** How long an event that can wait does so at most while there is much to do, in ms. */
const LONGEST_WAIT = 1000;
/** To tell fewer clients at once takes no time that matters. */
const CROWD = 100;

/** The audience of an event: user ids. A set is fastest, since only users with open queues are looked up. */
export type Audience = ReadonlySet<number> | readonly number[];

/** What a turn did to event queues, for other processes that have queues: an event, or a change of queues. */
export type QueueRecord = EventRecord | { queues: QueueChange };

/** An event as other processes get it. Its audience is reduced to users with queues there. */
export interface EventRecord {
  /** The place of the declaration in the list of all events. */
  event: number;
  data: unknown;
  users: Uint32Array;
  /** Of queues with all_public_streams: none, those of other users, or those of users who are not in this list. */
  publicly: boolean | Uint32Array;
}

/** Delivers events to the queues of their audience once they are on disk. */
export class EventBus {
  readonly #db: Database;
  readonly #queues: EventQueues;
  readonly #dirty = new Set<EventQueue>();
  /** Queues to which only events were added that can wait. */
  readonly #unhurried = new Set<EventQueue>();
  #isFlushing = false;
  readonly #load = new LoopLoad();
  #timer: NodeJS.Timeout | undefined;
  /** Whether there is much to do. Tests replace it. */
  isBusy = (): boolean => this.#queues.count >= CROWD && this.#load.isHigh;
  /** Set in tests: receives every event as it leaves. */
  check: ((declaration: EventDeclaration, event: object) => void) | undefined;
  /** The list of all events, in a server of several processes. */
  #declarations: readonly EventDeclaration[] = [];
  /** The place of each in it. */
  #places: ReadonlyMap<EventDeclaration, number> = new Map();

  constructor(db: Database, queues: EventQueues) {
    this.#db = db;
    this.#queues = queues;
    db.afterTurn(() => this.#flushSoon());
  }

  /** Publishes an event. Call it inside `db.write`. `publicly`: queues with all_public_streams receive it, too. */
  publish(event: PublishedEvent, audience: Audience, publicly = false): void {
    this.#db.atCommit(
      () => this.#deliver(event, audience, publicly),
      () => this.#record(event, audience, publicly),
    );
  }

  /**
   * Publishes an event only to queues with all_public_streams, except those of users who received it in another form.
   */
  publishBeside(event: PublishedEvent, recipients: ReadonlySet<number>): void {
    this.#db.atCommit(
      () => this.#deliver(event, NOBODY, recipients),
      () => this.#record(event, NOBODY, recipients),
    );
  }

  /** Changes queues once the current turn is durable. Call it inside `db.write`. */
  changeQueues(change: QueueChange): void {
    this.#db.atCommit(
      () => {
        const make = () => this.#queues.change(change);
        this.#queues.log?.change(change);
        // The events of later turns must not reach these queues.
        if (change.kind !== 'withdraw public streams') return make;
        make();
        return () => {};
      },
      () => ({ queues: change }),
    );
  }

  /** From now on, turns describe their events for other processes. */
  copyEvents(declarations: readonly EventDeclaration[]): void {
    this.#declarations = declarations;
    this.#places = new Map(declarations.map((declaration, at) => [declaration, at]));
  }

  #record(
    { declaration, data }: PublishedEvent,
    audience: Audience,
    publicly: boolean | ReadonlySet<number>,
  ): EventRecord {
    return {
      event: this.#places.get(declaration)!,
      data,
      users: this.#elsewhere(audience),
      publicly: typeof publicly === 'boolean' ? publicly : this.#elsewhere(publicly),
    };
  }

  /** Those of the users who have queues in other processes. */
  #elsewhere(users: Audience): Uint32Array {
    const elsewhere = this.#queues.findElsewhere();
    if (!(users instanceof Set))
      return Uint32Array.from((users as readonly number[]).filter((id) => elsewhere.has(id)));
    const [few, many] = users.size < elsewhere.size ? [users, elsewhere] : [elsewhere, users];
    const found: number[] = [];
    for (const id of few) if (many.has(id)) found.push(id);
    return Uint32Array.from(found);
  }

  /** Delivers what another process recorded of a durable turn, whose rows are written here. */
  deliverCopies(records: readonly QueueRecord[]): void {
    for (const record of records)
      if ('queues' in record) this.#queues.change(record.queues);
      else {
        const { event, data, users, publicly } = record;
        const declaration = this.#declarations[event]!;
        this.#deliver(
          { declaration, data },
          new Set(users),
          typeof publicly === 'boolean' ? publicly : new Set(publicly),
        )();
      }
    this.#flushSoon();
  }

  /**
   * Chooses the queues and serializes the event for them, at the COMMIT: a queue that is created later has the change
   * in its snapshot. Returns the function that puts the event into the queues once it is durable.
   */
  #deliver(
    { declaration, data }: PublishedEvent,
    audience: Audience,
    publicly: boolean | ReadonlySet<number>,
  ): () => void {
    const deliveries: [EventQueue, readonly QueuedEvent[]][] = [];
    const bodies = new Map<ClientKind, Map<string, readonly QueuedEvent[]>>();
    const give = (queue: EventQueue) => {
      if (!queue.wants(declaration.type) || !queue.reaches(declaration, data)) return;
      if (declaration.accepts && !declaration.accepts(data, queue)) return;
      let ofKind = bodies.get(queue.kind);
      if (!ofKind) bodies.set(queue.kind, (ofKind = new Map()));
      const personal = declaration.personal?.(data, queue);
      const key = personal ? getKey(personal) : '';
      let waiting = ofKind.get(key);
      if (!waiting) ofKind.set(key, (waiting = this.#serialise(declaration, data, queue.kind, personal)));
      if (waiting.length > 0) deliveries.push([queue, waiting]);
    };
    const { users } = this.#queues;
    const has = audience instanceof Set && audience.size > users.size ? audience : undefined;
    if (has) {
      for (const [userId, queues] of users) if (has.has(userId)) queues.forEach(give);
    } else
      for (const userId of audience instanceof Set ? audience : new Set(audience))
        this.#queues.ofUser(userId).forEach(give);
    if (publicly && this.#queues.publicListeners.size > 0) {
      const publicAudience = publicly !== true ? publicly : audience instanceof Set ? audience : new Set(audience);
      for (const queue of this.#queues.publicListeners) if (!publicAudience.has(queue.userId)) give(queue);
    }
    if (deliveries.length === 0) return () => {};
    for (const [queue] of deliveries) queue.pending += 1;
    const delivered = this.#queues.log?.deliver(deliveries);
    return () => {
      const changed = declaration.canWait && this.isBusy() ? this.#unhurried : this.#dirty;
      for (const [queue, waiting] of deliveries) {
        queue.pending -= 1;
        for (const one of waiting) queue.push(one);
        changed.add(queue);
      }
      if (changed === this.#unhurried) this.#flushLater();
      delivered?.();
      for (const [queue] of deliveries) if (queue.full && !queue.poll) this.#queues.remove(queue);
    };
  }

  #serialise(
    declaration: EventDeclaration,
    data: unknown,
    kind: ClientKind,
    personal: object | undefined,
  ): readonly QueuedEvent[] {
    const shaped = declaration.shape ? declaration.shape(data, kind) : (data as object);
    if (!shaped) return [];
    return (Array.isArray(shaped) ? shaped : [shaped]).map((fields: object) => {
      const event = {
        type: declaration.type,
        ...(declaration.op === undefined ? {} : { op: declaration.op }),
        ...fields,
        ...personal,
      };
      this.check?.(declaration, event);
      return this.#queues.waiting(JSON.stringify(event).slice(1));
    });
  }

  /**
   * Answers the polls of changed queues after the replies to the requests of this turn: a send to a thousand people
   * need not wait for all of them.
   */
  #flushSoon(): void {
    if (this.#dirty.size === 0 || this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => void this.#flush());
  }

  /** Answers the polls of queues that nothing else has answered until then. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const queue of this.#unhurried) this.#dirty.add(queue);
      this.#unhurried.clear();
      this.#flushSoon();
    }, LONGEST_WAIT).unref();
  }

  /** In slices, between which requests are handled. A queue that changes again meanwhile is answered once for both. */
  async #flush(): Promise<void> {
    while (this.#dirty.size > 0) {
      const changed = [...this.#dirty];
      this.#dirty.clear();
      await inSlices(this.#queues.flush(changed), SLICE);
    }
    this.#isFlushing = false;
  }
}

const NOBODY: ReadonlySet<number> = new Set();

/** What one recipient gets besides, as text; most get the same object. */
const getKey = memoByObject((personal: object) => JSON.stringify(personal));
