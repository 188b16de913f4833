import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { clientKind } from './client.ts';
import { EventQueue, type QueueOptions } from './queue.ts';
import type { EventQueues } from './queues.ts';
import type { SavedQueue, savedQueueRepository } from './repository.ts';

interface QueueState {
  /** A text that changes with the account; see `AccountState`. */
  account: string;
  options: QueueOptions;
  nextId: number;
  pruned: number;
  events: { id: number; body: string }[];
}

/**
 * Describes an account's rights and credentials as a text that changes with them; undefined for one that may not use
 * the service. A queue is not continued for an account that changed while the server was stopped.
 */
export type AccountState = (userId: number) => string | undefined;

/** Clients come back within this time after a restart, in seconds. Other queues are deleted then. */
const RETURN_TIME = 120;

interface Saving {
  db: Database;
  savedQueues: ReturnType<typeof savedQueueRepository>;
  queues: EventQueues;
}

/** Describes the queues of this process as they are saved. */
export function* describeQueues(queues: EventQueues, accountState: AccountState): Generator<SavedQueue> {
  for (const queue of queues.all) {
    const { options, nextId, pruned } = queue;
    const account = accountState(queue.userId);
    if (account === undefined) continue;
    const state: QueueState = {
      account,
      options,
      nextId,
      pruned,
      events: queue.events.map(({ id, body }) => ({ id, body })),
    };
    yield { id: queue.id, user_id: queue.userId, state: JSON.stringify(state) };
  }
}

/** Saves all queues on disk, so that a planned restart continues them without a gap. */
export function saveQueues({ db, savedQueues: saved, queues }: Saving, accountState: AccountState): void {
  // Events of turns that are not durable yet are not in the queues.
  db.flush();
  if (queues.count === 0) return;
  db.writeLocal(() => {
    for (const queue of describeQueues(queues, accountState)) saved.add({ ...queue });
  });
  db.commit();
}

/**
 * Loads the saved queues whose ids end with this suffix. The caller deletes them: after a later crash they are lost
 * instead of repeated.
 */
export function loadQueues(
  { savedQueues: saved, queues, clock }: Pick<Saving, 'savedQueues' | 'queues'> & { clock: Clock },
  accountState: AccountState,
  suffix = '',
): void {
  for (const { id, state } of saved.all()) {
    if (!id.endsWith(suffix)) continue;
    const { account, options, nextId, pruned, events } = JSON.parse(state) as QueueState;
    if (account !== accountState(options.userId)) continue;
    const queue = new EventQueue(id, { ...options, kind: clientKind(options.kind) }, clock.now());
    queue.nextId = events[0]?.id ?? nextId;
    for (const { body } of events) queue.push(queues.waiting(body));
    queue.nextId = nextId;
    queue.pruned = pruned;
    queue.lastActive -= Math.max(0, options.lifespan - RETURN_TIME) * 1000;
    queues.add(queue);
  }
}
