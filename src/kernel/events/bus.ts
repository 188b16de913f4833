import type { Database } from '../db/database.ts';
import { memoByObject } from '../memo.ts';
import type { ClientKind } from './client.ts';
import type { EventDeclaration, PublishedEvent } from './event.ts';
import type { EventQueue, QueuedEvent } from './queue.ts';
import type { EventQueues } from './queues.ts';

/** The audience of an event: user ids. A set is fastest, since only users with open queues are looked up. */
export type Audience = ReadonlySet<number> | readonly number[];

/** Delivers events to the queues of their audience once they are on disk. */
export class EventBus {
  readonly #db: Database;
  readonly #queues: EventQueues;
  readonly #dirty = new Set<EventQueue>();
  /** Set in tests: receives every event as it leaves. */
  check: ((declaration: EventDeclaration, event: object) => void) | undefined;

  constructor(db: Database, queues: EventQueues) {
    this.#db = db;
    this.#queues = queues;
    db.afterTurn(() => this.#flush());
  }

  /** Publishes an event. Call it inside `db.write`. `publicly`: queues with all_public_streams receive it, too. */
  publish(event: PublishedEvent, audience: Audience, publicly = false): void {
    this.#db.atCommit(() => this.#deliver(event, audience, publicly));
  }

  /**
   * Publishes an event only to queues with all_public_streams, except those of users who received it in another form.
   */
  publishBeside(event: PublishedEvent, recipients: ReadonlySet<number>): void {
    this.#db.atCommit(() => this.#deliver(event, NOBODY, recipients));
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
      if (!queue.wants(declaration.type) || (declaration.accepts && !declaration.accepts(data, queue))) return;
      let ofKind = bodies.get(queue.kind);
      if (!ofKind) bodies.set(queue.kind, (ofKind = new Map()));
      const personal = declaration.personal?.(data, queue);
      const key = personal ? keyOf(personal) : '';
      let waiting = ofKind.get(key);
      if (!waiting) ofKind.set(key, (waiting = this.#serialise(declaration, data, queue.kind, personal)));
      if (waiting.length > 0) deliveries.push([queue, waiting]);
    };
    const has = audience instanceof Set && audience.size > this.#queues.listeningCount ? audience : undefined;
    if (has) {
      for (const userId of this.#queues.listening()) if (has.has(userId)) this.#queues.ofUser(userId).forEach(give);
    } else
      for (const userId of audience instanceof Set ? audience : new Set(audience))
        this.#queues.ofUser(userId).forEach(give);
    if (publicly && this.#queues.publicListeners.size > 0) {
      const publicAudience = publicly !== true ? publicly : audience instanceof Set ? audience : new Set(audience);
      for (const queue of this.#queues.publicListeners) if (!publicAudience.has(queue.userId)) give(queue);
    }
    return () => {
      for (const [queue, waiting] of deliveries) {
        for (const one of waiting) queue.push(one);
        this.#dirty.add(queue);
      }
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

  #flush(): void {
    if (this.#dirty.size === 0) return;
    this.#queues.flush(this.#dirty);
    this.#dirty.clear();
  }
}

const NOBODY: ReadonlySet<number> = new Set();

/** What one recipient gets besides, as text; most get the same object. */
const keyOf = memoByObject((personal: object) => JSON.stringify(personal));
