import { createHash, randomUUID } from 'node:crypto';
import { LIMITS } from '../../limits.ts';
import type { Clock } from '../clock.ts';
import { type ApiError, badQueue, invalidKey, noSession, realmDeactivated, userDeactivated } from '../errors.ts';
import type { Steps } from '../time-slices.ts';
import { type Answer, EventQueue, type Poll, type QueuedEvent, type QueueOptions } from './queue.ts';
import type { QueueLog } from './queue-log.ts';

/**
 * A change of queues that follows from a change of accounts. It is plain data: other processes with queues make the
 * same change. Sessions are given as hashes.
 */
export type QueueChange =
  | { kind: 'end polls'; users: readonly number[]; by: 'key' }
  | { kind: 'end polls'; users: readonly number[]; by: 'session'; only?: string; except?: string | undefined }
  | { kind: 'remove'; users: readonly number[]; because?: 'user deactivated' }
  | { kind: 'remove public' }
  | { kind: 'remove all' }
  | { kind: 'remove uninformed'; type: string; because: 'realm deactivated' }
  | { kind: 'withdraw public streams'; user: number }
  /** The queues of this process: events for them were not recorded for a while. */
  | { kind: 'remove of process'; process: string };

/** Answers by what they contain: clients of many queues receive the same object. */
type Answers = Map<string, Answer>;

/** How a request waits for events. */
interface Waiting {
  /** The last event that its client has. */
  lastEventId: number | undefined;
  /** Does not wait. */
  dontBlock: boolean;
  /** The answer comes in parts. */
  isStream: boolean;
}

/** All queues, and the requests waiting at them. Time comes from the clock; `sweep` is called every second. */
export class EventQueues {
  readonly #clock: Clock;
  readonly #byId = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, EventQueue[]>();
  readonly #publicListeners = new Set<EventQueue>();
  #serial = 0;
  /** Finds the users with queues in other processes. */
  findElsewhere: () => ReadonlySet<number> = () => NOBODY;
  /** The other processes do not know any more who has queues here. */
  onForgotten = (): void => {};
  /** Makes the queues survive a crash. Undefined: they do not. */
  log: QueueLog | undefined;
  /** Added to the ids of new queues: names the process that has them. */
  suffix = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Creates a queue. An account with too many, or of too many kinds, loses the least recently used ones. */
  create(options: QueueOptions): EventQueue {
    this.#makeRoom(options);
    return this.add(new EventQueue(randomUUID() + this.suffix, options, this.#clock.now()));
  }

  #makeRoom({ userId, kind }: QueueOptions): void {
    const queues = [...this.ofUser(userId)];
    if (queues.length < LIMITS.queue_kinds_of_user) return;
    const now = this.#clock.now();
    // A queue with a waiting request is in use.
    const lastUsed = (queue: EventQueue) => (queue.poll ? now : queue.lastActive);
    queues.sort((a, b) => lastUsed(b) - lastUsed(a));
    const kinds = new Set([kind]);
    let keptEvents = 1;
    for (const queue of queues) {
      if (!kinds.has(queue.kind) && kinds.size === LIMITS.queue_kinds_of_user) this.remove(queue);
      else if (keptEvents === LIMITS.queues_of_user) this.remove(queue);
      else {
        kinds.add(queue.kind);
        keptEvents++;
      }
    }
  }

  add(queue: EventQueue): EventQueue {
    this.#byId.set(queue.id, queue);
    const ofUser = this.#byUser.get(queue.userId);
    if (ofUser) ofUser.push(queue);
    else this.#byUser.set(queue.userId, [queue]);
    if (queue.receivesPublic) this.#publicListeners.add(queue);
    this.log?.addQueue(queue);
    return queue;
  }

  /** Throws BAD_EVENT_QUEUE_ID for unknown queues and those of others. */
  require(userId: number, id: string): EventQueue {
    const queue = this.#byId.get(id);
    if (!queue || queue.userId !== userId) throw badQueue(id);
    return queue;
  }

  ofUser(userId: number): readonly EventQueue[] {
    return this.#byUser.get(userId) ?? NONE;
  }

  /** The users with open queues, in any process. */
  listListeners(): Iterable<number> {
    const elsewhere = this.findElsewhere();
    return elsewhere.size === 0 ? this.#byUser.keys() : new Set([...this.#byUser.keys(), ...elsewhere]);
  }
  /** Whether this user has an open queue, in any process. */
  isListening(userId: number): boolean {
    return this.#byUser.has(userId) || this.findElsewhere().has(userId);
  }
  /** The users with open queues in this process. */
  get users(): ReadonlyMap<number, readonly EventQueue[]> {
    return this.#byUser;
  }
  get publicListeners(): ReadonlySet<EventQueue> {
    return this.#publicListeners;
  }
  get all(): IterableIterator<EventQueue> {
    return this.#byId.values();
  }
  get count(): number {
    return this.#byId.size;
  }

  /** A body in the form that queues store. */
  waiting(body: string): QueuedEvent {
    return { body, bytes: Buffer.byteLength(body), serial: ++this.#serial };
  }

  /**
   * Answers `poll` with the queue's events: at once if there are any (or with `dontBlock`), else when one comes.
   * `lastEventId` acknowledges all events up to it. A second poll replaces the first. A stream sends a first part at
   * once, with or without events, and ends when it has sent so much that the client must confirm it.
   */
  listen(queue: EventQueue, poll: Poll, { lastEventId, dontBlock, isStream }: Waiting): void {
    if (lastEventId !== undefined) queue.acknowledge(lastEventId);
    queue.lastActive = this.#clock.now();
    this.#answerNothing(queue);
    queue.poll = poll;
    queue.isStreamed = isStream && poll.send !== undefined;
    queue.streamed = 0;
    this.#delayHeartbeat(queue);
    if (queue.events.length > 0) this.#answer(queue, new Map());
    else if (dontBlock) this.#answerNothing(queue);
    else if (queue.isStreamed) poll.send!({ body: NOTHING });
  }

  #delayHeartbeat(queue: EventQueue): void {
    queue.heartbeatAt = this.#clock.now() + 45_000 + Math.random() * 10_000;
  }

  /** The client of a held request disconnected. */
  hungUp(queue: EventQueue, poll: Poll): void {
    if (queue.poll !== poll) return;
    queue.poll = undefined;
    queue.lastActive = this.#clock.now();
  }

  /**
   * Answers the polls of these queues, one a step. Equal answers are serialized once. A queue may have been answered,
   * or closed, since it changed.
   */
  *flush(queues: Iterable<EventQueue>): Steps<void> {
    const answers: Answers = new Map();
    for (const queue of queues) {
      if (queue.poll && queue.hasUnsent) this.#answer(queue, answers);
      yield;
    }
  }

  /** Closes a queue; a request waiting at it gets this error. */
  remove(queue: EventQueue, error: ApiError = badQueue(queue.id)): void {
    this.#byId.delete(queue.id);
    this.#publicListeners.delete(queue);
    const left = this.ofUser(queue.userId).filter((other) => other !== queue);
    if (left.length > 0) this.#byUser.set(queue.userId, left);
    else this.#byUser.delete(queue.userId);
    this.log?.removeQueue(queue);
    const { poll } = queue;
    queue.poll = undefined;
    poll?.refuse(error);
  }

  /** Makes a change in this process. `EventBus.changeQueues` makes it in all. */
  change(change: QueueChange): void {
    switch (change.kind) {
      case 'end polls':
        this.#endPolls(change);
        break;
      case 'remove':
        for (const id of change.users) this.#removeAll(this.ofUser(id), change.because && userDeactivated());
        break;
      case 'remove public':
        this.#removeAll(this.#publicListeners);
        break;
      case 'remove all':
        this.#removeAll(this.#byId.values());
        break;
      case 'remove uninformed':
        this.#removeAll(
          [...this.#byId.values()].filter((queue) => !queue.wants(change.type)),
          realmDeactivated(),
        );
        break;
      case 'withdraw public streams':
        this.#withdrawPublicEvents(change.user);
        break;
      case 'remove of process':
        if (this.suffix !== `-${change.process}`) return;
        this.#removeAll(this.#byId.values());
        this.onForgotten();
    }
  }

  #removeAll(queues: Iterable<EventQueue>, error?: ApiError): void {
    for (const queue of [...queues]) this.remove(queue, error);
  }

  /** Limits a user's queues to the events for this user. */
  #withdrawPublicEvents(userId: number): void {
    for (const queue of this.ofUser(userId)) {
      queue.options.receivesPublic = false;
      this.#publicListeners.delete(queue);
    }
  }

  /**
   * Sends heartbeats to requests that waited long, and deletes unused queues. A heartbeat ends a stream, so that the
   * next one is authorized again.
   */
  sweep(): void {
    const now = this.#clock.now();
    const silent: EventQueue[] = [];
    for (const queue of this.#byId.values()) {
      if (queue.poll) {
        if (now >= queue.heartbeatAt && queue.pending === 0) silent.push(queue);
      } else if (now - queue.lastActive >= queue.options.lifespan * 1000) this.remove(queue);
    }
    this.log?.addHeartbeats(silent);
    const heartbeat = this.waiting(HEARTBEAT);
    const answers: Answers = new Map();
    for (const queue of silent) {
      queue.push(heartbeat);
      this.#answer(queue, answers, true);
    }
    this.log?.sweep();
  }

  /** Answers every held request with nothing, so that a stopping server can close its connections. */
  release(): void {
    for (const queue of this.#byId.values()) this.#answerNothing(queue);
  }

  /** Rejects held requests whose credentials are not valid any more, before they could deliver anything else. */
  #endPolls(change: QueueChange & { kind: 'end polls' }): void {
    for (const id of change.users)
      for (const queue of this.ofUser(id)) {
        if (!queue.poll || !isRevoked(queue.poll, change)) continue;
        const poll = this.#take(queue)!;
        poll.refuse(poll.session === undefined ? invalidKey() : noSession());
      }
  }

  #answer(queue: EventQueue, answers: Answers, isLast = false): void {
    const unsent = queue.streamed === 0 ? queue.events : queue.events.slice(queue.streamed);
    const key = unsent.length === 1 ? `${unsent[0]!.id}:${unsent[0]!.serial}` : getKey(unsent);
    let answer = answers.get(key);
    if (!answer) {
      const events = unsent.map(({ id, body }) => `{"id":${id},${body}`);
      answer = { body: `{"result":"success","msg":"","events":[${events.join(',')}]}` };
      answers.set(key, answer);
    }
    if (isLast || !queue.canStream) this.#take(queue)?.answer(answer.body);
    else {
      queue.streamed = queue.events.length;
      this.#delayHeartbeat(queue);
      queue.poll!.send!(answer);
    }
  }

  #answerNothing(queue: EventQueue): void {
    this.#take(queue)?.answer(NOTHING);
  }

  #take(queue: EventQueue): Poll | undefined {
    const { poll } = queue;
    queue.poll = undefined;
    queue.lastActive = this.#clock.now();
    return poll;
  }
}

function isRevoked({ session }: Poll, change: QueueChange & { kind: 'end polls' }): boolean {
  if (change.by === 'key') return session === undefined;
  if (session === undefined) return false;
  const { only, except } = change;
  if (only === undefined && except === undefined) return true;
  const hash = createHash('sha256').update(session).digest('hex');
  return only === undefined ? hash !== except : hash === only;
}

/** Ids rise by one, so the first id and the serial numbers identify the answer. */
function getKey(events: EventQueue['events']): string {
  let key = `${events[0]!.id}`;
  for (const { serial } of events) key += `:${serial}`;
  return key;
}

/** The event without its ID. */
export const HEARTBEAT = '"type":"heartbeat"}';

const NONE: readonly EventQueue[] = [];
const NOBODY: ReadonlySet<number> = new Set();
const NOTHING = '{"result":"success","msg":"","events":[]}';
