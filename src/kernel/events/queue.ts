import { LIMITS } from '../../limits.ts';
import { badRequest } from '../errors.ts';
import type { ClientKind } from './client.ts';
import type { EventDeclaration } from './event.ts';

/** A narrow term as a queue stores it: operator and operand, both plain text. */
export type NarrowTerm = readonly [operator: string, operand: string];

/** What events can know about a queue. */
export interface Listener {
  readonly id: string;
  readonly userId: number;
  readonly kind: ClientKind;
  readonly narrow: readonly NarrowTerm[];
  /** Receives public events, even if they are for other users. */
  readonly receivesPublic: boolean;
  readonly isBrowser: boolean;
  wants(type: string): boolean;
  /** Whether the client requested this type by name, not only as part of all types. */
  names(type: string): boolean;
}

export interface QueueOptions {
  userId: number;
  kind: ClientKind;
  /** null: every type. */
  eventTypes: readonly string[] | null;
  narrow: readonly NarrowTerm[];
  receivesPublic: boolean;
  /** The queue of a web client, opened with a session. */
  isBrowser: boolean;
  /** Of a queue that was registered with a limited key: the channels that the key is for; null: all. */
  limit?: { channels: readonly number[] | null } | undefined;
  /** The queue is deleted after this many seconds without a poll. */
  lifespan: number;
}

/** A queued event: `{"id":…,` is put before `body`. Equal bodies have equal serial numbers. */
export interface QueuedEvent {
  body: string;
  bytes: number;
  serial: number;
}

/** The JSON of an answer. As an object, so that what follows from it is made once for all who receive it. */
export interface Answer {
  readonly body: string;
}

/** A held request. */
export interface Poll {
  /** The request's session cookie; undefined: it has an API key. */
  readonly session: string | undefined;
  /** Sends a part of the answer: the request becomes a stream, and goes on waiting. Undefined: it cannot. */
  readonly send: ((part: Answer) => void) | undefined;
  /** Sends the answer, or the last part of a stream. */
  answer(body: string): void;
  /** Rejects the request, or ends a stream: the next request gets the error. */
  refuse(error: Error): void;
}

/** A queue is deleted after this many seconds without a poll, unless its client requested another span. */
export const QUEUE_LIFESPAN = 600;

/** The events that one client has not acknowledged yet. */
export class EventQueue implements Listener {
  readonly id: string;
  readonly options: QueueOptions;
  readonly #types: ReadonlySet<string> | null;
  events: (QueuedEvent & { id: number })[] = [];
  nextId = 0;
  #bytes = 0;
  /** The highest acknowledged id. */
  pruned = -1;
  poll: Poll | undefined;
  /** Whether the poll is a stream, and how many of `events` it has sent. */
  isStreamed = false;
  streamed = 0;
  /** How many deliveries wait until their turn is durable. A heartbeat waits for them, so that all IDs are known. */
  pending = 0;
  /** Names the queue in the file of queues; see QueueLog. */
  place = 0;
  lastActive: number;
  heartbeatAt = 0;

  constructor(id: string, options: QueueOptions, now: number) {
    this.id = id;
    this.options = options;
    this.#types = options.eventTypes ? new Set(options.eventTypes) : null;
    this.lastActive = now;
  }

  get userId(): number {
    return this.options.userId;
  }
  get kind(): ClientKind {
    return this.options.kind;
  }
  get narrow(): readonly NarrowTerm[] {
    return this.options.narrow;
  }
  get receivesPublic(): boolean {
    return this.options.receivesPublic;
  }
  get isBrowser(): boolean {
    return this.options.isBrowser;
  }
  /** Whether the stream may send more before its client confirms what it has. */
  get canStream(): boolean {
    return this.isStreamed && this.events.length < LIMITS.stream_events && this.#bytes < LIMITS.stream_bytes;
  }
  /** Whether the waiting request has not received all events. */
  get hasUnsent(): boolean {
    return this.streamed < this.events.length;
  }
  get full(): boolean {
    return this.events.length >= LIMITS.queue_events || this.#bytes >= LIMITS.queue_bytes;
  }

  wants(type: string): boolean {
    return !this.#types || this.#types.has(type);
  }

  names(type: string): boolean {
    return this.#types?.has(type) ?? false;
  }

  /** Whether the queue's key, if it is limited, may be used for everything that an event is about. */
  reaches({ channels }: EventDeclaration, data: unknown): boolean {
    const { limit } = this.options;
    if (!limit) return true;
    if (!channels) return false;
    return limit.channels === null || channels(data).every((id) => id !== undefined && limit.channels!.includes(id));
  }

  push({ body, bytes, serial }: QueuedEvent): void {
    this.events.push({ id: this.nextId, body, bytes, serial });
    this.nextId += 1;
    this.#bytes += bytes;
  }

  acknowledge(upTo: number): void {
    if (upTo >= this.nextId) throw badRequest(`An event newer than ${this.nextId - 1} has not been sent yet!`);
    if (upTo < this.pruned) throw badRequest(`An event newer than ${upTo} has already been pruned!`);
    let removed = 0;
    for (const event of this.events) {
      if (event.id > upTo) break;
      removed += 1;
      this.#bytes -= event.bytes;
    }
    if (removed === 0) return;
    this.pruned = upTo;
    this.events.splice(0, removed);
  }
}
