import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { clientKind } from './client.ts';
import { EventQueue, type QueueOptions } from './queue.ts';
import type { EventQueues } from './queues.ts';
import type { savedQueueRepository } from './repository.ts';

interface QueueState {
  options: QueueOptions;
  nextId: number;
  pruned: number;
  events: { id: number; body: string }[];
}

/** Puts all queues on disk, so that a planned restart continues them without a gap. */
export function saveQueues(db: Database, saved: ReturnType<typeof savedQueueRepository>, queues: EventQueues): void {
  db.write(() => {
    saved.clear();
    for (const queue of queues.all) {
      const { options, nextId, pruned } = queue;
      const state: QueueState = { options, nextId, pruned, events: queue.events.map(({ id, body }) => ({ id, body })) };
      saved.add({ id: queue.id, user_id: queue.userId, state: JSON.stringify(state) });
    }
  });
  db.commit();
}

/** Takes the queues back from disk; they are there once only, so a crash later loses them rather than repeats them. */
export function loadQueues(
  db: Database,
  saved: ReturnType<typeof savedQueueRepository>,
  queues: EventQueues,
  clock: Clock,
): void {
  for (const { id, state } of saved.all()) {
    const { options, nextId, pruned, events } = JSON.parse(state) as QueueState;
    const queue = new EventQueue(id, { ...options, kind: clientKind(options.kind) }, clock.now());
    queue.nextId = events[0]?.id ?? nextId;
    for (const { body } of events) queue.push(queues.waiting(body));
    queue.nextId = nextId;
    queue.pruned = pruned;
    queues.add(queue);
  }
  db.write(() => saved.clear());
  db.commit();
}
