import type { Database } from '../db/database.ts';

export interface SavedQueue {
  id: string;
  user_id: number;
  /** QueueOptions, and the ids and bodies not yet acknowledged. */
  state: string;
}

/** Stores queues while a server that was stopped properly is not running. */
export const savedQueueRepository = (db: Database) => ({
  all: db.all<SavedQueue>('SELECT id, user_id, state FROM event_queue'),
  add: db.run<[SavedQueue & Record<string, unknown>]>(
    'INSERT INTO event_queue (id, user_id, state) VALUES (@id, @user_id, @state)',
  ),
  count: db.value<number>('SELECT count(*) FROM event_queue') as () => number,
  clear: db.run('DELETE FROM event_queue'),
});
